import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Linter, Rule } from 'eslint';
import plugin from 'eslint-plugin-idempotency';
import { version } from '../../eslint-plugin/src/version.ts';
import { loadESLint, testedMajor } from './eslint-versions.ts';
import { examplesIn } from './page-examples.ts';
import { languageOptions } from './rule-tester.ts';

const root = path.join(import.meta.dirname, '..', '..');
const pages = path.join(root, 'eslint-plugin', 'docs', 'rules');
const { Linter: ESLintLinter } = loadESLint(testedMajor);

function lint(code: string, filename: string, rule: string): Linter.LintMessage[] {
  const config = {
    files: ['**/*.{ts,tsx,js,jsx}'],
    plugins: { idempotency: plugin },
    rules: { [`idempotency/${rule}`]: 'error' },
    languageOptions,
  } as unknown as Linter.Config;
  return new ESLintLinter({ configType: 'flat' }).verify(code, [config], { filename });
}

/** Names of rules whose pages a README links to. */
function linkedIn(readme: string): string[] {
  const links = readFileSync(path.join(root, readme), 'utf8').matchAll(/\(\S*docs\/rules\/([a-z-]+)\.md\)/g);
  return [...new Set([...links].map(([, name]) => name ?? ''))].sort();
}

const rules = Object.entries(plugin.rules as Record<string, Rule.RuleModule>);
const names = rules.map(([name]) => name).sort();

describe('the documentation', () => {
  it('has a page for each rule and no other', () => {
    const found = readdirSync(pages).map((file) => path.basename(file, '.md'));
    assert.deepEqual(found.sort(), names);
  });

  it('lists every rule in the README of the package and in the README of the project', () => {
    assert.deepEqual(linkedIn('eslint-plugin/README.md'), names);
    assert.deepEqual(linkedIn('README.md'), names);
  });

  for (const [name, rule] of rules) {
    describe(name, () => {
      const file = path.join(pages, `${name}.md`);
      const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const examples = examplesIn(page);

      it('has metadata that says everything a reader or an editor asks for', () => {
        const { meta } = rule;
        const { description, url } = (meta?.docs ?? {}) as { description?: string; url?: string };
        assert.match(description ?? '', /^(?:disallow|require|enforce) [^.]+$/);
        assert.ok(url?.endsWith(`/docs/rules/${name}.md`), url);
        assert.equal(meta?.type, 'problem');
        assert.equal(meta?.fixable, undefined, 'edits that change behaviour are suggestions, not fixes');
        for (const message of Object.values(meta?.messages ?? {})) {
          assert.match(message, /^(?:[A-Z]|\{\{).*\.$/s, 'messages are sentences');
        }
      });

      it('shows wrong code and right code', () => {
        assert.ok(
          examples.some(({ right }) => !right),
          'there is no ❌ block',
        );
        assert.ok(
          examples.some(({ right }) => right),
          'there is no ✅ block',
        );
      });

      for (const { right, language, line, code } of examples) {
        it(`${right ? 'is silent about the ✅' : 'reports the ❌'} block at line ${line}`, () => {
          assert.match(language, /^(?:ts|tsx|js|jsx)$/, 'an example names its language');
          const messages = lint(code, `example.${language}`, name);
          const reported = messages.map(({ line: at, message }) => `${at}: ${message}`);
          assert.equal(messages.filter(({ fatal }) => fatal).length, 0, reported.join('\n'));
          if (right) assert.deepEqual(reported, []);
          else assert.ok(messages.length > 0, 'nothing is reported');
        });
      }
    });
  }
});

describe('the plugin object', () => {
  it('carries the name and version of its package', () => {
    const manifest = JSON.parse(readFileSync(path.join(root, 'eslint-plugin', 'package.json'), 'utf8')) as {
      name: string;
      version: string;
    };
    assert.deepEqual(plugin.meta, {
      name: manifest.name,
      version: manifest.version,
      namespace: 'idempotency',
    });
    assert.equal(version, manifest.version);
  });

  it('has configs that follow from the metadata', () => {
    const preset = (rule: Rule.RuleModule): unknown => (rule.meta?.docs as { preset?: unknown }).preset;
    const switchedOn = (config: Linter.Config) => Object.keys(config.rules ?? {}).sort();
    const named = (presets: unknown[]) =>
      rules.filter(([, rule]) => presets.includes(preset(rule))).map(([name]) => `idempotency/${name}`);
    assert.deepEqual(switchedOn(plugin.configs.recommended), named(['recommended']).sort());
    assert.deepEqual(switchedOn(plugin.configs.strict), named(['recommended', 'strict']).sort());
    assert.deepEqual(Object.keys(plugin.configs), ['recommended', 'strict']);
  });

  it('switches the four core rules on in "recommended"', () => {
    assert.deepEqual(plugin.configs.recommended.rules, {
      'idempotency/no-check-then-insert': 'error',
      'idempotency/no-key-per-attempt': 'error',
      'idempotency/no-sensitive-key': 'error',
      'idempotency/require-key-on-retry': 'error',
    });
  });
});
