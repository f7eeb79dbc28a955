import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { eventually } from './stage/eventually.ts';
import { FakeHost } from './stage/fake-host.ts';
import { closePages, openPage, photograph, raiseStage, strikeStage } from './stage/inspector-stage.ts';
import { keyTable, manyRows, row, shopRows } from './stage/sample-rows.ts';
import { themes } from './stage/themes.ts';
import type { ThemeName } from './stage/themes.ts';
import { chip, detail, grid, rowOf, searchBox } from './stage/seen.ts';

/** What axe objects to, in lines a person can read. */
async function objections(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
}

function story(): FakeHost {
  const host = new FakeHost();
  host.rows = manyRows(400);
  host.rows.splice(
    8,
    0,
    row(9_001, {
      state: 'failed',
      code: null,
      body: null,
      bodyBytes: null,
      retry: { outcome: 'runs-again', code: null, why: 'The work failed and no answer is saved.' },
    }),
  );
  host.rows.splice(
    9,
    0,
    row(9_002, {
      state: 'unknown',
      code: null,
      stateRule: 'unknown: state is “limbo”',
      retry: { outcome: 'unknown', code: null, why: 'The row does not say whether its work is done.' },
    }),
  );
  host.findings = [
    {
      id: 'same-request-other-key',
      severity: 'error',
      table: 'idempotency_keys',
      sentence: '1 request came under two keys, 4 s apart: the client makes a key for each attempt.',
      rows: 2,
      examples: [host.rows[1]!, host.rows[2]!],
      page: 'same-request-other-key',
      rule: 'no-key-per-attempt',
    },
    {
      id: 'stuck-rows',
      severity: 'warning',
      table: 'idempotency_keys',
      sentence: '1 key is stuck: nobody works on it.',
      rows: 1,
      examples: [host.rows[3]!],
      page: 'stuck-rows',
      rule: null,
    },
    {
      id: 'never-swept',
      severity: 'info',
      table: 'idempotency_keys',
      sentence: '287,973 expired keys were never swept.',
      rows: 287_973,
      examples: [],
      page: 'never-swept',
      rule: null,
    },
  ];
  return host;
}

