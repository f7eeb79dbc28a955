import type { Linter } from 'eslint';
import plugin from 'eslint-plugin-idempotency';
import { loadESLint, testedMajor } from '../eslint-versions.ts';
import { languageOptions } from '../rule-tester.ts';

const linter = new (loadESLint(testedMajor).Linter)({ configType: 'flat' });

/** A finding, without its position: what an edit before it moves. */
export interface Finding {
  rule: string;
  message: string;
  suggestions: { kind: string; fix: { range: [number, number]; text: string } }[];
}

/** A text that comes out of one suggestion. */
export interface Applied {
  /** The message id of the suggestion: `hoist`, `send`, `claim`, ... */
  kind: string;
  /** The rule that made it. */
  rule: string;
  text: string;
  /** What is left out of the findings of the text before: nothing but the one whose suggestion was taken. */
  left: Finding[];
  /** What the new text is told. */
  told: Finding[];
}

/** What all rules say of a text, in source order. Throws where it does not parse. */
export function findingsIn(text: string, filename: string): Finding[] {
  const config = {
    files: ['**/*.{ts,tsx,cts,mts,js,jsx,cjs,mjs}'],
    plugins: { idempotency: plugin },
    rules: plugin.configs.strict.rules,
    languageOptions: /\.c[jt]s$/.test(filename)
      ? { ...languageOptions, sourceType: 'commonjs' }
      : languageOptions,
  } as unknown as Linter.Config;
  return linter.verify(text, [config], { filename }).map((found) => {
    if (found.fatal || found.ruleId === null)
      throw new Error(`${filename}:${found.line}: ${found.message}\n${text}`);
    return {
      rule: found.ruleId,
      message: found.message,
      suggestions: (found.suggestions ?? []).map(({ messageId, fix }) => ({ kind: messageId ?? '', fix })),
    };
  });
}

/** Each suggestion of a text, taken alone. */
export function eachApplied(text: string, filename: string): Applied[] {
  const findings = findingsIn(text, filename);
  return findings.flatMap((finding) =>
    finding.suggestions.map(({ kind, fix }) => {
      const result = text.slice(0, fix.range[0]) + fix.text + text.slice(fix.range[1]);
      const left = findings.filter((other) => other !== finding);
      return { kind, rule: finding.rule, text: result, left, told: findingsIn(result, filename) };
    }),
  );
}

/** The texts on the way from a text to one without suggestions, the first suggestion taken each time. */
export function oneAfterTheOther(text: string, filename: string): string[] {
  const texts: string[] = [];
  for (let [next] = eachApplied(text, filename); next; [next] = eachApplied(next.text, filename)) {
    if (texts.push(next.text) > 20) throw new Error(`${filename}: suggestions without end`);
  }
  return texts;
}
