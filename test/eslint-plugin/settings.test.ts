import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Linter } from 'eslint';
import plugin from 'eslint-plugin-idempotency';
import { retryFunctionNames } from '../../eslint-plugin/src/catalogue/retry-functions.ts';
import { readSettings } from '../../eslint-plugin/src/settings.ts';
import { loadESLint, testedMajor } from './eslint-versions.ts';
import { examplesIn } from './page-examples.ts';
import { languageOptions } from './rule-tester.ts';

const { Linter: ESLintLinter } = loadESLint(testedMajor);
const page = readFileSync(path.join(import.meta.dirname, '../../eslint-plugin/docs/settings.md'), 'utf8');

/** The settings of one part of a configuration; what tests write need not be sound. */
type Given = Record<string, unknown> | undefined;

/** The rules that report, in source order, under these parts of a configuration. */
function rulesThatReport(code: string, ...given: Given[]): (string | null)[] {
  const parts = given.map((idempotency) => ({ settings: { idempotency } }));
  const config = [
    {
      files: ['**/*.ts'],
      plugins: { idempotency: plugin },
      rules: plugin.configs.recommended.rules,
      languageOptions,
    },
    ...parts,
  ] as unknown as Linter.Config[];
  const messages = new ESLintLinter({ configType: 'flat' }).verify(code, config, { filename: 'pay.ts' });
  return messages.map(({ ruleId, message }) => ruleId?.replace('idempotency/', '') ?? message);
}

const messageFor = (settings: object): string => {
  try {
    readSettings(settings);
  } catch (error) {
    assert.ok(error instanceof TypeError);
    return error.message;
  }
  return 'nothing wrong';
};

/** What a list changes: the example's rule, in the sections of the page, and a spelling that is not the same. */
const changes = {
  retryFunctions: { rule: 'require-key-on-retry', taught: ['callTwice'], near: ['callThrice'] },
  keyNames: { rule: 'no-sensitive-key', taught: ['X-Order-Token'], near: ['X-Order-Ticket'] },
  keyMakers: { rule: 'no-key-per-attempt', taught: ['freshToken'], near: ['staleToken'] },
  effectFunctions: { rule: 'require-key-on-retry', taught: ['postBooking'], near: ['postBook'] },
  claimFunctions: { rule: 'no-check-then-insert', taught: ['winTheKey'], near: ['winTheCup'] },
  sensitiveNames: { rule: 'no-sensitive-key', taught: ['memberNo'], near: ['memberName1'] },
} as const;

