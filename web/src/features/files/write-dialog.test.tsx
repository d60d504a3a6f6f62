import type { FileMetadataChanges } from '@lectern/contract/ingest/file-metadata';
import { reason } from '@lectern/contract/reasons';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toBook } from '../../testing/fixtures.ts';
import { show, toId } from '../../testing/show.tsx';
import { WriteDialog } from './write-dialog.tsx';

const book = toBook('The Beginning');
const toFile = (index: number, part: Partial<FileMetadataChanges> = {}): FileMetadataChanges => ({
  bookId: toId(index),
  seriesId: toId(20),
  title: `Saga ${index}`,
  path: `Saga/Saga ${index}.cbz`,
  changes: [{ field: 'publisher', before: null, after: 'House of Books' }],
  refused: null,
  ...part,
});

test('previews each changed field of a file, and starts writing', async () => {
  const file = toFile(30, {
    changes: [
      { field: 'title', before: 'Of the file', after: 'The Beginning' },
      { field: 'genres', before: null, after: ['Space'] },
      { field: 'status', before: 'ended', after: null },
    ],
  });
  const { user, changes } = show(<WriteDialog item={book} onClose={() => {}} />, {
    'GET /api/v1/books/{id}/file/metadata': { files: [file], next: null },
    'POST /api/v1/books/{id}/file/metadata': { taskId: toId(1) },
    'GET /api/v1/tasks/{id}': () => new Response(null, { status: 404 }),
  });
  const dialog = await screen.findByRole('dialog', { name: 'Save metadata of The Beginning to files' });
  const region = await within(dialog).findByRole('region', { name: 'Saga/Saga 30.cbz' });
  const fields = within(region)
    .getAllByRole('term')
    .map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent]);
  expect(fields).toEqual([
    ['Title', 'Of the file→ The Beginning'],
    ['Genres', '(empty)→ Space'],
    ['Status', 'Ended→ (empty)'],
  ]);
  within(dialog).getByText('1 file will be changed');
  await user.click(within(dialog).getByRole('button', { name: 'Save to files' }));
  await screen.findByText('Saving metadata of The Beginning to files. See Tasks for progress');
  expect(changes).toEqual([[`POST /api/v1/books/${book.id}/file/metadata`]]);
});

test('has nothing to save if the files are up to date', async () => {
  show(<WriteDialog item={book} onClose={() => {}} />, {
    'GET /api/v1/books/{id}/file/metadata': { files: [], next: null },
  });
  await screen.findByText('Nothing to save. The files are up to date');
  expect(screen.getByRole('button', { name: 'Save to files' })).toHaveProperty('disabled', true);
});

test('shows more files of a library on request, with the reasons of those that cannot be written', async () => {
  const next = `book:${toId(30)}`;
  const { user } = show(
    <WriteDialog item={{ kind: 'library', id: toId(7), title: 'Comics' }} onClose={() => {}} />,
    {
      'GET /api/v1/libraries/{id}/files/metadata': ({ query }) =>
        query.after === undefined
          ? { files: [], next: `series:${toId(1)}` }
          : query.after === next
            ? {
                files: [toFile(31, { changes: [], refused: reason('upload_read_only', { path: 'Saga' }) })],
                next: null,
              }
            : { files: [toFile(30)], next },
    },
  );
  await screen.findByRole('region', { name: 'Saga/Saga 30.cbz' });
  screen.getByText('More files will be changed than are shown here.');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  const second = await screen.findByRole('region', { name: 'Saga/Saga 31.cbz' });
  within(second).getByText(/^The server cannot write to Saga/);
  screen.getByText('1 file will be changed');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
