import type { SharedList } from '@lectern/contract/reading/book-lists';
import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toLibrary, toList, toSeries } from '../../testing/fixtures.ts';
import { answer, chooseItem, self, show, toId, toPage } from '../../testing/show.tsx';
import { CollectionPage } from './collection-page.tsx';
import { CollectionsPage } from './collections-page.tsx';

const titles = ['Akira', 'Berserk', 'Claymore', 'Dorohedoro'];
const all = titles.map((title, index) => toSeries(title, { id: toId(index + 1) }));
const idsOf = (...names: string[]) => names.map((name) => toId(titles.indexOf(name) + 1));
const address = `/api/v1/collections/${toId(50)}`;

/** Shows a collection of a server that stores what it receives. */
function showCollection(part: Partial<SharedList> = {}, me = self) {
  let ids = idsOf('Akira', 'Berserk', 'Claymore');
  const read = () => toList('Tales', { memberCount: ids.length, ...part });
  const set = (next: string[]) => {
    ids = next;
    return read();
  };
  return show(
    <CollectionPage />,
    {
      'GET /api/v1/auth/me': me,
      'GET /api/v1/collections/{id}': read,
      'GET /api/v1/collections/{id}/series': () =>
        toPage(ids.flatMap((id) => all.find((series) => series.id === id) ?? [])),
      'PUT /api/v1/collections/{id}/series': ({ body }) => set(toRecord(body).ids as string[]),
      'POST /api/v1/collections/{id}/series': ({ body }) =>
        set([...ids, ...(toRecord(body).ids as string[])]),
      'DELETE /api/v1/collections/{id}/series/{memberId}': ({ params }) => {
        set(ids.filter((id) => id !== params.memberId));
        return undefined;
      },
      'DELETE /api/v1/collections/{id}': () => undefined,
      'POST /api/v1/series/list': toPage(all),
    },
    { route: '/collections/$id', at: `/collections/${toId(50)}` },
  );
}
const listTitles = () =>
  within(screen.getByRole('list', { name: 'Series' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent.replace('Comics', ''));

test('reorders series by buttons, with undo', async () => {
  const { user, changes } = showCollection();
  await user.click(await screen.findByRole('button', { name: 'Arrange' }));
  await user.click(await screen.findByRole('button', { name: 'Move Claymore up' }));
  await screen.findByText('Order saved');
  expect(listTitles()).toEqual(['Akira', 'Claymore', 'Berserk']);
  expect(screen.queryByRole('button', { name: 'Move Akira up' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(listTitles()).toEqual(['Akira', 'Berserk', 'Claymore']));
  expect(changes).toEqual([
    [`PUT ${address}/series`, { ids: idsOf('Akira', 'Claymore', 'Berserk') }],
    [`PUT ${address}/series`, { ids: idsOf('Akira', 'Berserk', 'Claymore') }],
  ]);
});

test('removes a series with undo, and adds another one', async () => {
  const { user } = showCollection();
  await user.click(await screen.findByRole('button', { name: 'Arrange' }));
  await user.click(await screen.findByRole('button', { name: 'Remove Akira' }));
  await screen.findByText('Akira was removed from Tales');
  await waitFor(() => expect(listTitles()).toEqual(['Berserk', 'Claymore']));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(listTitles()).toEqual(['Akira', 'Berserk', 'Claymore']));
  await user.type(screen.getByRole('searchbox', { name: 'Find series to add' }), 'd');
  await user.click(await screen.findByRole('button', { name: 'Add Dorohedoro' }));
  await screen.findByText('Dorohedoro was added to Tales');
  await screen.findByText('4 series');
  expect(listTitles()).toEqual(titles);
  await waitFor(() => expect(screen.getAllByText('Already added')).toHaveLength(4));
});

test('a collection sorted by title cannot be reordered', async () => {
  const { user } = showCollection({ ordered: false });
  await user.click(await screen.findByRole('button', { name: 'Arrange' }));
  await screen.findByRole('button', { name: 'Remove Akira' });
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
});

test('an automatic collection links to its condition and cannot be arranged', async () => {
  const condition = { genre: { operator: 'is', value: 'Crime' } };
  showCollection({ automatic: true, ordered: false, condition });
  await screen.findByText('Automatic');
  const link = screen.getByRole('link', { name: 'Show matching items' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
    `/series?filter=${JSON.stringify(condition)}`,
  );
  expect(screen.queryByRole('button', { name: 'Arrange' })).toBeNull();
});

test('is deleted after a confirmation, which leads to all collections', async () => {
  const { user, changes, path } = showCollection();
  await chooseItem(user, 'More', 'Delete');
  const question = await screen.findByRole('dialog', { name: 'Delete Tales?' });
  within(question).getByText('Its contents stay in the library.');
  expect(changes).toEqual([]);
  await answer(user, 'Delete Tales?', 'Delete');
  await screen.findByText('Tales was deleted');
  await waitFor(() => expect(path()).toBe('/collections'));
  expect(changes).toEqual([[`DELETE ${address}`]]);
});

test('is not changed by users without permission', async () => {
  showCollection({}, { ...self, permissions: ['series:read', 'collections:read'] });
  await screen.findByText('3 series');
  expect(screen.queryByRole('button', { name: /Arrange|More/ })).toBeNull();
});

const comics = toLibrary('Comics');

/** Shows the list of collections. `at` is its URL. */
const showCollections = (lists: SharedList[], at = '/collections') =>
  show(
    <CollectionsPage />,
    {
      'GET /api/v1/collections': ({ query }) =>
        toPage(
          lists.filter(({ name }) => query.libraryId === undefined && name.includes(query.search ?? '')),
        ),
      'GET /api/v1/libraries': toPage([comics]),
      'GET /api/v1/scans/active': { scans: [] },
    },
    { route: '/collections', at },
  );

test('the page of a library lists its collections', async () => {
  showCollections([toList('Tales')], `/collections?library=${comics.id}`);
  await screen.findByRole('heading', { name: 'Comics', level: 1 });
  const tab = screen.getByRole('link', { name: 'Collections' });
  expect(tab.getAttribute('aria-current')).toBe('page');
  await screen.findByRole('heading', { name: 'No collections yet' });
});

test('the list of collections explains its purpose while it is empty', async () => {
  const { user } = showCollections([]);
  await screen.findByRole('heading', { name: 'No collections yet' });
  await user.click(screen.getByRole('button', { name: 'New collection' }));
  await screen.findByRole('dialog', { name: 'New collection' });
});

test('the list of collections finds names, and marks automatic ones', async () => {
  const lists = [toList('Tales', { memberCount: 2 }), toList('Crime', { id: toId(51), automatic: true })];
  const { user } = showCollections(lists);
  expect((await screen.findByRole('link', { name: /Tales/ })).textContent).toContain('2 series');
  expect(screen.getByRole('link', { name: /Crime/ }).textContent).toContain('0 series · Automatic');
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'Nothing');
  await screen.findByRole('heading', { name: 'No results' });
});
