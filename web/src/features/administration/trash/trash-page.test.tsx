import type { TrashedFile } from '@lectern/contract/ingest/trash';
import { reason } from '@lectern/contract/reasons';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../../testing/fake-api.ts';
import { answer, chooseItem, self, show, toId, toPage } from '../../../testing/show.tsx';
import { TrashPage } from './trash-page.tsx';

const toTrashed = (index: number, part: Partial<TrashedFile> = {}): TrashedFile => ({
  id: toId(index),
  bookId: null,
  seriesId: null,
  libraryId: toId(7),
  libraryName: 'Comics',
  title: `Saga 00${index}`,
  seriesTitle: 'Saga',
  path: `Saga/Saga 00${index}.cbz`,
  sizeBytes: 2048,
  deletedBy: 'eva',
  deletedAt: self.createdAt,
  expiresAt: self.createdAt,
  ...part,
});

/** Shows the trash of a server that stores what it receives. */
function showTrash(...initial: TrashedFile[]) {
  let files = initial;
  const remove = (id: string | undefined) => {
    files = files.filter((file) => file.id !== id);
    return undefined;
  };
  return show(<TrashPage />, {
    'GET /api/v1/trash': () => toPage(files),
    'POST /api/v1/trash/{id}/restore': ({ params }) => {
      const { path } = files.find(({ id }) => id === params.id) ?? { path: '' };
      return path.includes('002')
        ? refuse(409, 'conflict', reason('trash_name_taken', { path }))
        : remove(params.id);
    },
    'DELETE /api/v1/trash/{id}': ({ params }) => remove(params.id),
    'DELETE /api/v1/trash': () => {
      const removed = files.length;
      files = [];
      return { removed };
    },
  });
}

test('lists who deleted a file, its path, and how long it is kept', async () => {
  showTrash(toTrashed(1), toTrashed(3, { deletedBy: null, expiresAt: null }));
  const [first, second] = await screen.findAllByRole('listitem');
  if (!first || !second) throw new Error('No files are listed');
  within(first).getByText('Saga · Comics · 2 KiB');
  within(first).getByText('Saga/Saga 001.cbz');
  within(first).getByText(/^Deleted by eva, Jan 2, 2026/);
  within(first).getByText(/^Kept until Jan 2, 2026/);
  within(second).getByText(/^Deleted Jan 2, 2026/);
  within(second).getByText('Kept until you empty the trash');
});

test('restores a file, and reports an existing file that prevents it', async () => {
  const { user } = showTrash(toTrashed(1), toTrashed(2));
  await user.click(await screen.findByRole('button', { name: 'Restore Saga 001' }));
  await screen.findByText('Saga 001 was restored');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Saga 001' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Restore Saga 002' }));
  await screen.findByText('Saga/Saga 002.cbz exists again. Existing files are not overwritten.');
  screen.getByRole('button', { name: 'Restore Saga 002' });
});

test('deletes one file permanently, and then all, after confirmations', async () => {
  const { user, changes } = showTrash(toTrashed(1), toTrashed(2), toTrashed(3));
  await chooseItem(user, 'More for Saga 003', 'Delete permanently');
  await answer(user, 'Permanently delete Saga 003?', 'Delete permanently');
  await screen.findByText('Saga 003 was permanently deleted');
  await user.click(screen.getByRole('button', { name: 'Empty trash' }));
  const question = await screen.findByRole('dialog', { name: 'Empty the trash?' });
  within(question).getByText(/^2 files will be permanently deleted/);
  await user.click(within(question).getByRole('button', { name: 'Empty trash' }));
  await screen.findByText('2 files were permanently deleted');
  await screen.findByText('The trash is empty');
  expect(screen.queryByRole('button', { name: 'Empty trash' })).toBeNull();
  expect(changes).toEqual([[`DELETE /api/v1/trash/${toId(3)}`], ['DELETE /api/v1/trash']]);
});
