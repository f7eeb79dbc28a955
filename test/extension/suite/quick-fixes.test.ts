import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import {
  applyFix,
  closeAll,
  findings,
  noFindings,
  quickFixesAt,
  ruleOf,
  show,
  showText,
  someFindings,
} from './documents.ts';
import { until } from './until.ts';

const linesOf = (document: vscode.TextDocument): string[] => document.getText().split('\n');

describe('quick fixes', () => {
  afterEach(closeAll);

  it('offers the suggestion first, then to disable the rule, then its page', async () => {
    const { document } = await show('src/pay-order.ts');
    const [finding] = await someFindings(document);
    assert.ok(finding);
    const titles = (await quickFixesAt(document, finding)).map((action) => action.title);
    const ours = titles.slice(titles.findIndex((title) => /attempt/i.test(title)));
    assert.match(ours[0] ?? '', /before the first attempt$/i);
    assert.deepEqual(ours.slice(1, 3), [
      'Disable no-key-per-attempt for this line',
      'Open the page of no-key-per-attempt',
    ]);
  });

  it('makes the key before the first attempt', async () => {
    const { document } = await show('src/pay-order.ts');
    const [finding] = await someFindings(document);
    assert.ok(finding);
    await applyFix(document, finding, /before the first attempt/i);
    await noFindings(document);
    const lines = linesOf(document);
    const made = lines.findIndex((line) => line.includes('randomUUID()'));
    const loop = lines.findIndex((line) => line.includes('for ('));
    assert.ok(made !== -1 && made < loop, document.getText());
  });

  it('makes and sends a key where a retried write has none', async () => {
    const { document } = await show('src/refund.ts');
    const [finding] = await someFindings(document);
    assert.ok(finding);
    await applyFix(document, finding, /^(?!Disable).*key/i);
    await noFindings(document);
    assert.match(document.getText(), /Idempotency-Key/);
  });

  it('puts a random key in the place of an e-mail address', async () => {
    const { document } = await show('src/top-up.ts');
    const [finding] = await someFindings(document);
    assert.ok(finding);
    await applyFix(document, finding, /^(?!Disable).*(?:random|key)/i);
    await noFindings(document);
    assert.match(document.getText(), /randomUUID\(\)/);
  });

  it('takes the race out of a look-up before an insert', async () => {
    const { document } = await show('src/handle-event.ts');
    const [finding] = await someFindings(document);
    assert.ok(finding);
    await applyFix(document, finding, /^(?!Disable)/);
    await noFindings(document);
  });
});

describe('disable for this line', () => {
  afterEach(closeAll);

  it('puts a comment before the line, with its indentation', async () => {
    const { document } = await show('src/pay-order.ts');
    const [finding] = await someFindings(document);
    assert.ok(finding);
    const line = finding.range.start.line;
    const indentation = /^ */.exec(document.lineAt(line).text)?.[0];
    await applyFix(document, finding, /^Disable/);
    assert.equal(
      document.lineAt(line).text,
      `${indentation}// idempotency-disable-next-line no-key-per-attempt: reason`,
    );
    await noFindings(document);
  });

  it('writes the comment as an expression among JSX children', async () => {
    const { document } = await showText(
      [
        'export const Pay = ({ order }: { order: string }) => (',
        '  <section>',
        '    <button onClick={async () => { for (let i = 0; i < 3; i++) { try { return void await fetch("/pay", { method: "POST", headers: { "Idempotency-Key": crypto.randomUUID() }, body: order }); } catch { continue; } } }}>Pay</button>',
        '  </section>',
        ');',
        '',
      ].join('\n'),
      'typescriptreact',
    );
    const [finding] = await someFindings(document);
    assert.ok(finding);
    assert.equal(finding.range.start.line, 2);
    await applyFix(document, finding, /^Disable/);
    assert.equal(
      document.lineAt(2).text,
      '    {/* idempotency-disable-next-line no-key-per-attempt: reason */}',
    );
    await noFindings(document);
  });

  it('silences that rule on that line only', async () => {
    const { document } = await show('src/pay-order.ts');
    const text = document.getText();
    const twice = `${text}\n${text.replaceAll('payOrder', 'payAgain').replace(/^import.*\n/, '')}`;
    const two = await showText(twice, 'typescript');
    const first = await someFindings(two.document);
    assert.deepEqual(first.map(ruleOf), ['no-key-per-attempt', 'no-key-per-attempt']);
    assert.ok(first[0]);
    await applyFix(two.document, first[0], /^Disable/);
    const left = await until('one finding is left', () => {
      const now = findings(two.document);
      return now.length === 1 && now;
    });
    assert.ok(left[0] && left[0].range.start.line > first[0].range.start.line + 1);
  });
});
