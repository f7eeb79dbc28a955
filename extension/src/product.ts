/**
 * Names and addresses of the product, in one place. Nothing is published yet: a null address means that what would be
 * linked to stands in the package itself.
 */

/** Shown to people: output channel, status item, command category. */
export const displayName = 'Idempotency';

/** The same as `publisher` in package.json (a test compares them). */
export const publisher = 'idempotency';

/** The same as `name` in package.json; also the prefix of settings and commands. */
export const extensionName = 'idempotency';

export const extensionId = `${publisher}.${extensionName}`;

/** Public address of the source repository. */
export const repository: string | null = null;

/** Public address under which the pages of rules stand; `<address>/<rule>` when there is one. */
export const pageAddress: string | null = null;

/** View type of the custom editor in package.json. */
export const keyTableViewType = 'idempotency.keyTable';

export const commands = {
  openKeyTable: 'idempotency.openKeyTable',
  openRulePage: 'idempotency.openRulePage',
  restartLinter: 'idempotency.restartLinter',
  showLog: 'idempotency.showLog',
} as const;
