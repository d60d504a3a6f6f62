import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import { reason } from '@lectern/contract/reasons';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, refuse } from '../../../testing/fake-api.ts';
import { toBook, toBookMetadata, toSeries, toSeriesMetadata } from '../../../testing/fixtures.ts';
import { answer, self, show, toId, toPage } from '../../../testing/show.tsx';
import type { Item } from '../../books/index.tsx';
import { SelectionBar } from '../selection/bar.tsx';
import type { Selection } from '../selection/use-selection.ts';
import type { PlannedItem } from './metadata.ts';
import { MetadataDialog } from './metadata-dialog.tsx';

const facets: Answers = {
  'GET /api/v1/genres': toPage([]),
  'GET /api/v1/tags': toPage([]),
  'GET /api/v1/publishers': toPage([]),
};

const series = [toSeries('Saga'), toSeries('Akira', { id: toId(21) })];
const ids = series.map(({ id }) => id);

const toMetadata = (id: string, part: Partial<SeriesMetadata> = {}) =>
  toSeriesMetadata({ seriesId: id, ...part });

function showDialog(target: ConditionTarget, items: Item[], answers: Answers) {
  const plans: PlannedItem[][] = [];
  const shown = show(
    <MetadataDialog target={target} items={items} onChange={(plan) => plans.push(plan)} onClose={() => {}} />,
    { ...facets, ...answers },
  );
  return { ...shown, plans };
}

test('previews the changes of the chosen fields', async () => {
  const { user, plans } = showDialog('series', series, {
    'POST /api/v1/series/bulk/metadata/list': {
      data: [
        toMetadata(ids[0] ?? '', { publisher: 'Harbour House', tags: ['old'] }),
        toMetadata(ids[1] ?? ''),
      ],
    },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 series' }));
  const preview = dialog.getByRole('button', { name: 'Preview' });
  expect(preview).toHaveProperty('disabled', true);
  await user.type(dialog.getByRole('combobox', { name: 'Remove tags' }), 'Old{Enter}');
  await user.click(dialog.getByRole('checkbox', { name: 'Edit: Publisher' }));
  await user.type(dialog.getByRole('combobox', { name: 'Publisher' }), 'Harbour House');
  await user.click(dialog.getByRole('checkbox', { name: 'Edit: Status' }));
  await user.click(preview);
  await dialog.findByText('2 of 2 series will change.');
  const akira = within(dialog.getByRole('region', { name: 'Akira' }));
  akira.getByText('→', { exact: false });
  await user.click(dialog.getByRole('button', { name: 'Edit 2 series' }));
  expect(plans[0]?.map(({ title, changes }) => [title, changes])).toEqual([
    ['Saga', [{ field: 'tags', before: ['old'], after: [] }]],
    ['Akira', [{ field: 'publisher', before: null, after: 'Harbour House' }]],
  ]);
});

test('numbers books in the chosen order', async () => {
  const books = ['One', 'Two'].map((title, index) => toBook(title, { id: toId(30 + index) }));
  const { user, plans } = showDialog('books', books, {
    'POST /api/v1/books/bulk/metadata/list': {
      data: books.map(({ id }) => toBookMetadata({ bookId: id, number: 9 })),
    },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 books' }));
  expect(dialog.queryByRole('checkbox', { name: 'Edit: Status' })).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: /^Number in this order/ }));
  await user.click(dialog.getByRole('button', { name: 'Move Two up' }));
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await user.click(await dialog.findByRole('button', { name: 'Edit 2 books' }));
  expect(plans[0]?.map(({ title, changes }) => [title, changes[0]?.after])).toEqual([
    ['One', 2],
    ['Two', 1],
  ]);
});

function showBar(target: ConditionTarget, items: Item[], answers: Answers = {}) {
  const done: string[] = [];
  const selection: Selection = {
    items: new Map(items.map((item) => [item.id, item])),
    isActive: true,
    has: () => true,
    toggle: async () => {},
    toggleItem() {},
    extendTo: async () => {},
    all: async () => void done.push('all'),
    clear: () => void done.push('cleared'),
  };
  const shown = show(<SelectionBar target={target} selection={selection} total={5} />, {
    ...facets,
    ...answers,
  });
  return { ...shown, done };
}

test('edits the metadata of all selected series with undo, and keeps the selection', async () => {
  const { user, changes, done } = showBar('series', series, {
    'POST /api/v1/series/bulk/metadata/list': {
      data: [toMetadata(ids[0] ?? '', { genres: ['Sea'] }), toMetadata(ids[1] ?? '', { genres: ['Air'] })],
    },
    'PATCH /api/v1/series/bulk/metadata/each': () => Response.json({}),
    'PUT /api/v1/series/bulk/metadata/locks': () => Response.json({}),
  });
  await screen.findByText('2 selected');
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit metadata' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 series' }));
  await user.type(dialog.getByRole('combobox', { name: 'Add genres' }), 'Sea{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await user.click(await dialog.findByRole('button', { name: 'Edit 1 series' }));
  await screen.findByText('1 series updated.');
  expect(done).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(changes).toHaveLength(3));
  const [, akira] = ids;
  expect(changes).toEqual([
    [
      'PATCH /api/v1/series/bulk/metadata/each',
      { items: [{ id: akira, metadata: { genres: ['Air', 'Sea'] } }] },
    ],
    ['PATCH /api/v1/series/bulk/metadata/each', { items: [{ id: akira, metadata: { genres: ['Air'] } }] }],
    ['PUT /api/v1/series/bulk/metadata/locks', { ids: [akira], locks: { genres: false } }],
  ]);
});

