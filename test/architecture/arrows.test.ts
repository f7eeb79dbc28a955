import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { forbiddenImports } from './arrows.ts';
import { importGraph } from './import-graph.ts';

const root = path.join(import.meta.dirname, '..', '..');

describe('architecture', () => {
  it('has no import against the arrows', async () => {
    assert.deepEqual(await forbiddenImports(root), []);
  });

  it('reads the imports of real files', async () => {
    const files = new Set((await importGraph(root, 'eslint-plugin')).map(({ file }) => file));
    assert.ok(files.has('eslint-plugin/src/index.ts'), [...files].join('\n'));
  });

  describe('finds a planted wrong import', () => {
    let planted: string;

    async function plant(files: Record<string, string>): Promise<string[]> {
      for (const [file, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(planted, file)), { recursive: true });
        await writeFile(path.join(planted, file), text);
      }
      return forbiddenImports(planted);
    }

    beforeEach(async () => {
      planted = await mkdtemp(path.join(tmpdir(), 'idempotency-arrows-'));
    });
    afterEach(() => rm(planted, { recursive: true, force: true }));

    it('of vscode in the inspector, in any spelling', async () => {
      const found = await plant({
        'inspector/src/a.ts': "import * as vscode from 'vscode';",
        'inspector/src/b.ts': "const vscode = require('vscode');",
        'inspector/src/c.ts': "\nexport const load = () => import('vscode');",
        'inspector/src/d.ts': "export type Uri = import('vscode').Uri;",
      });
      assert.deepEqual(found, [
        'inspector/src/a.ts:1 imports vscode: only extension may',
        'inspector/src/b.ts:1 imports vscode: only extension may',
        'inspector/src/c.ts:2 imports vscode: only extension may',
        'inspector/src/d.ts:1 imports vscode: only extension may',
      ]);
    });

    it('of more than the protocol types in the page', async () => {
      const found = await plant({
        'webview/src/right.ts': "import type { RecordRow } from 'idempotency-inspector/protocol';",
        'webview/src/value.ts': "import { version } from 'idempotency-inspector/protocol';",
        'webview/src/whole.ts': "import type { KeyStore } from 'idempotency-inspector';",
        'webview/src/path.ts': "import type { KeyStore } from '../../inspector/src/index.ts';",
      });
      assert.deepEqual(found, [
        'webview/src/path.ts:1 imports ../../inspector/src/index.ts: webview may take only types, only from idempotency-inspector/protocol',
        'webview/src/value.ts:1 imports idempotency-inspector/protocol: webview may take only types, only from idempotency-inspector/protocol',
        'webview/src/whole.ts:1 imports idempotency-inspector: webview may take only types, only from idempotency-inspector/protocol',
      ]);
    });

    it('of the extension anywhere, and of one package in the other', async () => {
      const found = await plant({
        'extension/src/extension.ts':
          "import * as vscode from 'vscode';\nimport 'eslint-plugin-idempotency';",
        'inspector/src/a.ts': "export * from '../../extension/src/extension.ts';",
        'eslint-plugin/src/a.ts': "import 'idempotency-inspector/protocol';",
        'examples/shop/src/a.ts': "import plugin from 'eslint-plugin-idempotency';",
      });
      assert.deepEqual(found, [
        'eslint-plugin/src/a.ts:1 imports idempotency-inspector/protocol: no arrow from eslint-plugin to inspector',
        'examples/shop/src/a.ts:1 imports eslint-plugin-idempotency: no arrow from shop to eslint-plugin',
        'inspector/src/a.ts:1 imports ../../extension/src/extension.ts: no arrow from inspector to extension',
      ]);
    });
  });
});
