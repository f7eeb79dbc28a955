import { Resend } from 'resend';

const resend = new Resend('re_1');

export async function welcome(reader: { email: string; name: string }) {
  const idempotencyKey = crypto.randomUUID();
  return resend.emails.send(
    { from: 'desk@library.example', to: reader.email, subject: 'Welcome', text: `Hello ${reader.name}` },
    { idempotencyKey },
  );
}
