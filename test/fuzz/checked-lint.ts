import path from 'node:path';
import * as parser from '@typescript-eslint/parser';
import type { ESLint, Linter } from 'eslint';
import plugin from '../../eslint-plugin/src/index.ts';
import { loadESLint, testedMajor } from '../eslint-plugin/eslint-versions.ts';

const { Linter: ESLintLinter } = loadESLint(testedMajor);
// A config reaches the files below the working directory: here all of them.
const linter = new ESLintLinter({ configType: 'flat', cwd: path.parse(process.cwd()).root });

/** A rule may take this many times what parsing the file takes, and a time that a busy machine makes of nothing. */
const slowFactor = 50;
const slowFloorMs = 500;

export type FaultKind = 'crash' | 'broken position' | 'broken message' | 'broken suggestion' | 'slow';

export interface Fault {
  kind: FaultKind;
  what: string;
}

export interface Slowness {
  rule: string;
  ms: number;
  parseMs: number;
}

/** What became of one text under all rules. */
export interface Checked {
  parsed: boolean;
  findings: number;
  suggestions: number;
  faults: Fault[];
  /** The rule that took longest; null where nothing ran. */
  slowest: Slowness | null;
}

/** A plugin and which of its rules run. */
export interface Subject {
  plugin: ESLint.Plugin;
  rules: Linter.Config['rules'];
}

const ours: Subject = { plugin: plugin as ESLint.Plugin, rules: plugin.configs.strict.rules };

const config = (subject: Subject, languageOptions: Linter.LanguageOptions): Linter.Config => ({
  files: ['**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}'],
  plugins: { idempotency: subject.plugin },
  rules: subject.rules ?? {},
  languageOptions,
  linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
});

/** TypeScript's parser, JSX by file name. */
export const typescript: Linter.LanguageOptions = {
  parser: parser as Linter.Parser,
  parserOptions: { ecmaFeatures: { jsx: true } },
};

interface Linted {
  messages: Linter.LintMessage[];
  slowest: Slowness | null;
}

function lint(code: string, filename: string, used: Linter.Config): Linted {
  // Only this way of linting keeps times (its declarations do not say so); there is nothing it could fix.
  const options = { filename, stats: true, fix: false } as Linter.FixOptions;
  const { messages } = linter.verifyAndFix(code, [used], options);
  const pass = linter.getTimes().passes.at(-1);
  const times = Object.entries(pass?.rules ?? {}).map(([rule, { total }]) => ({ rule, ms: total }));
  const longest = times.sort((one, other) => other.ms - one.ms)[0];
  if (!longest && !messages.some(({ fatal }) => fatal)) throw new Error('No rule ran on this file.');
  return {
    // Without a rule: the parser's, and ESLint's own about comments that it was told to pass over.
    messages: messages.filter(({ ruleId, fatal }) => ruleId !== null || fatal),
    slowest: longest ? { ...longest, parseMs: pass?.parse?.total ?? 0 } : null,
  };
}

/**
 * Lints a text with all rules of `strict` and looks for what an editor or a reader would stumble over: a rule that
 * throws, a position outside the text, a suggestion whose edit is outside it or leaves code that does not parse, a
 * rule that takes many times as long as the parser. (Edits of one suggestion that overlap make ESLint throw.)
 * @param languageOptions the parser and what it is told
 * @param subject the rules; ours, but for a test of this function
 * @returns without faults and with `parsed: false` where the text does not parse, or where ESLint fails on it without
 *   any rule
 */
