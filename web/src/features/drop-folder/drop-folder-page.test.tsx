import type { DropFolder, DroppedFile, EditDropped } from '@lectern/contract/ingest/drop-folder';
import { reason } from '@lectern/contract/reasons';
import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toLibrary } from '../../testing/fixtures.ts';
import { chooseItem, self, show, toId, toPage } from '../../testing/show.tsx';
import { DropFolderPage } from './drop-folder-page.tsx';

const status: DropFolder = { isEnabled: true, name: 'New', problem: null, waiting: 2, dismissed: 0 };
const toDropped = (index: number, path: string, part: Partial<DroppedFile> = {}): DroppedFile => ({
  id: toId(index),
  path,
  sizeBytes: 2048,
  foundAt: self.createdAt,
  isReady: true,
  isDismissed: false,
  format: 'cbz',
  pageCount: 5,
  isEdited: false,
  library: { id: toId(7), name: 'Comics', root: 0 },
  fields: { series: 'Saga', volume: '', chapter: '', number: '2', title: '', year: '' },
  series: { id: toId(20), title: 'Saga' },
  target: 'Saga/Saga #002.cbz',
  companions: [],
  duplicates: [],
  doubts: [],
  problem: null,
  ...part,
});
const same = { bookId: toId(30), title: 'Saga 001', libraryId: toId(7) };
const clear = toDropped(1, 'Saga 002.cbz');
const copy = toDropped(2, 'copy.cbz', { doubts: ['content'], duplicates: [{ ...same, why: 'content' }] });
const broken = toDropped(3, 'broken.cbz', {
  format: null,
  pageCount: 0,
  series: null,
  target: null,
  library: null,
  problem: reason('drop_library'),
});
const arriving = toDropped(4, 'arriving.cbz', { isReady: false, problem: reason('drop_arriving') });

/** Shows the page of a server that stores what it receives. */
function showFolder(...initial: DroppedFile[]) {
  let files = initial;
  const edit = (id: string | undefined, body: unknown): DroppedFile => {
    const { isDismissed, series = 'Saga', number = '2' } = body as EditDropped;
    files = files.map((file) => {
      if (file.id !== id) return file;
      if (isDismissed !== undefined) return { ...file, isDismissed };
      return { ...file, isEdited: series !== null, target: `${series}/${series} #00${number}.cbz` };
    });
    const found = files.find((file) => file.id === id);
    if (!found) throw new Error(`Missing file ${id}`);
    return found;
  };
  return show(<DropFolderPage />, {
    'GET /api/v1/drop-folder': status,
    'GET /api/v1/libraries': toPage([toLibrary('Comics')]),
    'GET /api/v1/drop-folder/files': ({ query }) =>
      toPage(files.filter(({ isDismissed }) => isDismissed === (query.dismissed === 'true'))),
    'PATCH /api/v1/drop-folder/files/{id}': ({ params, body }) => edit(params.id, body),
    'POST /api/v1/drop-folder/check': () => Response.json({}),
    'POST /api/v1/drop-folder/accept': ({ body }) => {
      const { ids = [clear.id] } = toRecord(body);
      files = files.filter(({ id }) => !(ids as string[]).includes(id));
      const refused = ids === body ? [] : [{ id: copy.id, path: copy.path, reason: reason('drop_gone') }];
      return Response.json({ accepted: ids, refused });
    },
  });
}
const findRow = async (name: string) => {
  const rows = await screen.findAllByRole('listitem');
  const row = rows.find(({ textContent }) => textContent.includes(name));
  if (!row) throw new Error(`Missing row ${name}`);
  return row;
};

test('shows the destination, probable duplicates and the problem of each file', async () => {
  showFolder(clear, copy, broken, arriving);
  const first = within(await findRow('Saga 002.cbz'));
  first.getByText('Ready');
  first.getByText('Saga/Saga #002.cbz');
  first.getByText('CBZ · 2 KiB · 5 pages');
  expect(first.getByRole('link', { name: 'Saga' }).getAttribute('href')).toBe(`/series/${toId(20)}`);
  const second = within(await findRow('copy.cbz'));
  second.getByText('Check first');
  second.getByText(/^Same content as/);
  second.getByRole('link', { name: 'Saga 001' });
  const third = within(await findRow('broken.cbz'));
  third.getByText('Needs attention');
  third.getByText('Choose a library first.');
  expect(third.getByRole('button', { name: 'Accept broken.cbz' })).toHaveProperty('disabled', true);
  const fourth = within(await findRow('arriving.cbz'));
  fourth.getByText('Still copying');
  expect(fourth.queryAllByRole('button')).toEqual([]);
});

