import wretch from 'wretch';
import { retry } from 'wretch/middlewares';

const api = wretch('https://bank.example').middlewares([retry({ maxAttempts: 3 })]);

export const pay = (cents: number) => api.url('/payments').post({ cents }).json<{ id: string }>();