describe('the inspector’s page in VS Code’s themes', function () {
  this.timeout(60_000);
  before(raiseStage);
  after(strikeStage);
  afterEach(async () => assert.deepEqual(await closePages(), []));

  for (const theme of Object.keys(themes) as ThemeName[]) {
    const name = theme.toLowerCase().replaceAll(' ', '-');

    describe(theme, () => {
      it('has nothing that axe objects to: rows, selected row, finding, how the table is read', async () => {
        const page = await openPage(story(), { theme });
        await rowOf(page, '13:00:29').click();
        await detail(page).getByLabel('Body').waitFor();
        await page.mouse.move(700, 500);
        await photograph(page, `theme-${name}`);
        assert.deepEqual(await objections(page), []);
        await page.getByRole('button', { name: '1 request came under two keys' }).click();
        await page.getByRole('button', { name: '11 of 12 columns understood' }).click();
        await chip(page, 'Completed').click();
        await chip(page, 'Completed').hover();
        await photograph(page, `theme-${name}-open`);
        assert.deepEqual(await objections(page), []);
      });

      it('has nothing that axe objects to: failures and empty places', async () => {
        const host = story();
        const page = await openPage(host, { theme });
        await searchBox(page).fill('nothing like this');
        await page.getByText('No key, scope or fingerprint contains').waitFor();
        assert.deepEqual(await objections(page), []);
        await host.event({
          event: 'lost',
          error: {
            code: 'lost',
            what: 'The connection to the database is lost.',
            why: 'The server ended it.',
            action: 'The page asks again as soon as the server answers.',
          },
        });
        await page.getByRole('alert').waitFor();
        await photograph(page, `theme-${name}-lost`);
        assert.deepEqual(await objections(page), []);
        const failed = new FakeHost();
        failed.instead.set('tables', {
          code: 'not-a-database',
          what: 'notes.db is not a database.',
          why: 'Its first bytes are not those of a SQLite file.',
          action: 'Choose another file.',
        });
        const failure = await openPage(failed, { theme });
        await failure.getByRole('alert').waitFor();
        assert.deepEqual(await objections(failure), []);
      });
    });
  }

  for (const theme of ['Dark High Contrast', 'Light High Contrast'] as const) {
    it(`draws the focus, the selection and every edge in ${theme}`, async () => {
      const page = await openPage(story(), { theme });
      await rowOf(page, '13:00:29').click();
      await detail(page).waitFor();
      const outline = await rowOf(page, '13:00:29').evaluate((each) => getComputedStyle(each).outlineStyle);
      assert.equal(outline, 'solid');
      const chosen = await chip(page, 'All').evaluate((each) => getComputedStyle(each).borderColor);
      const notChosen = await chip(page, 'Stuck').evaluate((each) => getComputedStyle(each).borderColor);
      assert.notEqual(chosen, notChosen);
      const edges = await page.evaluate(() =>
        ['.chip', '.say', '.text-block', '.grid-row', '.audit'].map((selector) => {
          const style = getComputedStyle(document.querySelector(selector)!);
          return style.borderBlockEndWidth !== '0px' || style.borderBlockStartWidth !== '0px'
            ? style.borderBlockColor
            : selector;
        }),
      );
      const contrast = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--vscode-contrastBorder').trim(),
      );
      assert.match(contrast, /^#/);
      assert.ok(
        edges.every((edge) => edge.startsWith('rgb')),
        edges.join(', '),
      );
    });
  }

  it('uses no colour but the theme’s', async () => {
    const page = await openPage(story());
    await rowOf(page, '13:00:29').click();
    await detail(page).waitFor();
    // Every variable of the theme turned to one colour: whatever has another one does not come from the theme.
    const strangers = await page.evaluate(() => {
      const root = document.documentElement.style;
      for (const name of [...root]) {
        if (name.startsWith('--vscode-') && CSS.supports('color', root.getPropertyValue(name))) {
          root.setProperty(name, 'rgb(1, 2, 3)');
        }
      }
      const own = new Set<string>();
      for (const each of document.querySelectorAll<HTMLElement>('idempotency-inspector *')) {
        const style = getComputedStyle(each);
        for (const property of ['color', 'backgroundColor', 'borderTopColor', 'outlineColor'] as const) {
          if (
            style.visibility !== 'hidden' &&
            !/rgba?\(1, 2, 3|rgba\(0, 0, 0, 0\)|color\(srgb 0\.003/.test(style[property])
          ) {
            own.add(`${each.className || each.tagName} ${property} ${style[property]}`);
          }
        }
      }
      return [...own];
    });
    assert.deepEqual(strangers, []);
  });

  it('puts the detail below in a narrow panel', async () => {
    const page = await openPage(story(), { width: 480, height: 900 });
    await rowOf(page, 'Stuck').click();
    await detail(page).waitFor();
    const [rows, below] = await Promise.all([grid(page).boundingBox(), detail(page).boundingBox()]);
    assert.ok(below!.y >= rows!.y + rows!.height - 1);
    assert.equal(await page.getByRole('separator').getAttribute('aria-orientation'), 'horizontal');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 480);
    await photograph(page, 'stacked');
  });

  it('stays usable at 200 % zoom', async () => {
    const page = await openPage(story(), { width: 680, height: 400 });
    await rowOf(page, 'Stuck').click();
    await detail(page).waitFor();
    await eventually(async () => {
      assert.ok((await grid(page).boundingBox())!.height >= 100);
      assert.ok((await detail(page).boundingBox())!.height >= 100);
    });
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 680);
    await photograph(page, 'zoomed');
  });

  it('does not move where the user wants no motion', async () => {
    const host = new FakeHost();
    host.instead.set('tables', 'wait');
    const page = await openPage(host, { reducedMotion: true });
    await page.getByText('Looking for key tables…').waitFor();
    const moving = await page.evaluate(
      () => document.getAnimations().filter((animation) => animation.playState === 'running').length,
    );
    assert.equal(moving, 0);
  });

  it('shows many tables and a table without a unique rule', async () => {
    const host = story();
    host.rows = shopRows();
    host.tables = [
      { ...keyTable, schema: 'billing', unique: [] },
      { ...keyTable, schema: 'billing', table: 'refund_keys' },
      { ...keyTable, schema: 'public', table: 'sessions', opens: false },
    ];
    const page = await openPage(host, { theme: 'Light Modern' });
    await page.getByText('no unique rule').waitFor();
    assert.deepEqual(await objections(page), []);
    await photograph(page, 'many-tables');
  });
});
