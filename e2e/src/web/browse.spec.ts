// Lists of series and books: filters are built, shared, saved and opened again.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTales } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { phone, show, startWeb, type Web } from '../harness/browser/web.ts';

describe('browsing', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: await makeTales() });
  }, 120_000);

  afterAll(() => web?.end());

  const filterOf = (url: string): unknown => JSON.parse(new URL(url).searchParams.get('filter') ?? 'null');

  test('builds a filter of nested and negated rules with suggestions and a result count', async () => {
    const page = await web.signedIn('/series');
    await page.getByText('26 series').waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Advanced' }).click();
    const builder = page.getByRole('dialog', { name: 'Filter series' });
    const choose = async (rule: number, field: string) => {
      const at = builder.getByRole('group', { name: `Rule ${rule}`, exact: true }).last();
      await at.getByRole('combobox', { name: 'Field' }).fill(field);
      await page.getByRole('option', { name: field, exact: true }).click();
      return at;
    };
    const first = await choose(1, 'Genre');
    await first.getByLabel('Value').fill('hor');
    await page.getByRole('option', { name: /Horror.*9 series/ }).click();
    await builder.getByText('9 series match').waitFor();
    await builder.getByRole('button', { name: 'Add group' }).click();
    const group = builder.getByRole('group', { name: 'Group 1.2' });
    await group.getByLabel('Match').selectOption({ label: 'None of these matches' });
    const year = await choose(1, 'Year');
    await year.getByLabel('Operator').selectOption({ label: 'is less than' });
    await year.getByLabel('Value').fill('1996');
    await group.getByRole('button', { name: 'Add rule' }).click();
    const title = await choose(2, 'Title');
    await title.getByLabel('Operator').selectOption({ label: 'begins with' });
    await title.getByLabel('Value').fill('g');
    await builder.getByText('6 series match').waitFor();
    await show(page, 'builder');
    await expectAccessible(page);
    await builder.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('6 series', { exact: true }).waitFor();
    expect(filterOf(page.url())).toEqual({
      allOf: [
        { genre: { operator: 'is', value: 'Horror' } },
        {
          not: {
            anyOf: [
              { year: { operator: 'lt', value: 1996 } },
              { title: { operator: 'beginsWith', value: 'g' } },
            ],
          },
        },
      ],
    });
    await page.getByRole('button', { name: 'Remove filter: Genre is Horror' }).click();
    await page.getByText('19 series', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('6 series', { exact: true }).waitFor();
  });

  test('applies quick filters with one tap and stores them in the address, which works for other users', async () => {
    const page = await web.signedIn('/series', { viewport: phone });
    await page.getByText('26 series').waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).tap();
    const panel = page.getByRole('dialog', { name: 'Filter series' });
    await panel.getByText('Unread', { exact: true }).tap();
    await panel.getByLabel('Publisher').fill('house');
    await page.getByRole('option', { name: /House 1/ }).tap();
    await page.keyboard.press('Escape');
    await show(page, 'quick filters on a phone');
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Cancel' }).tap();
    await page.getByText('13 series', { exact: true }).waitFor();
    await page.getByRole('list', { name: 'Active filters' }).getByText('Publisher is House 1').waitFor();
    await page.getByRole('combobox', { name: 'Sort by' }).tap();
    await page.getByRole('option', { name: 'Year' }).tap();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('year,desc');
    const other = await web.signedIn(page.url().slice(web.base.length));
    await other.getByText('13 series', { exact: true }).waitFor();
    await expect
      .poll(() => other.getByRole('listitem').locator('a').first().getAttribute('href'))
      .toBeTruthy();
    expect(filterOf(other.url())).toEqual(filterOf(page.url()));
    await other.getByText('Zar Tales').waitFor();
  });

  test('saves a list as a preset, shows it in the navigation, and renames, overwrites and deletes it', async () => {
    const filter = { genre: { operator: 'is', value: 'Crime' } };
    const page = await web.signedIn(`/books?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    await page.getByText('18 books').waitFor();
    await page.getByRole('button', { name: 'Save as preset' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as preset' });
    await dialog.getByLabel('Name').fill('Crime at night');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save as preset' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('navigation', { name: 'Navigation' }).getByText('Crime at night').click();
    await page.getByText('18 books').waitFor();
    expect(filterOf(page.url())).toEqual(filter);
    await page.getByRole('button', { name: 'Remove filter: Genre is Crime' }).click();
    await page.getByText('52 books').waitFor();
    await page.getByRole('button', { name: 'Save as preset' }).click();
    await dialog.getByLabel('Name').fill('crime at night');
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'All presets' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Crime at night' });
    await row.getByText('Books · everything').waitFor();
    await row.getByRole('button', { name: 'More for Crime at night' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Everything');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Everything' }).waitFor();
    await show(page, 'presets');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'More for Everything' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('No presets yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Everything' }).waitFor();
  });

  test('finds series and books by words, exclusions and fields, and saves the search as a preset', async () => {
    const page = await web.signedIn('/search');
    await page.getByLabel('Words', { exact: true }).fill('tales');
    await page.getByLabel('Exclude').fill('bar');
    await page.getByRole('combobox', { name: 'Genre' }).fill('cri');
    await page.getByRole('option', { name: /Crime/ }).click();
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
    const series = page.getByRole('region', { name: 'Series' });
    const books = page.getByRole('region', { name: 'Books' });
    await series.getByText('8 series').waitFor();
    await books.getByText('16 books').waitFor();
    await series.getByRole('button', { name: 'Save as preset: Series' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as preset' });
    await dialog.getByLabel('Name').fill('Crime without bars');
    await dialog.getByRole('button', { name: 'Save as preset' }).click();
    await series.getByRole('link', { name: 'Show all series' }).click();
    await page.getByRole('heading', { name: 'tales -bar' }).waitFor();
    await page.getByText('8 series', { exact: true }).waitFor();
    await page.getByRole('navigation', { name: 'Navigation' }).getByText('Crime without bars').click();
    await books.getByText('16 books').waitFor();
  });

  test('shows the chosen table columns and sorts by their headers', async () => {
    const page = await web.signedIn('/series');
    await page.getByText('26 series').waitFor();
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitemradio', { name: 'Table' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Status' }).click();
    await page.keyboard.press('Escape');
    const head = page.getByRole('columnheader', { name: 'Year' });
    await head.getByRole('button').click();
    await page.getByRole('row').nth(1).getByText('Zar Tales').waitFor();
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await head.getByRole('button').click();
    await page.getByRole('row').nth(1).getByText('Aar Tales').waitFor();
    expect(await page.getByRole('columnheader', { name: 'Status' }).count()).toBe(0);
    await page.reload();
    await page.getByRole('row').nth(1).getByText('Aar Tales').waitFor();
    await show(page, 'table');
    await expectAccessible(page);
  });

  test('reaches every page from the phone menu', async () => {
    const page = await web.signedIn('/presets', { viewport: phone });
    for (const [place, heading] of [
      ['All books', 'All books'],
      ['Books', 'Books'],
      ['All series', 'All series'],
    ] as const) {
      await page.getByRole('button', { name: 'More pages' }).tap();
      const menu = page.getByRole('navigation', { name: 'Navigation' });
      await menu.getByRole('link', { name: new RegExp(`^${place}`) }).tap();
      await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'More pages' }).tap();
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor();
    await expectAccessible(page);
    await show(page, 'menu on a phone');
  });
});
