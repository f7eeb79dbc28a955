import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/project.ts';
import { suites } from '../../scripts/test-suites.ts';

/** What VS Code's extension host is given, by a script of ours and not by mocha's command line. */
const inExtensionHost = 'test/extension/suite/*.test.ts';

describe('npm test', () => {
  it('runs every test file', () => {
    const patterns = suites.flatMap(({ runs }) => ('mocha' in runs ? [runs.mocha] : [inExtensionHost]));
    const files = fs
      .readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `test/${file.replaceAll('\\', '/')}`);
    assert.ok(files.length > 0);
    assert.deepEqual(
      files.filter((file) => !patterns.some((pattern) => path.matchesGlob(file, pattern))),
      [],
    );
  });
});