describe('settings.idempotency', () => {
  const sections = page.split(/^## /m).slice(1);

  it('has a section for each list on its page, and no other', () => {
    const titles = sections.map((section) => /^`(\w+)`/.exec(section)?.[1]);
    assert.deepEqual(titles, Object.keys(readSettings({})));
    assert.deepEqual(titles, Object.keys(changes));
  });

  it('has a page that lists every retry wrapper known by its name', () => {
    const listed = /<!-- begin default retryFunctions -->(.*)<!-- end/s.exec(page)?.[1] ?? '';
    assert.deepEqual(
      [...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name),
      retryFunctionNames,
    );
  });

  for (const [list, { rule, taught, near }] of Object.entries(changes)) {
    it(`${list} changes what the page says, and a name beside it does not`, () => {
      const section = sections.find((one) => one.startsWith(`\`${list}\``)) ?? '';
      assert.match(section, new RegExp(`idempotency: \\{ ${list}: \\['${taught[0]}'\\] \\}`));
      const [wrong, right] = examplesIn(section);
      assert.ok(wrong && !wrong.right && right?.right, 'a wrong and a right example');
      assert.deepEqual(rulesThatReport(wrong.code, { [list]: taught }), [rule]);
      assert.deepEqual(rulesThatReport(right.code, { [list]: taught }), []);
      // A claim takes a finding away from the right example; the other lists bring one to the wrong example.
      const changed = list === 'claimFunctions' ? right.code : wrong.code;
      const untaught = list === 'claimFunctions' ? [rule] : [];
      assert.deepEqual(rulesThatReport(changed), untaught);
      assert.deepEqual(rulesThatReport(changed, { [list]: near }), untaught);
    });
  }

  it('takes every spelling of a key name for the same, in headers, fields and look-ups', () => {
    const sends = (header: string) =>
      `export const pay = (email) => send({ headers: { '${header}': email } });`;
    for (const spelled of ['order-token', 'orderToken', 'ORDER_TOKEN', 'Order-Token']) {
      const taught = { keyNames: [spelled] };
      for (const header of ['order-token', 'orderToken', 'order_token', 'Order-Token']) {
        assert.deepEqual(
          rulesThatReport(sends(header), taught),
          ['no-sensitive-key'],
          `${spelled}, ${header}`,
        );
      }
      assert.deepEqual(rulesThatReport(sends('ordering-token'), taught), []);
      const looksUp = `export async function once(orderToken) {
  const { rows } = await db.query('SELECT 1 FROM payments WHERE order_token = $1', [orderToken]);
  if (rows[0]) return;
  await stripe.charges.create({ amount: 5 });
  await db.query('INSERT INTO payments (order_token) VALUES ($1)', [orderToken]);
}`;
      assert.deepEqual(rulesThatReport(looksUp, taught), ['no-check-then-insert'], spelled);
    }
  });

  it('adds names to the default list of retry wrappers', () => {
    const { retryFunctions } = readSettings({ idempotency: { retryFunctions: ['untilItWorks'] } });
    assert.deepEqual([...retryFunctions], [...retryFunctionNames, 'untilItWorks']);
    assert.deepEqual([...readSettings({}).retryFunctions], retryFunctionNames);
  });

  it('takes lists that are not given for empty ones', () => {
    const { retryFunctions, ...others } = readSettings({
      idempotency: { keyNames: undefined, keyMakers: [] },
    });
    assert.equal(retryFunctions.size, retryFunctionNames.length);
    assert.deepEqual(
      Object.values(others).map(({ size }) => size),
      [0, 0, 0, 0, 0],
    );
    assert.equal(readSettings(undefined).keyNames.size, 0);
    assert.equal(readSettings({ idempotency: undefined }).keyNames.size, 0);
  });

  describe('in several parts of a configuration', () => {
    const code = `import { callTwice } from './patience';
export const pay = (email) => callTwice(() => fetch('/c', { method: 'POST', headers: { 'X-Token': email } }));`;

    it('are put together list by list', () => {
      assert.deepEqual(rulesThatReport(code, { retryFunctions: ['callTwice'] }), ['require-key-on-retry']);
      assert.deepEqual(rulesThatReport(code, { retryFunctions: ['callTwice'] }, { keyNames: ['X-Token'] }), [
        'no-sensitive-key',
      ]);
    });

    it('the last one that has a list decides about it', () => {
      assert.deepEqual(
        rulesThatReport(code, { retryFunctions: ['callTwice'] }, { retryFunctions: ['callThrice'] }),
        [],
      );
      assert.deepEqual(rulesThatReport(code, { keyNames: ['X-Token'] }, { keyNames: [] }), []);
      assert.deepEqual(rulesThatReport(code, { keyNames: ['X-Token'] }, undefined), ['no-sensitive-key']);
    });
  });

  describe('says in a sentence what is wrong with', () => {
    const know =
      'It knows retryFunctions, keyNames, keyMakers, effectFunctions, claimFunctions, sensitiveNames.';
    const asInCode =
      'Write a name as it stands in code, without dots, brackets, # or spaces: "mint" for ids.mint().';
    const asHeader =
      'Write the name of a header, an option or a field, without spaces or colons: "X-Order-Token".';
    const nonsense: Record<string, [unknown, string]> = {
      'an array instead of an object': [
        ['withRetry'],
        'The ESLint setting "idempotency" is an array, not an object of lists. Write it as { retryFunctions: ["name"] }.',
      ],
      null: [
        null,
        'The ESLint setting "idempotency" is null, not an object of lists. Write it as { retryFunctions: ["name"] }.',
      ],
      'a text': [
        'strict',
        'The ESLint setting "idempotency" is "strict", not an object of lists. Write it as { retryFunctions: ["name"] }.',
      ],
      'a list whose name is nearly right': [
        { retryFunction: ['x'] },
        `The ESLint setting "idempotency" has no list "retryFunction". Did you mean "retryFunctions"? ${know}`,
      ],
      'a list in other letters': [
        { keymakers: ['x'] },
        `The ESLint setting "idempotency" has no list "keymakers". Did you mean "keyMakers"? ${know}`,
      ],
      'a list that is like no other': [
        { webhooks: ['x'] },
        `The ESLint setting "idempotency" has no list "webhooks". ${know}`,
      ],
      'one name instead of a list': [
        { retryFunctions: 'callTwice' },
        'The ESLint setting "idempotency.retryFunctions" is "callTwice", not a list of names. Write it as an array: { retryFunctions: ["name"] }.',
      ],
      'an object instead of a list': [
        { keyNames: { 'X-Token': true } },
        'The ESLint setting "idempotency.keyNames" is an object, not a list of names. Write it as an array: { keyNames: ["name"] }.',
      ],
      'null instead of a list': [
        { keyMakers: null },
        'The ESLint setting "idempotency.keyMakers" is null, not a list of names. Write it as an array: { keyMakers: ["name"] }.',
      ],
      'an entry that is no text': [
        { keyNames: ['X-Order-Token', 7] },
        `The ESLint setting "idempotency.keyNames" holds 7, which can match nothing. ${asHeader}`,
      ],
      'a regular expression': [
        { sensitiveNames: [/member/] },
        `The ESLint setting "idempotency.sensitiveNames" holds a regular expression, which can match nothing. ${asInCode}`,
      ],
      'an empty entry': [
        { claimFunctions: ['winTheKey', ''] },
        `The ESLint setting "idempotency.claimFunctions" holds "", which can match nothing. ${asInCode}`,
      ],
      'an entry of spaces': [
        { keyNames: ['  '] },
        `The ESLint setting "idempotency.keyNames" holds "  ", which can match nothing. ${asHeader}`,
      ],
      'a path': [
        { keyMakers: ['ids.mint'] },
        `The ESLint setting "idempotency.keyMakers" holds "ids.mint", which can match nothing. ${asInCode}`,
      ],
      'a call': [
        { effectFunctions: ['postBooking()'] },
        `The ESLint setting "idempotency.effectFunctions" holds "postBooking()", which can match nothing. ${asInCode}`,
      ],
      'lists in lists': [
        { retryFunctions: [['callTwice']] },
        `The ESLint setting "idempotency.retryFunctions" holds an array, which can match nothing. ${asInCode}`,
      ],
    };
    for (const [what, [idempotency, message]] of Object.entries(nonsense)) {
      it(what, () => assert.equal(messageFor({ idempotency }), message));
    }

    it('nothing, where names are sound', () => {
      const idempotency = { keyMakers: ['$mint', '_id2', 'ключ'], keyNames: ['x-order_token', 'orderToken'] };
      assert.equal(messageFor({ idempotency }), 'nothing wrong');
    });

    it('and ESLint shows that sentence', () => {
      assert.throws(
        () => rulesThatReport('pay();', { keyName: ['X-Token'] }),
        /The ESLint setting "idempotency" has no list "keyName"\. Did you mean "keyNames"\? It knows /,
      );
    });
  });
});
