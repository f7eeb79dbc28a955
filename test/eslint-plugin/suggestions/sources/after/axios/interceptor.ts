import axios from 'axios';
import axiosRetry from 'axios-retry';
import { v4 } from 'uuid';

const bank = axios.create({ baseURL: 'https://bank.example' });
axiosRetry(bank, { retries: 3 });

bank.interceptors.request.use((config) => {
  config.headers['Idempotency-Key'] ??= v4();
  return config;
});

export default bank;
