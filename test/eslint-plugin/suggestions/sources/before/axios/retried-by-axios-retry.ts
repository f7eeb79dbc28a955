import axios from 'axios';
import axiosRetry from 'axios-retry';

const books = axios.create({ baseURL: 'https://books.example' });
axiosRetry(books, { retries: 3 });

export const invoice = (order: string, cents: number) => books.post('/invoices', { order, cents });

export const credit = (order: string) =>
  books.request<{ id: string }>({
    url: '/credits',
    method: 'POST',
    data: { order },
  });

export const draft = () => books.post('/drafts');

export const note = (text: string) => books.patch('/notes/1', { text }, { timeout: 900 });
