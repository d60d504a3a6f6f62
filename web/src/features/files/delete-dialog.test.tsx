import type { TrashedFile } from '@lectern/contract/ingest/trash';
import { reason } from '@lectern/contract/reasons';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Output } from '../../api/routes.ts';
import { toBook, toSeries } from '../../testing/fixtures.ts';
import { answer, self, show, toId } from '../../testing/show.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

const book = toBook('Saga 001');
const toTrashed = (index: number): TrashedFile => ({
  id: toId(index),
  bookId: null,
  seriesId: null,
  libraryId: toId(7),
  libraryName: 'Comics',
  title: 'Saga 001',
  seriesTitle: 'Saga',
  path: 'Saga/Saga 001.cbz',
  sizeBytes: 1,
  deletedBy: 'admin',
  deletedAt: self.createdAt,
  expiresAt: null,
});
const toFormat = (index: number, fileFormat: 'cbz' | 'epub', main: boolean) => ({
  bookId: toId(index),
  fileFormat,
  fileName: `Saga 001.${fileFormat}`,
  fileSize: 1,
  main,
});
const toDetail = (...formats: Output<'GET /api/v1/books/{id}'>['formats']) => ({
  book,
  metadata: null,
  formats,
});
const restored = { restored: 1, refused: [] };

test('moves the file of a book to the trash and restores it by undo', async () => {
  const done: string[] = [];
  const { user, changes } = show(
    <DeleteDialog item={book} onClose={() => done.push('closed')} onDeleted={() => done.push('deleted')} />,
    {
      'GET /api/v1/books/{id}': toDetail(toFormat(30, 'cbz', true)),
      'DELETE /api/v1/books/{id}/file': toTrashed(90),
      'POST /api/v1/trash/restore': restored,
    },
  );
  const question = await screen.findByRole('dialog', { name: 'Delete Saga 001?' });
  within(question).getByText('This file will be moved to the trash:');
  within(question).getByText('Saga/Saga 001.cbz');
  await waitFor(() => within(question).getByRole('button', { name: 'Move to trash' }));
  expect(changes).toEqual([]);
  await answer(user, 'Delete Saga 001?', 'Move to trash');
  await screen.findByText('Saga 001 was moved to the trash');
  expect(done).toEqual(['closed', 'deleted']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(changes).toEqual([
      [`DELETE /api/v1/books/${book.id}/file`],
      ['POST /api/v1/trash/restore', { ids: [toId(90)] }],
    ]),
  );
});

/** Another query that the action refetches. */
function SeriesQuery({ read }: { read(): Promise<string> }) {
  useQuery({ queryKey: ['series', 'other'], queryFn: read });
  return null;
}

test('moves only one format of a book to the trash, and keeps the book', async () => {
  const done: string[] = [];
  const slow = Promise.withResolvers<string>();
  const answers = [Promise.resolve('before'), slow.promise];
  let formats = [toFormat(30, 'cbz', true), toFormat(31, 'epub', false)];
  const { user, changes } = show(
    <>
      <SeriesQuery read={() => answers.shift() ?? Promise.resolve('after')} />
      <DeleteDialog item={book} onClose={() => done.push('closed')} onDeleted={() => done.push('deleted')} />
    </>,
    {
      'GET /api/v1/books/{id}': () => toDetail(...formats),
      'DELETE /api/v1/books/{id}/file'() {
        formats = formats.slice(0, 1);
        return toTrashed(90);
      },
    },
  );
  await screen.findByRole('radio', { name: 'All 2 files of the book' });
  await user.click(screen.getByRole('radio', { name: 'Only EPUB (keeps the book)' }));
  await answer(user, 'Delete Saga 001?', 'Move to trash');
  // The dialog shows the refetched formats before the action ends.
  await waitFor(() => expect(screen.queryByRole('radio')).toBeNull());
  slow.resolve('after');
  await screen.findByText('Saga 001 (EPUB) was moved to the trash');
  expect(changes).toEqual([[`DELETE /api/v1/books/${toId(31)}/file`]]);
  expect(done).toEqual(['closed']);
});

test('moves all formats of a book to the trash, the main file last, and restores that first', async () => {
  let index = 90;
  const { user, changes } = show(<DeleteDialog item={book} onClose={() => {}} />, {
    'GET /api/v1/books/{id}': toDetail(toFormat(30, 'cbz', true), toFormat(31, 'epub', false)),
    'DELETE /api/v1/books/{id}/file': () => toTrashed(index++),
    'POST /api/v1/trash/restore': restored,
  });
  await screen.findByRole('radio', { name: 'All 2 files of the book' });
  await answer(user, 'Delete Saga 001?', 'Move to trash');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(changes).toEqual([
      [`DELETE /api/v1/books/${toId(31)}/file`],
      [`DELETE /api/v1/books/${toId(30)}/file`],
      ['POST /api/v1/trash/restore', { ids: [toId(91), toId(90)] }],
    ]),
  );
});

test('states the number of books of a series, and reports files that stay', async () => {
  const { user } = show(<DeleteDialog item={toSeries('Saga')} onClose={() => {}} />, {
    'DELETE /api/v1/series/{id}/files': {
      trashed: [toTrashed(90)],
      refused: [
        {
          bookId: toId(31),
          title: 'Saga 002',
          reason: reason('trash_file_missing', { path: 'Saga 002.cbz' }),
        },
      ],
    },
  });
  await screen.findByText('The files of 3 books will be moved to the trash.');
  await answer(user, 'Delete Saga?', 'Move to trash');
  await screen.findByText('Saga was moved to the trash');
  await screen.findByText(/^1 book couldn’t be deleted \(Saga 002: Saga 002\.cbz is missing/);
});
