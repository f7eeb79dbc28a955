/**
 * What our rules cost beside ESLint's own work: `npm run bench -- <folder>...`.
 *
 * One run of ESLint in one process over every JavaScript and TypeScript file of the folders (node_modules left out)
 * gives the time of the parser, of ESLint's own `no-unused-vars`, and of all our rules together, as ESLint's `stats`
 * measure them: over all files, over those whose text lets our model speak at all, and over the others. A rule's time
 * is that of its `create` and of its listeners; what our rules share counts for the one that asks first. Ours run
 * before `no-unused-vars`, so the text and the tree are as cold for them as they get.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ESLint } from 'eslint';
import * as parser from '@typescript-eslint/parser';
import plugin from '../../eslint-plugin/src/index.ts';
import { mayMatter } from '../../eslint-plugin/src/model/trigger.ts';
import { readSettings } from '../../eslint-plugin/src/settings.ts';

/** Milliseconds. */
interface Times {
  files: number;
  lines: number;
  findings: number;
  parse: number;
  unusedVars: number;
  ours: number;
}

const none = (): Times => ({ files: 0, lines: 0, findings: 0, parse: 0, unusedVars: 0, ours: 0 });
const ourRules = Object.keys(plugin.configs.strict.rules ?? {});
const compared = 'no-unused-vars';

function add(total: Times, result: ESLint.LintResult, text: string): void {
  total.files++;
  total.lines += text.split('\n').length;
  total.findings += result.messages.filter(
    ({ ruleId }) => ruleId !== null && ourRules.includes(ruleId),
  ).length;
  for (const pass of result.stats?.times.passes ?? []) {
    const timeOf = (rule: string): number => pass.rules?.[rule]?.total ?? 0;
    total.parse += pass.parse?.total ?? 0;
    total.unusedVars += timeOf(compared);
    total.ours += ourRules.reduce((sum, rule) => sum + timeOf(rule), 0);
  }
}

function print(title: string, { files, lines, findings, parse, unusedVars, ours }: Times): void {
  const ms = (value: number): string => `${value.toFixed(0)} ms`.padStart(12);
  const ratio = (part: number, whole: number): string => (whole === 0 ? 'none' : (part / whole).toFixed(3));
  console.log(`\n${title}: ${files} files, ${lines} lines, ${findings} findings of ours`);
  console.log(`  parse                    ${ms(parse)}`);
  console.log(`  ${compared}           ${ms(unusedVars)}`);
  console.log(`  our ${String(ourRules.length).padEnd(2)} rules together     ${ms(ours)}`);
  console.log(`  ours / ${compared}    ${ratio(ours, unusedVars).padStart(12)}`);
  console.log(`  ours / parse             ${ratio(ours, parse).padStart(12)}`);
}

const { positionals } = parseArgs({ allowPositionals: true });
const folders = positionals.map((name) => path.resolve(name));
const missing = folders.filter((name) => !fs.statSync(name, { throwIfNoEntry: false })?.isDirectory());
if (folders.length === 0 || missing.length > 0) {
  for (const name of missing) console.error(`There is no folder ${name}.`);
  console.error('Name folders of JavaScript or TypeScript code: npm run bench -- <folder>...');
  process.exit(2);
}

const eslint = new ESLint({
  cwd: path.parse(folders[0] ?? process.cwd()).root,
  overrideConfigFile: true,
  ignore: false,
  stats: true,
  overrideConfig: [
    {
      files: ['**/*.{ts,tsx,js,jsx,mjs,cjs}'],
      languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
      plugins: { idempotency: plugin },
      rules: { ...plugin.configs.strict.rules, [compared]: 'error' },
    },
  ],
});

const settings = readSettings(undefined);
const all = none();
const withTrigger = none();
const withoutTrigger = none();
let unparsed = 0;
let crashed = 0;
const files = folders.flatMap((cwd) =>
  fs
    .globSync('**/*.{ts,tsx,js,jsx,mjs,cjs}', {
      cwd,
      exclude: (name) => path.basename(name) === 'node_modules',
    })
    .map((name) => path.join(cwd, name)),
);
for (const file of files.filter((name) => fs.statSync(name).isFile())) {
  const text = fs.readFileSync(file, 'utf8');
  let results;
  try {
    results = await eslint.lintText(text, { filePath: file });
  } catch (error) {
    // ESLint's own rule throws on some real files; a rule of ours that does is a bug to be seen.
    if ((error as { ruleId?: string }).ruleId !== compared) throw error;
    crashed++;
    continue;
  }
  for (const result of results) {
    if (result.messages.some(({ fatal }) => fatal)) {
      unparsed++;
      continue;
    }
    add(all, result, text);
    add(mayMatter(text, settings) ? withTrigger : withoutTrigger, result, text);
  }
}

print('All files', all);
print('Files with a trigger word', withTrigger);
print('Files without a trigger word', withoutTrigger);
if (unparsed > 0) console.log(`\n${unparsed} files do not parse and are left out.`);
if (crashed > 0) console.log(`\n${crashed} files on which ${compared} itself throws are left out.`);