test('accepts all clear matches, or the selected files, and lists the files that stay', async () => {
  const { user, changes } = showFolder(clear, copy);
  await user.click(await screen.findByRole('button', { name: 'Accept all clear matches' }));
  await screen.findByText('1 file was moved into its library');
  expect((await screen.findByRole('alert')).textContent).toBe(
    '1 file stays in the drop foldercopy.cbz: The file is no longer in the drop folder, or it was replaced.',
  );
  await waitFor(() => expect(screen.queryByText('Saga 002.cbz')).toBeNull());
  await user.click(screen.getByRole('checkbox', { name: 'Select copy.cbz' }));
  await user.click(screen.getByRole('button', { name: 'Accept 1 selected file' }));
  await screen.findByText('No files waiting');
  expect(changes).toEqual([
    ['POST /api/v1/drop-folder/accept', {}],
    ['POST /api/v1/drop-folder/accept', { ids: [copy.id] }],
  ]);
});

test('dismisses a file and restores it', async () => {
  const { user, changes } = showFolder(copy);
  await chooseItem(user, 'More for copy.cbz', 'Dismiss (keeps the file)');
  await screen.findByText('No files waiting');
  await user.click(screen.getByRole('switch', { name: 'Dismissed files' }));
  expect(screen.queryByRole('button', { name: 'Accept all clear matches' })).toBeNull();
  await chooseItem(user, 'More for copy.cbz', 'Restore');
  await screen.findByText('No dismissed files');
  const address = `PATCH /api/v1/drop-folder/files/${copy.id}`;
  expect(changes).toEqual([
    [address, { isDismissed: true }],
    [address, { isDismissed: false }],
  ]);
});

test('saves only edited values of a destination, shows the resulting path, and resets them', async () => {
  const { user, changes } = showFolder(clear);
  await chooseItem(user, 'More for Saga 002.cbz', 'Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit destination' }));
  await user.clear(dialog.getByRole('textbox', { name: 'Number' }));
  await user.type(dialog.getByRole('textbox', { name: 'Number' }), '7');
  await dialog.findByText('Saga/Saga #007.cbz');
  await user.clear(dialog.getByRole('textbox', { name: 'Series' }));
  await user.type(dialog.getByRole('textbox', { name: 'Series' }), 'Clear');
  await dialog.findByText('Clear/Clear #007.cbz');
  expect(changes.at(-1)?.[1]).toEqual({ series: 'Clear', number: '7' });
  await user.click(dialog.getByRole('button', { name: 'Reset' }));
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: 'Series' })).toHaveProperty('value', 'Saga'),
  );
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const none = { series: null, volume: null, chapter: null, number: null, title: null, year: null };
  expect(changes.at(-1)?.[1]).toEqual({ ...none, libraryId: null, root: null, target: null });
});

test('sends a manual path when the dialog is closed', async () => {
  const { user, changes } = showFolder(clear);
  await chooseItem(user, 'More for Saga 002.cbz', 'Edit');
  await user.click(await screen.findByRole('button', { name: 'Enter path manually' }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Path in the library' });
  expect(field.value).toBe('Saga/Saga #002.cbz');
  await user.clear(field);
  await user.type(field, 'My/own');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(changes.at(-1)?.[1]).toEqual({ target: 'My/own' }));
});

test.each([
  ['a server without a drop folder', { isEnabled: false, name: null }, /^This server has no drop folder/],
  [
    'a folder that cannot be used',
    { problem: reason('drop_folder_overlaps') },
    /^The drop folder overlaps with a library/,
  ],
] as const)('explains %s', async (_, part, words) => {
  show(<DropFolderPage />, { 'GET /api/v1/drop-folder': { ...status, ...part } });
  await screen.findByText(words);
  expect(screen.queryByRole('button')).toBeNull();
});

test('is refused to users without the permission to upload', async () => {
  show(<DropFolderPage />, { 'GET /api/v1/auth/me': { ...self, permissions: ['books:read'] } });
  await screen.findByRole('heading', { name: 'No access' });
});
