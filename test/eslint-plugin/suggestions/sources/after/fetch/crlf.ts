import pRetry from 'p-retry';

// Sent by the desk.
export const remind = (reader: string) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => fetch('https://library.example/reminders', { method: 'POST', body: reader, headers: { 'Idempotency-Key': idempotencyKey } }));
};
