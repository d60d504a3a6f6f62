import type { MovedBook } from '@lectern/contract/ingest/moves';
import { reason } from '@lectern/contract/reasons';
import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toBook, toLibrary, toSeries } from '../../testing/fixtures.ts';
import { show, toId, toPage } from '../../testing/show.tsx';
import { MoveDialog } from './move-dialog.tsx';

const book = toBook('Saga 001');
const series = toSeries('Saga');
const from = { libraryId: toId(7), root: 0, folder: 'Saga', name: 'Saga 001.cbz' };
const toMoved = (to: Partial<MovedBook['from']>, problem: MovedBook['problem'] = null): MovedBook => {
  const place = { ...from, ...to };
  const file = { from: `${from.folder}/${from.name}`, to: `${place.folder}/${place.name}` };
  return {
    bookId: book.id,
    entryId: book.id,
    title: book.title,
    from,
    to: place,
    problem,
    files: problem ? [] : [file],
  };
};

/** Previews and moves to the requested name or folder. */
function showRename() {
  const closed: string[] = [];
  const move = (body: unknown) => {
    const { name, folder } = toRecord(body);
    const to = { ...(typeof name === 'string' && { name }), ...(typeof folder === 'string' && { folder }) };
    if (to.name === 'Saga 002.cbz')
      return toMoved({}, reason('upload_exists', { path: 'Saga/Saga 002.cbz' }));
    return toMoved(to, Object.keys(to).length === 0 ? reason('move_same') : null);
  };
  const shown = show(<MoveDialog item={book} kind="rename" onClose={() => closed.push('closed')} />, {
    'POST /api/v1/books/{id}/move/preview': ({ body }) => ({
      folder: 'Saga',
      books: [move(body)],
      warning: null,
    }),
    'POST /api/v1/books/{id}/move': ({ body }) => ({ folder: 'Saga', books: [move(body)] }),
  });
  return { ...shown, closed };
}

test('renames a book without its extension, previews the result, and can be undone', async () => {
  const { user, changes, closed } = showRename();
  const dialog = await screen.findByRole('dialog', { name: 'Rename Saga 001' });
  const field = await within(dialog).findByRole<HTMLInputElement>('textbox', { name: 'File name' });
  const rename = within(dialog).getByRole('button', { name: 'Rename' });
  expect(field.value).toBe('Saga 001');
  expect(rename).toHaveProperty('disabled', true);
  await user.clear(field);
  await user.type(field, 'Saga 009');
  await within(dialog).findByText('→ Saga/Saga 009.cbz');
  await user.click(rename);
  await screen.findByText('Saga 001 was renamed');
  expect(closed).toEqual(['closed']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const address = `POST /api/v1/books/${book.id}/move`;
  await waitFor(() =>
    expect(changes).toEqual([
      [address, { name: 'Saga 009.cbz', acceptsOtherReaders: false }],
      [address, { ...from, acceptsOtherReaders: true }],
    ]),
  );
});

test('names the existing file that prevents a new name', async () => {
  const { user } = showRename();
  const field = await screen.findByRole('textbox', { name: 'File name' });
  await user.clear(field);
  await user.type(field, 'Saga 002');
  await screen.findByText('Saga/Saga 002.cbz already exists.');
  expect(screen.getByRole('button', { name: 'Rename' })).toHaveProperty('disabled', true);
});

const answersOfMove = {
  'GET /api/v1/libraries': toPage([
    toLibrary('Comics'),
    toLibrary('Locked', { id: toId(8), allowFileChanges: false }),
  ]),
  'GET /api/v1/libraries/{id}/folders': { folders: ['Saga', 'Comics'] },
};

test('moves the folder of a series, previews its files, and can be undone', async () => {
  const { user, changes } = show(<MoveDialog item={series} kind="move" onClose={() => {}} />, {
    ...answersOfMove,
    'POST /api/v1/series/{id}/move/preview': ({ body }) => {
      const { folder = 'Saga' } = toRecord(body);
      return { folder: 'Saga', books: [toMoved({ folder: String(folder) })], warning: null };
    },
    'POST /api/v1/series/{id}/move': { folder: 'Saga', books: [toMoved({ folder: 'Comics/Saga' })] },
  });
  const dialog = await screen.findByRole('dialog', { name: 'Move Saga' });
  await user.type(await within(dialog).findByRole('combobox', { name: 'Subfolder' }), 'Comics');
  await within(dialog).findByText('→ Comics/Saga/Saga 001.cbz');
  within(dialog).getByText('1 file will be moved');
  await user.click(within(dialog).getByRole('combobox', { name: 'Library' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Comics']);
  await user.click(within(dialog).getByRole('button', { name: 'Move' }));
  await screen.findByText('Saga was moved');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const place = { libraryId: toId(7), root: 0 };
  await waitFor(() =>
    expect(changes).toEqual([
      [
        `POST /api/v1/series/${series.id}/move`,
        { ...place, folder: 'Comics/Saga', acceptsOtherReaders: false },
      ],
      [`POST /api/v1/series/${series.id}/move`, { ...place, folder: 'Saga', acceptsOtherReaders: true }],
    ]),
  );
});

test('warns that more users will see the books, and confirms that by moving', async () => {
  const { user, changes } = show(<MoveDialog item={series} kind="move" onClose={() => {}} />, {
    ...answersOfMove,
    'POST /api/v1/series/{id}/move/preview': ({ body }) => ({
      folder: 'Saga',
      books: [toMoved({ folder: 'Kids/Saga' })],
      warning: toRecord(body).folder === 'Kids/Saga' ? reason('move_readers_grow') : null,
    }),
    'POST /api/v1/series/{id}/move': { folder: 'Saga', books: [toMoved({ folder: 'Kids/Saga' })] },
  });
  await screen.findByText('1 file will be moved');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(screen.getByRole('combobox', { name: 'Subfolder' }), 'Kids');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^More users can see these books/);
  await user.click(screen.getByRole('button', { name: 'Move' }));
  await screen.findByText('Saga was moved');
  expect(changes.map(([, body]) => toRecord(body).acceptsOtherReaders)).toEqual([true]);
});

test('reports books that were not moved', async () => {
  const stuck = {
    ...toMoved({}, reason('move_into_itself')),
    bookId: toId(31),
    entryId: toId(31),
    title: 'Saga 002',
  };
  const { user } = show(<MoveDialog item={series} kind="move" onClose={() => {}} />, {
    ...answersOfMove,
    'POST /api/v1/series/{id}/move/preview': {
      folder: 'Saga',
      books: [toMoved({ folder: 'New/Saga' }), stuck],
      warning: null,
    },
    'POST /api/v1/series/{id}/move': { folder: 'Saga', books: [toMoved({ folder: 'New/Saga' }), stuck] },
  });
  await screen.findByText('A folder cannot be moved into itself.');
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  await screen.findByText('1 book was not moved (Saga 002: A folder cannot be moved into itself.)');
});
