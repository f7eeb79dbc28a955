/**
 * The product in one command, on `examples/shop`: what `npm start` runs. `npm start -- --no-editor` ends before the
 * editor is opened.
 */
import path from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { build } from './build.ts';
import { printFindings } from './print-findings.ts';
import { run } from './lifetimes.ts';
import { packageExtension } from './package-vsix.ts';
import { root } from './project.ts';
import { thisTarget } from './targets.ts';
import { startVsCodeServer } from './vscode-server.ts';

const shop = path.join(root, 'examples/shop');

const step = (number: number, text: string): void =>
  console.log(`\n${styleText('bold', `${number}. ${text}`)}\n`);

async function runOrFail(what: string, args: string[]): Promise<void> {
  const code = await run(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (code !== 0) throw new Error(`${what} ended with code ${code}; its last lines are above.`);
}

async function openEditor(vsix: string): Promise<void> {
  const server = await startVsCodeServer({ purpose: 'person', vsix: [vsix] });
  console.log('VS Code runs in the browser, with the extension installed and the shop open:\n');
  console.log(`  ${styleText('cyan', server.address(shop))}\n`);
  console.log('The address holds its own random key and answers on this machine only. The folder opens in');
  console.log('Restricted Mode until you trust it; findings and key tables show either way. Try');
  console.log('src/wrong/payment-client.ts, and "Idempotency: Open Key Table…" among the commands (F1).');
  console.log('Ctrl+C ends it all.');
  await server.endedByItself;
  throw new Error(`VS Code's server ended by itself; its last lines:\n${server.log().slice(-2_000)}`);
}

async function tour(editor: boolean): Promise<void> {
  step(1, 'Build');
  await build(['plugin', 'inspector']);
  const [vsix] = await packageExtension([thisTarget()]);

  step(2, 'What the ESLint plugin finds in examples/shop');
  await printFindings(shop);

  step(3, 'The shop runs: payments, lost replies, retries, crashes');
  await runOrFail('The shop', ['--conditions=idempotency-source', path.join(shop, 'src/run.ts')]);

  step(4, 'Its key table, by the inspector');
  const database = path.relative(root, path.join(shop, 'data/shop.db'));
  console.log(styleText('dim', `idempotency-inspect ${database}\n`));
  await runOrFail('The inspector', [path.join(root, 'inspector/dist/cli.js'), database]);

  step(5, 'In your editor');
  console.log('Install the extension into a desktop VS Code with');
  console.log(`  code --install-extension ${path.relative(process.cwd(), vsix!)}\n`);
  if (editor) await openEditor(vsix!);
}

const { values } = parseArgs({ options: { 'no-editor': { type: 'boolean', default: false } } });
try {
  await tour(!values['no-editor']);
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  process.exit(1);
}
