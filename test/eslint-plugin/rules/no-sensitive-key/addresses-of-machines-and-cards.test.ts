import { noSensitiveKey } from '../../../../eslint-plugin/src/rules/no-sensitive-key.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-sensitive-key: addresses of machines, numbers of cards', noSensitiveKey, {
  valid: [
    {
      name: 'pans that are none of cards, a header that names the request',
      code: `export const fry = (fryingPan, req) =>
  api.post('/f', {}, { headers: { 'Idempotency-Key': \`\${fryingPan}-\${req.headers['x-request-id']}\` } });`,
    },
  ],
  invalid: [
    {
      name: 'the header of a proxy, the number of a card',
      code: `export const vote = (req) =>
  api.post('/v', {}, { headers: { 'Idempotency-Key': \`vote-\${req.headers['x-forwarded-for']}\` } });
export const store = (pan) => api.post('/c', { pan }, { headers: { 'Idempotency-Key': \`card-\${pan}\` } });
export const check = (card) => api.post('/c', {}, { headers: { 'Idempotency-Key': \`card-\${card.cardPan}\` } });`,
      errors: [
        { messageId: 'personal', line: 2, column: 62, endLine: 2, endColumn: 92 },
        { messageId: 'personal', line: 3, column: 95, endLine: 3, endColumn: 98 },
        { messageId: 'personal', line: 4, column: 91, endLine: 4, endColumn: 103 },
      ],
    },
  ],
});
