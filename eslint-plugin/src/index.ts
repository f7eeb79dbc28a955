import type { Rule } from 'eslint';
import { configsOf, namespace } from './configs.ts';
import { noCheckThenInsert } from './rules/no-check-then-insert.ts';
import { noKeyPerAttempt } from './rules/no-key-per-attempt.ts';
import { noSensitiveKey } from './rules/no-sensitive-key.ts';
import { requireKeyOnRetry } from './rules/require-key-on-retry.ts';
import { version } from './version.ts';

const rules: Record<string, Rule.RuleModule> = {
  'no-check-then-insert': noCheckThenInsert,
  'no-key-per-attempt': noKeyPerAttempt,
  'no-sensitive-key': noSensitiveKey,
  'require-key-on-retry': requireKeyOnRetry,
};

const plugin = {
  meta: { name: 'eslint-plugin-idempotency', version, namespace },
  rules,
  configs: {} as ReturnType<typeof configsOf>,
};
// A flat config names the plugin object it belongs to, so the configs come after it.
Object.assign(plugin.configs, configsOf(plugin));

export default plugin;
// What `require('eslint-plugin-idempotency')` returns where Node.js can require a module (20.19 and later).
export { plugin as 'module.exports' };
