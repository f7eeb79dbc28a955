import type { Locator, Page } from 'playwright-core';

/** What a person, or a screen reader, finds on the page. */
export const grid = (page: Page): Locator => page.getByRole('grid');

/** The row with this text, of those in the document. */
export const rowOf = (page: Page, text: string | RegExp): Locator =>
  grid(page).getByRole('row').filter({ hasText: text });

export const chip = (page: Page, name: string): Locator =>
  page
    .getByRole('group', { name: 'Show rows by state' })
    .getByRole('button', { name: new RegExp(`^${name} `) });

export const searchBox = (page: Page): Locator => page.getByRole('searchbox');

export const detail = (page: Page): Locator => page.getByRole('complementary', { name: 'Selected row' });

/** The text of the element that has the focus, or the name of its kind. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const active = document.activeElement!;
    return `${active.getAttribute('role') ?? active.tagName.toLowerCase()}: ${(active as HTMLElement).innerText ?? ''}`
      .replace(/\s+/g, ' ')
      .trim();
  });

/** The texts of the rows' cells in one column, in the order of the rows. */
export const column = async (page: Page, name: string): Promise<string[]> =>
  await grid(page)
    .locator(`.grid-body [data-column=${name}]`)
    .evaluateAll((cells) =>
      cells
        .map((cell) => ({
          row: Number(cell.closest('[role=row]')!.getAttribute('aria-rowindex')),
          text: (cell as HTMLElement).innerText.trim(),
        }))
        .sort((left, right) => left.row - right.row)
        .map(({ text }) => text),
    );
