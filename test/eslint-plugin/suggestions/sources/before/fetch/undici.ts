import { Agent, fetch, request, RetryAgent } from 'undici';
import pRetry from 'p-retry';

const dispatcher = new RetryAgent(new Agent(), { methods: ['GET', 'POST'] });

export const pay = (cents: number) =>
  request('https://bank.example/payments', { method: 'POST', body: JSON.stringify({ cents }), dispatcher });

export const give = async (cents: number) =>
  pRetry(() => fetch('https://bank.example/gifts', { method: 'POST', body: JSON.stringify({ cents }) }));
