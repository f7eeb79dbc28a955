#!/usr/bin/env node
/**
 * The command `idempotency-inspect`. It looks at the Node version before it loads anything else: the SQLite driver
 * does not fail on an old Node, it crashes.
 */
const OLDEST_NODE = 22;

const major = Number(process.versions.node.split('.')[0]);
if (major < OLDEST_NODE) {
  process.stderr.write(
    `idempotency-inspect needs Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}.\n` +
      `Its SQLite driver does not run on older versions.\n` +
      `Install a newer Node (nodejs.org), or run it once with: npx --package=node@24 --package=idempotency-inspector idempotency-inspect ...\n`,
  );
  process.exitCode = 1;
} else {
  const { run } = await import('./cli/run.ts');
  process.exitCode = await run(process.argv.slice(2));
}
