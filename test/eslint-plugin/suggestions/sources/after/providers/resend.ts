import { Resend } from 'resend';
import pRetry from 'p-retry';

const resend = new Resend('re_1');

export const remind = (to: string) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => resend.emails.send({ from: 'desk@library.example', to, subject: 'Overdue', text: 'Please return it.' }, { idempotencyKey }));
};
