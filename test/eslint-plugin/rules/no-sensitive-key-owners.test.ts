import { noSensitiveKey } from '../../../eslint-plugin/src/rules/no-sensitive-key.ts';
import { testRule } from '../rule-tester.ts';

testRule('no-sensitive-key: whose name and address it is', noSensitiveKey, {
  valid: [
    {
      name: 'names of things and addresses of machines',
      code: `export const mirror = (repo, server, company) => [
  jobs.send({ idempotencyKey: \`mirror-\${repo.fullName}\` }),
  jobs.send({ idempotencyKey: \`drain-\${server.ip}\` }),
  jobs.send({ idempotencyKey: \`file-\${company.legalName}\` }),
];`,
    },
    {
      name: 'the kind of a message, named after what it is about',
      code: `export const wish = (user, day) => jobs.send({ idempotencyKey: \`\${user.id}:\${MessageType.BIRTHDAY}:\${day}\` });`,
    },
  ],
  invalid: [
    {
      name: "names of persons and the visitor's address",
      code: `export const greet = (guest, req) => [
  mail.send({ idempotencyKey: \`hello-\${guest.fullName}\` }),
  mail.send({ idempotencyKey: \`hello-\${req.ip}\` }),
];`,
      errors: [
        { messageId: 'personal', line: 2, column: 40, endLine: 2, endColumn: 54 },
        { messageId: 'personal', line: 3, column: 40, endLine: 3, endColumn: 46 },
      ],
    },
    {
      name: 'the address of an operator, from the environment',
      code: `export const warn = (day) => mail.send({ idempotencyKey: \`\${process.env.ADMIN_EMAIL}:\${day}\` });`,
      errors: [{ messageId: 'personal', line: 1, column: 61, endLine: 1, endColumn: 84 }],
    },
  ],
});