test('adds only new series to Want to read, with undo', async () => {
  const { user, changes } = showBar('series', series, {
    'GET /api/v1/want-to-read/series': toPage([toSeries('Saga')]),
    'POST /api/v1/want-to-read/series/{id}': () => undefined,
    'DELETE /api/v1/want-to-read/series/{id}': () => undefined,
  });
  await user.click(await screen.findByRole('button', { name: 'Want to read' }));
  await screen.findByText('1 added to Want to read.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(changes).toEqual([
      [`POST /api/v1/want-to-read/series/${toId(21)}`],
      [`DELETE /api/v1/want-to-read/series/${toId(21)}`],
    ]),
  );
});

test('locks, unlocks and analyzes the selected series', async () => {
  const { user, changes } = showBar('series', series, {
    'PUT /api/v1/series/bulk/metadata/locks': () => Response.json({}),
    'POST /api/v1/series/bulk/analyze': () => Response.json({ taskId: toId(1) }),
  });
  for (const [item, words] of [
    ['Lock metadata', '2 locked.'],
    ['Analyze', 'Analyzing 2.'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    await screen.findByText(words);
  }
  expect(changes).toMatchObject([
    ['PUT /api/v1/series/bulk/metadata/locks', { ids, locks: { title: true, genres: true } }],
    ['POST /api/v1/series/bulk/analyze', { ids, force: true }],
  ]);
});

test('selects all items and clears the selection', async () => {
  const { user, done } = showBar('series', series);
  await user.click(await screen.findByRole('button', { name: 'Select all 5' }));
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(done).toEqual(['all', 'cleared']);
});

test('offers no changes to users without permission', async () => {
  const permissions = ['series:read', 'progress:write'] as const;
  const { user } = showBar('series', series, {
    'GET /api/v1/auth/me': { ...self, permissions: [...permissions] },
  });
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await screen.findByRole('menu');
  const bar = within(screen.getByRole('region', { name: 'Selection' }));
  const names = [...bar.getAllByRole('button'), ...screen.getAllByRole('menuitem')].map(
    ({ textContent }) => textContent,
  );
  expect(names.filter((name) => name !== '')).toEqual([
    'Select all 5',
    'Mark read',
    'Want to read',
    'Mark unread',
    'Remove from Want to read',
  ]);
});

test('merges books into one entry only after a confirmation if that changes who can read them', async () => {
  const books = [toBook('Emma', { fileFormat: 'epub' }), toBook('Emma', { id: toId(31), fileFormat: 'pdf' })];
  let tries = 0;
  const { user, done } = showBar('books', books, {
    'GET /api/v1/books/{id}': { book: toBook('Emma'), metadata: null, formats: [] },
    'POST /api/v1/books/{id}/formats': () => {
      tries += 1;
      return tries === 1
        ? refuse(409, 'conflict', reason('formats_readers_differ'))
        : Response.json({ book: books[0], metadata: null, formats: [] });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Merge as formats of one book' }));
  await answer(user, 'Change who can read these books?', 'Merge as formats of one book');
  await screen.findByText('2 books were merged into one.');
  expect(done).toEqual(['cleared']);
});

test('explains why books cannot be merged', async () => {
  const { user } = showBar('books', [toBook('Emma')]);
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  const item = await screen.findByRole('menuitem', { name: /^Merge as formats of one book/ });
  expect(item.textContent).toContain('Select at least two books.');
  expect(item).toHaveProperty('disabled', true);
});
