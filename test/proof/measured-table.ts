/** What the proofs measured, and the page that shows it. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { root } from '../../scripts/project.ts';
import { wrongTitles } from './rule-page.ts';

const page = path.join(root, 'eslint-plugin/docs/proof.md');
const results = path.join(root, 'test-output/proof');
const renew = 'IDEMPOTENCY_UPDATE_PROOF';

/** What was measured of one example in one set-up: the text of its cells, by the heading of their column. */
export interface Row {
  example: string;
  cells: Record<string, string>;
}

/** Defines the last tests of a rule: nothing on its page is left out, and the table in the docs is what was measured. */
export function testTable(rule: string, rows: Row[]): void {
  describe('the table in the docs', () => {
    it('has every wrong example of the page', () => {
      assert.deepEqual(new Set(rows.map(({ example }) => example)), new Set(wrongTitles(rule)));
    });

    it('shows what was measured', () => compareWithPage(rule, rows));
  });
}

/**
 * Keeps the rows in the ignored folder `test-output/proof`, and holds the rule's table in `docs/proof.md` against them.
 * With `IDEMPOTENCY_UPDATE_PROOF=1` the table is written anew instead.
 * @throws AssertionError when the table says something else
 */
async function compareWithPage(rule: string, rows: Row[]): Promise<void> {
  fs.mkdirSync(results, { recursive: true });
  fs.writeFileSync(path.join(results, `${rule}.json`), `${JSON.stringify(rows, null, 2)}\n`);
  const committed = fs.readFileSync(page, 'utf8');
  const measured = await withTable(committed, rule, rows);
  if (process.env[renew] === '1') fs.writeFileSync(page, measured);
  else {
    assert.equal(
      committed,
      measured,
      `docs/proof.md is not what was measured; run the suite with ${renew}=1 and read what changed`,
    );
  }
}

async function withTable(text: string, rule: string, rows: Row[]): Promise<string> {
  const begin = `<!-- begin measured ${rule} -->`;
  const end = `<!-- end measured ${rule} -->`;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  assert.ok(from >= 0 && to > from, `docs/proof.md has no place for ${rule}`);
  const whole = `${text.slice(0, from + begin.length)}\n\n${tableOf(rule, rows)}\n${text.slice(to)}`;
  return prettier.format(whole, { ...(await prettier.resolveConfig(page)), filepath: page });
}

function tableOf(rule: string, rows: Row[]): string {
  const columns = Object.keys(rows[0]?.cells ?? {});
  const line = (cells: string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return [
    line([`[${rule}](rules/${rule}.md)`, ...columns]),
    line(['---', ...columns.map(() => '---')]),
    ...rows.map(({ example, cells }) => line([example, ...columns.map((column) => cells[column] ?? '')])),
  ].join('');
}

/** `1 charge`, `2 charges`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Name and major version of a package as it is installed; below 1.0 the minor version counts. */
export function packageName(name: string): string {
  const manifest = path.join(root, 'node_modules', name, 'package.json');
  const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version: string };
  return `${name} ${/^0\.\d+|^\d+/.exec(version)?.[0]}`;
}
