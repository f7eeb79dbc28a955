import axios from 'axios';
import axiosRetry from 'axios-retry';

const books = axios.create({ baseURL: 'https://books.example' });
axiosRetry(books, { retries: 3 });

export const invoice = (order: string, cents: number) => books.post('/invoices', { order, cents }, { headers: { 'Idempotency-Key': crypto.randomUUID() } });

export const credit = (order: string) =>
  books.request<{ id: string }>({
    url: '/credits',
    method: 'POST',
    data: { order },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });

export const draft = () => books.post('/drafts', undefined, { headers: { 'Idempotency-Key': crypto.randomUUID() } });

export const note = (text: string) => books.patch('/notes/1', { text }, { timeout: 900, headers: { 'Idempotency-Key': crypto.randomUUID() } });