export function checkedLint(
  code: string,
  filename: string,
  languageOptions: Linter.LanguageOptions = typescript,
  subject: Subject = ours,
): Checked {
  const used = config(subject, languageOptions);
  const isCode = (text: string): boolean =>
    parses(text, filename, config({ ...subject, rules: {} }, languageOptions));
  const none: Checked = { parsed: false, findings: 0, suggestions: 0, faults: [], slowest: null };
  let linted: Linted;
  try {
    linted = lint(code, filename, used);
  } catch (error) {
    if (!isCode(code)) return none;
    return { ...none, parsed: true, faults: [{ kind: 'crash', what: crashOf(error) }] };
  }
  if (linted.messages.some(({ fatal }) => fatal)) return none;
  const slowest = isSlow(linted.slowest) ? faster(linted, lint(code, filename, used)) : linted.slowest;
  // ESLint counts positions without the byte order mark.
  const text = code.replace(/^\uFEFF/, '');
  const checked: Checked = { ...none, parsed: true, findings: linted.messages.length, slowest };
  if (isSlow(slowest)) checked.faults.push({ kind: 'slow', what: slownessText(slowest) });
  for (const message of linted.messages) {
    checked.faults.push(...positionFaults(message, text), ...messageFaults(message));
    for (const { fix, desc } of message.suggestions ?? []) {
      checked.suggestions++;
      const fault = editFault(fix, text, isCode);
      if (fault)
        checked.faults.push({ kind: 'broken suggestion', what: `${placeOf(message)} "${desc}" ${fault}` });
    }
  }
  return checked;
}

/** Does ESLint itself, without any rule, get through this text? */
function parses(code: string, filename: string, used: Linter.Config): boolean {
  try {
    return linter.verify(code, [used], { filename }).every(({ fatal }) => !fatal);
  } catch {
    return false;
  }
}

function crashOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const at = error.stack?.split('\n').find((line) => line.includes('eslint-plugin/src/'));
  const [first] = error.message.split('\n');
  return `${first}${at ? ` ${at.trim().replace(/file:\/\/\S*(?=eslint-plugin\/src)/, '')}` : ''}`;
}

/** Does a rule take so long that something must be wrong with how it works? */
export function isSlow(slowest: Slowness | null): slowest is Slowness {
  return slowest !== null && slowest.ms > slowFactor * slowest.parseMs + slowFloorMs;
}

/** A busy machine makes one run slow, rarely two. */
function faster(one: Linted, other: Linted): Slowness | null {
  return (one.slowest?.ms ?? 0) < (other.slowest?.ms ?? 0) ? one.slowest : other.slowest;
}

/** `no-key-per-attempt took 812 ms, parsing 3 ms`. */
export function slownessText({ rule, ms, parseMs }: Slowness): string {
  return `${rule} took ${ms.toFixed(0)} ms, parsing ${parseMs.toFixed(0)} ms`;
}

function placeOf({ ruleId, line, column }: Linter.LintMessage): string {
  return `${ruleId} at ${line}:${column}`;
}

function positionFaults(message: Linter.LintMessage, text: string): Fault[] {
  // As ECMAScript counts lines, and ESLint with it.
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  const { line, column, endLine, endColumn } = message;
  const inside = (at: number | undefined, where: number | undefined): boolean =>
    at !== undefined &&
    where !== undefined &&
    Number.isInteger(at) &&
    Number.isInteger(where) &&
    where >= 1 &&
    where <= (lines[at - 1]?.length ?? -1) + 1;
  const fault = (what: string): Fault[] => [
    { kind: 'broken position', what: `${placeOf(message)} to ${endLine}:${endColumn} ${what}` },
  ];
  if (!inside(line, column)) return fault('begins outside the text');
  if (!inside(endLine, endColumn)) return fault('ends outside the text');
  const ends = endLine! > line || (endLine === line && endColumn! > column);
  return ends ? [] : fault('ends before it begins');
}

function messageFaults(message: Linter.LintMessage): Fault[] {
  const hole = /\bundefined\b|\bnull\b|\[object |\{\{|\bNaN\b|\(by \)/.exec(message.message);
  return hole ? [{ kind: 'broken message', what: `${placeOf(message)} says "${hole[0]}"` }] : [];
}

function editFault(
  { range: [start, end], text: put }: { range: readonly [number, number]; text: string },
  text: string,
  isCode: (after: string) => boolean,
): string | null {
  if (!(start >= 0 && start <= end && end <= text.length))
    return `edits ${start} to ${end}, outside the text`;
  const after = text.slice(0, start) + put + text.slice(end);
  if (after === text) return 'changes nothing';
  return isCode(after) ? null : 'leaves code that does not parse';
}
