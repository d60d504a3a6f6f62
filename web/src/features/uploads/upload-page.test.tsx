import type { CheckedFile, Upload } from '@lectern/contract/ingest/uploads';
import { reason } from '@lectern/contract/reasons';
import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { toLibrary } from '../../testing/fixtures.ts';
import { chooseFile, self, show, toId, toPage } from '../../testing/show.tsx';
import { getQueue, remove } from './queue.ts';
import { UploadPage } from './upload-page.tsx';

const route = { route: '/upload' };
const toFile = (name: string) => new File(['book'], name);

// The queue outlives the page.
afterEach(() => remove(getQueue().items.map(({ id }) => id)));

/** Shows the page of a server with one book, `Saga 001.cbz`. */
function showUploads(uploads: Upload[] = [], at = '/upload') {
  let left = uploads;
  const check = (path: string): CheckedFile => {
    const file = { path, target: `Saga/${path}`, problem: null, duplicates: [] };
    if (path.endsWith('.jpg')) return { ...file, problem: reason('upload_format', { name: path }) };
    if (path === 'Saga 001.cbz')
      return { ...file, problem: reason('upload_exists', { path: `Saga/${path}` }) };
    const book = { bookId: toId(30), title: 'Saga 001', libraryId: toId(7) };
    return path.includes('again') ? { ...file, duplicates: [book] } : file;
  };
  return show(
    <UploadPage />,
    {
      'GET /api/v1/libraries': toPage([
        toLibrary('Comics'),
        toLibrary('Novels', { id: toId(8), paths: ['/one', '/two'] }),
      ]),
      'GET /api/v1/libraries/{id}/folders': { folders: [] },
      'GET /api/v1/uploads': () => ({ uploads: left }),
      'DELETE /api/v1/uploads/{id}': () => {
        left = [];
        return undefined;
      },
      'POST /api/v1/uploads/check': ({ body }) => ({
        files: (toRecord(body).files as { path: string }[]).map(({ path }) => check(path)),
        problem: null,
      }),
    },
    { ...route, at },
  );
}

test('lists existing files, duplicates and unsupported files before the upload', async () => {
  const { user, changes } = showUploads();
  await screen.findByRole('button', { name: 'Choose files' });
  const names = ['Saga 001.cbz', 'Saga 001 again.cbz', 'Saga 002.cbz', 'cover.jpg'];
  await chooseFile(user, names.map(toFile));
  const list = await screen.findByRole('region', { name: 'Files' });
  await screen.findByText('Skipped cover.jpg: unsupported format.');
  const rows = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^Saga\/Saga 001\.cbzNot possible4 B.*already exists\.$/),
    expect.stringMatching(/^Saga\/Saga 001 again\.cbzReady4 BProbably the same as: Saga 001$/),
    'Saga/Saga 002.cbzReady4 B',
  ]);
  within(list).getByRole('button', { name: 'Upload 2 files (8 B)' });
  await user.click(within(list).getByRole('button', { name: 'Remove 1 duplicate' }));
  within(list).getByRole('button', { name: 'Upload 1 file (4 B)' });
  await user.click(within(list).getByRole('button', { name: 'Remove Saga/Saga 001.cbz from the list' }));
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  const files = names.map((path) => ({ path, sizeBytes: 4 }));
  expect(changes).toEqual([
    ['POST /api/v1/uploads/check', { libraryId: toId(7), root: 0, folder: '', files }],
  ]);
});

test('checks the files for the requested library, its folder and subfolder', async () => {
  const { user, changes } = showUploads([], `/upload?library=${toId(8)}`);
  await user.click(await screen.findByRole('combobox', { name: 'Library folder' }));
  await user.click(screen.getByRole('option', { name: '/two' }));
  await user.type(screen.getByRole('combobox', { name: 'Subfolder' }), ' New ');
  await chooseFile(user, toFile('Emma.epub'));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.[1]).toMatchObject({ libraryId: toId(8), root: 1, folder: 'New' });
});

test('lists unfinished uploads of other devices and discards them', async () => {
  const { user, changes } = showUploads([
    {
      id: toId(60),
      libraryId: toId(7),
      libraryName: 'Comics',
      path: 'Large.cbz',
      sizeBytes: 4096,
      receivedBytes: 1024,
      state: 'receiving',
      reason: null,
      createdAt: self.createdAt,
      expiresAt: self.createdAt,
    },
  ]);
  const list = await screen.findByRole('region', { name: 'Unfinished uploads' });
  within(list).getByText('Comics · 1 KiB of 4 KiB');
  await user.click(within(list).getByRole('button', { name: 'Discard Large.cbz' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unfinished uploads' })).toBeNull());
  expect(changes).toEqual([[`DELETE /api/v1/uploads/${toId(60)}`]]);
});

test('explains a server without libraries', async () => {
  show(<UploadPage />, { 'GET /api/v1/libraries': toPage([]) }, route);
  await screen.findByText('No libraries yet');
  expect(screen.queryByRole('button')).toBeNull();
});

test('is refused to users without the permission to upload', async () => {
  show(<UploadPage />, { 'GET /api/v1/auth/me': { ...self, permissions: ['books:read'] } }, route);
  await screen.findByRole('heading', { name: 'No access' });
});
