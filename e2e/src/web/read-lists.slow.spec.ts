// Read lists: the next book, their order, their downloads.

import type { BookDto } from '@lectern/contract/libraries/books';
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lift, look, screens } from '../harness/pages.ts';
import { findBook } from '../harness/shelf.ts';
import { startWeb, type Web } from '../harness/web.ts';

describe('read lists', () => {
  let web: Web;

  beforeAll(async () => {
    const info = (series: string, n: number) => `<Series>${series}</Series><Number>${n}</Number>`;
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', comicInfo: info('Saga', 1) }),
        'Saga/Saga 002.cbz': await makeCbz({ mark: 'b', comicInfo: info('Saga', 2) }),
        'One/Twin/Twin 001.cbz': await makeCbz({ mark: 'c', comicInfo: info('Twin', 1) }),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const members = async (id: string) =>
    (await web.admin.get<{ data: BookDto[] }>(`/api/v1/readlists/${id}/books`)).body.data;
  const make = async (name: string): Promise<SharedList> => {
    const ids = [
      (await findBook(web.admin, 'Saga 002.cbz')).id,
      (await findBook(web.admin, 'Saga 001.cbz')).id,
    ];
    return (await web.admin.post<SharedList>('/api/v1/readlists', { name, ids })).body;
  };

  test('show the next book, in list order', async () => {
    const list = await make('Backwards');
    const [first, second] = await members(list.id);
    const page = await web.signedIn(`/readlists/${list.id}`);
    await page.getByRole('link', { name: `Read next: ${first?.title}` }).waitFor();
    await page.getByText('0 of 2 read').waitFor();
    await web.admin.post(`/api/v1/books/${first?.id}/read`);
    await page.getByRole('link', { name: `Read next: ${second?.title}` }).waitFor();
    await page.getByText('1 of 2 read').waitFor();
    await web.admin.post(`/api/v1/books/${first?.id}/unread`);
  });

  test('are reordered by keys, and exported as files', async () => {
    const list = await make('Ordered');
    const page = await web.signedIn(`/readlists/${list.id}`);
    await page.getByRole('button', { name: 'Arrange' }).click();
    await page.getByRole('button', { name: 'Move Saga 001', exact: true }).waitFor();
    await lift(page, 'Saga 001');
    await page.keyboard.press('ArrowUp');
    await page.getByText('Saga 001 is at position 1').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await page.getByText('Order saved').waitFor();
    expect((await members(list.id)).map(({ title }) => title)).toEqual(['Saga 001', 'Saga 002']);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download as .cbl' }).click();
    expect((await coming).suggestedFilename()).toMatch(/[.]cbl$/);
  });

  test('add a book from its own page', async () => {
    const list = await make('More to come');
    const { id, title } = await findBook(web.admin, 'One/Twin/Twin 001.cbz');
    const page = await web.signedIn(`/books/${id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add to a read list' }).click();
    await page.getByRole('dialog').getByText('More to come').click();
    await page.getByText(`${title} was added to More to come`).waitFor();
    expect(await members(list.id)).toHaveLength(3);
  });

  test.each(screens)('are accessible (%s)', async (name, visit) => {
    const list = await make(`Look ${name}`);
    const page = await web.signedIn('/readlists', visit);
    await page.getByText(`Look ${name}`).first().waitFor();
    await look(page, `read-lists-${name}`);
    await page.goto(`${web.base}/readlists/${list.id}`);
    await page.getByText('0 of 2 read').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Saga 001' }).waitFor();
    await look(page, `read-list-${name}`);
  });
});
