import { noSensitiveKey } from '../../../eslint-plugin/src/rules/no-sensitive-key.ts';
import { testRule } from '../rule-tester.ts';

testRule('no-sensitive-key: where a random key is right', noSensitiveKey, {
  valid: [
    {
      name: 'pairs of a header list: right',
      code: `export const enrol = (pupil) =>
  fetch('/pupils', { method: 'POST', headers: [['Idempotency-Key', \`pupil-\${pupil.id}\`], ['From', pupil.email]] });`,
    },
  ],
  invalid: [
    {
      name: 'a key that is new at each run already loses nothing by a random one',
      code: `export const remind = (reader) =>
  resend.emails.send({ to: reader.email }, { idempotencyKey: \`overdue/\${reader.email}/\${Date.now()}\` });`,
      errors: [
        {
          messageId: 'personal',
          line: 2,
          column: 73,
          endLine: 2,
          endColumn: 85,
          suggestions: [
            {
              messageId: 'random',
              output: `export const remind = (reader) =>
  resend.emails.send({ to: reader.email }, { idempotencyKey: crypto.randomUUID() });`,
            },
          ],
        },
      ],
    },
    {
      name: 'a second click sends the same key, and a random one would make a second payment of it: none is offered',
      filename: 'join.tsx',
      code: `import { useState } from 'react';
export function Join({ club }) {
  const [email, setEmail] = useState('');
  const handleJoin = () =>
    fetch('/members', { method: 'POST', headers: { 'Idempotency-Key': \`\${club.id}-\${email}\` } });
  return <button onClick={handleJoin}>Join</button>;
}`,
      errors: [
        {
          messageId: 'personal',
          line: 5,
          column: 85,
          endLine: 5,
          endColumn: 90,
        },
      ],
    },
    {
      name: 'a webhook is delivered again, and the key keeps the mails apart: no random key is offered',
      code: `export async function POST(request) {
  const { workspace, owners } = await verified(request);
  for (const owner of owners) {
    await resend.emails.send({ to: owner.email }, { idempotencyKey: \`downgrade:\${workspace.id}:\${owner.email}\` });
  }
}`,
      errors: [{ messageId: 'personal', line: 4, column: 98, endLine: 4, endColumn: 109 }],
    },
    {
      name: 'pairs of a header list',
      code: `export const enrol = (pupil) =>
  fetch('/pupils', { method: 'POST', headers: [['Idempotency-Key', \`pupil-\${pupil.email}\`]] });`,
      errors: [{ messageId: 'personal', line: 2, column: 77, endLine: 2, endColumn: 88 }],
    },
  ],
});
