import path from 'node:path';
import { Linter } from 'eslint/universal';
import type { SourceCode } from 'eslint';
import * as parser from '@typescript-eslint/parser';
import idempotency from 'eslint-plugin-idempotency';
import type { CheckOutcome, Preset } from '../lint/lint-protocol.ts';

/** Longer texts are generated or minified code; parsing one would hold up all other files. */
const largestText = 2_000_000;

const ruleNamespace = 'idempotency/';

/** Endings whose language the parser knows by itself; other names get the ending of their language. */
const knownEnding = /\.[cm]?[jt]sx?$/i;

const endingOfLanguage: Record<string, string> = {
  javascript: '.js',
  javascriptreact: '.jsx',
  typescript: '.ts',
  typescriptreact: '.tsx',
};

/** One finding of one of our rules, as ESLint gives it: lines and columns from 1, suggestions by offset. */
export type LintFinding = Linter.LintMessage & { ruleId: string };

export interface Checked {
  findings: LintFinding[];
  /** Kept where there are findings, so that quick fixes know what surrounds them. */
  sourceCode: SourceCode | null;
  outcome: CheckOutcome;
  /** Messages of rules that threw, for the log. */
  faults: { rule: string; message: string }[];
}

/**
 * Checks one text with the bundled rules. Nothing of the workspace is read or run: no configuration, no plugin, no
 * parser of its own. A text that does not parse has no findings; its outcome says so.
 * @param filePath the document's path, `/`-separated; it need not exist
 */
export function checkText(text: string, filePath: string, languageId: string, preset: Preset): Checked {
  if (text.length > largestText) {
    return nothing({ kind: 'too-large', characters: text.length });
  }
  const begun = performance.now();
  const linter = new Linter({ configType: 'flat' });
  const failed: Linter.RulesRecord = {};
  const faults: Checked['faults'] = [];
  for (;;) {
    let messages: Linter.LintMessage[];
    try {
      const config = [...configOf(preset), { rules: failed }];
      messages = linter.verify(text, config, { filename: nameForLinter(filePath, languageId) });
    } catch (error) {
      // A fault in one rule must not silence the others: ESLint names the rule that threw.
      const { ruleId, message } = error as { ruleId?: string; message: string };
      faults.push({ rule: ruleId ?? 'unknown', message: message.split('\n', 1)[0] ?? '' });
      if (ruleId === undefined || ruleId in failed) {
        return { ...nothing({ kind: 'rules-failed', rules: Object.keys(failed), findings: 0 }), faults };
      }
      failed[ruleId] = 'off';
      continue;
    }
    const fatal = messages.find((message) => message.fatal);
    if (fatal) return { ...nothing({ kind: 'does-not-parse', line: fatal.line }), faults };
    const findings = messages.filter(isOurs);
    return {
      findings,
      sourceCode: findings.length > 0 ? linter.getSourceCode() : null,
      outcome:
        faults.length > 0
          ? { kind: 'rules-failed', rules: Object.keys(failed), findings: findings.length }
          : { kind: 'checked', findings: findings.length, milliseconds: performance.now() - begun },
      faults,
    };
  }
}

/** Inline comments of the file may switch on other rules; their messages, and those about unknown rules, are not ours. */
function isOurs(message: Linter.LintMessage): message is LintFinding {
  return message.ruleId !== null && message.ruleId.startsWith(ruleNamespace) && !message.fatal;
}

function nothing(outcome: CheckOutcome): Checked {
  return { findings: [], sourceCode: null, outcome, faults: [] };
}

const configs = new Map<Preset, Linter.Config[]>();

function configOf(preset: Preset): Linter.Config[] {
  let config = configs.get(preset);
  if (!config) {
    config = [
      { files: ['**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}'] },
      ...[idempotency.configs[preset]].flat(),
      {
        languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
        linterOptions: { reportUnusedDisableDirectives: 'off' },
      },
    ];
    configs.set(preset, config);
  }
  return config;
}

/** ESLint matches names relative to its base folder and takes no others, so the root is cut off. */
function nameForLinter(filePath: string, languageId: string): string {
  const relative = path.posix.normalize(filePath.replace(/\\/g, '/').replace(/^(?:[A-Za-z]:)?\/+/, ''));
  const name = relative === '.' || relative.startsWith('..') ? 'untitled' : relative;
  return knownEnding.test(name) ? name : name + (endingOfLanguage[languageId] ?? '.ts');
}
