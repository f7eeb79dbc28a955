/** A wrong example of a rule's page, what the rule's suggestion makes of it, and the right example below it. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import plugin from 'eslint-plugin-idempotency';
import { root } from '../../scripts/project.ts';
import { examplesIn } from '../eslint-plugin/page-examples.ts';
import type { Example } from '../eslint-plugin/page-examples.ts';
import type { Source } from './run-source.ts';

export interface Versions {
  /** The ❌ block. */
  written: Example;
  /** The ❌ block with the rule's suggestion applied; null where the rule offers none. */
  suggested: Source | null;
  /** The ✅ block that follows. */
  right: Source;
}

const examplesOf = (rule: string): Example[] =>
  examplesIn(fs.readFileSync(path.join(root, 'eslint-plugin/docs/rules', `${rule}.md`), 'utf8'));

/** The titles of a page's wrong examples. */
export const wrongTitles = (rule: string): string[] =>
  examplesOf(rule).flatMap(({ right, title }) => (right ? [] : [title]));

/** The messages of the recommended rules about a text. */
function lint({ code, language }: Source): Linter.LintMessage[] {
  const config = {
    ...plugin.configs.recommended,
    files: ['**/*.{ts,tsx,js}'],
    languageOptions: { parser: parser as Linter.Parser },
  } as unknown as Linter.Config;
  return new Linter({ configType: 'flat' }).verify(code, [config], { filename: `example.${language}` });
}

/**
 * The versions of the wrong example whose title starts with `title`. Exactly one finding stands in it, it is this
 * rule's, and what its suggestion leaves is linted silent.
 */
export function versionsOf(rule: string, title: string): Versions {
  const examples = examplesOf(rule);
  const at = examples.findIndex((example) => !example.right && example.title.startsWith(title));
  const [written, right] = examples.slice(at, at + 2);
  assert.ok(at >= 0 && written, `${rule}.md has no wrong example "${title}"`);
  assert.ok(right?.right, `no right example follows "${title}" in ${rule}.md`);
  const found = lint(written);
  assert.deepEqual(
    found.map(({ ruleId }) => ruleId),
    [`idempotency/${rule}`],
    `what is said about "${title}"`,
  );
  return { written, right, suggested: afterSuggestion(written, found[0]!) };
}

function afterSuggestion({ code, language }: Source, { suggestions }: Linter.LintMessage): Source | null {
  const [suggestion, ...others] = suggestions ?? [];
  if (!suggestion) return null;
  assert.equal(others.length, 0, 'which of the suggestions would be proven?');
  const { range, text } = suggestion.fix;
  const after = { code: code.slice(0, range[0]) + text + code.slice(range[1]), language };
  assert.deepEqual(lint(after), [], `after the suggestion:\n${after.code}`);
  return after;
}
