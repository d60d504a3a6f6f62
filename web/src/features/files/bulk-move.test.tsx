import { reason } from '@lectern/contract/reasons';
import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../testing/fake-api.ts';
import { toBook, toLibrary, toSeries } from '../../testing/fixtures.ts';
import { show, toId, toPage } from '../../testing/show.tsx';
import { BulkMoveDialog } from './bulk-move-dialog.tsx';

const library = toLibrary('Comics');
const answers = {
  'GET /api/v1/libraries': toPage([library, toLibrary('Fixed', { id: toId(8), allowFileChanges: false })]),
  'GET /api/v1/libraries/{id}/folders': { folders: ['Image'] },
};

function showDialog(items: Parameters<typeof BulkMoveDialog>[0]['items'], more: object) {
  const done: string[] = [];
  const shown = show(
    <BulkMoveDialog items={items} onClose={() => done.push('closed')} onDone={() => done.push('done')} />,
    { ...answers, ...more },
  );
  return { ...shown, done };
}

test('moves series into a folder under their own names, with undo', async () => {
  const saga = toSeries('Saga', { id: toId(20) });
  const bone = toSeries('Bone', { id: toId(21) });
  const folders: Record<string, string> = { [saga.id]: 'Old/Saga', [bone.id]: 'Bone' };
  const { user, changes, done } = showDialog([saga, bone], {
    'POST /api/v1/series/{id}/move/preview': ({ params }: { params: { id: string } }) => ({
      folder: folders[params.id],
      books: [],
      warning: null,
    }),
    'POST /api/v1/series/{id}/move': ({ params }: { params: { id: string } }) => ({
      folder: folders[params.id],
      books: [],
    }),
  });
  const dialog = await screen.findByRole('dialog', { name: 'Move 2 items' });
  await user.type(await within(dialog).findByRole('combobox', { name: 'Subfolder' }), 'Image/');
  await user.click(within(dialog).getByRole('button', { name: 'Move' }));
  await screen.findByText('2 items were moved');
  expect(done).toEqual(['done']);
  const place = { libraryId: library.id, root: 0, acceptsOtherReaders: false };
  expect(changes).toEqual([
    [`POST /api/v1/series/${saga.id}/move`, { ...place, folder: 'Image/Saga' }],
    [`POST /api/v1/series/${bone.id}/move`, { ...place, folder: 'Image/Bone' }],
  ]);
});

test('lists the items that were not moved, and asks if more users would see them', async () => {
  const books = [toBook('Saga 1', { id: toId(41) }), toBook('Saga 2', { id: toId(42) })];
  const { user, changes, done } = showDialog(books, {
    'POST /api/v1/books/{id}/move': ({ params, body }: { params: { id: string }; body: unknown }) =>
      params.id === toId(42) && toRecord(body).acceptsOtherReaders !== true
        ? refuse(409, 'conflict', reason('move_readers_grow'))
        : { folder: '', books: [] },
  });
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  const alert = await screen.findByRole('alert');
  within(alert).getByText('Saga 2');
  expect(done).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Move anyway' }));
  await waitFor(() => expect(done).toEqual(['done']));
  expect(changes.map(([address, body]) => [address, toRecord(body).acceptsOtherReaders])).toEqual([
    [`POST /api/v1/books/${toId(41)}/move`, false],
    [`POST /api/v1/books/${toId(42)}/move`, false],
    [`POST /api/v1/books/${toId(42)}/move`, true],
  ]);
});
