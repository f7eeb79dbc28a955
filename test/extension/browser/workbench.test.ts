import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { copyTestWorkspace } from '../harness/test-workspace.ts';
import { openWorkbench, type Workbench } from '../harness/workbench.ts';

describe('VS Code in the browser', function () {
  this.timeout(120_000);
  let workbench: Workbench;

  before(async () => {
    const folder = copyTestWorkspace();
    fs.writeFileSync(path.join(folder, 'unfinished.json'), '{ "a": ');
    workbench = await openWorkbench({ folder, extension: 'none' });
  });
  after(() => workbench?.close());

  it('opens a file, runs a command and shows problems', async () => {
    await workbench.openFile('unfinished.json');
    const rows = await workbench.problems();
    await rows.filter({ hasText: 'Value expected' }).first().waitFor();
  });

  it('wears light, dark and high contrast', async () => {
    const pictures = new Set<string>();
    for (const theme of ['light', 'dark', 'high-contrast'] as const) {
      await workbench.setTheme(theme);
      const picture = await workbench.screenshot(`workbench-${theme}`);
      pictures.add(fs.readFileSync(picture).toString('base64'));
    }
    assert.equal(pictures.size, 3);
  });
});
