import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/fake-api.ts';
import { self, show } from '../../testing/show.tsx';
import { NewLibraryPage } from './new-library-page.tsx';

const parents: Record<string, string[]> = { '/': ['media', 'secret'], '/media': ['Comics', 'Manga'] };

function showForm(answers: Answers = {}) {
  return show(<NewLibraryPage />, {
    'GET /api/v1/filesystem/browse': ({ query: { path = '/' } }) => ({
      currentPath: path,
      parentPath: path === '/' ? null : path.slice(0, path.lastIndexOf('/')) || '/',
      entries: (parents[path] ?? []).map((name) => ({
        name,
        path: `${path === '/' ? '' : path}/${name}`,
        isDirectory: true,
        isReadable: name !== 'secret',
      })),
    }),
    'POST /api/v1/libraries/preview-scan': {
      totalFiles: 9,
      detectedSeries: Array.from({ length: 9 }, (_, n) => ({
        name: `Series ${n}`,
        path: null,
        bookCount: 1,
        sampleBooks: [],
      })),
    },
    'POST /api/v1/libraries': () => Response.json({}),
    ...answers,
  });
}
const open = async (user: ReturnType<typeof showForm>['user'], ...names: string[]) => {
  for (const name of names) await user.click(await screen.findByRole('button', { name }));
};

test('adds the open folder under its own name, after a preview', async () => {
  const { user, changes, path } = showForm();
  const add = await screen.findByRole('button', { name: 'Add and scan' });
  expect(add).toHaveProperty('disabled', true);
  expect(await screen.findByRole('button', { name: 'secret' })).toHaveProperty('disabled', true);
  await open(user, 'media', 'Comics');
  const preview = within(await screen.findByRole('region', { name: 'Preview of /media/Comics' }));
  await preview.findByText('9 books in 9 series');
  expect(preview.getAllByRole('listitem')).toHaveLength(8);
  preview.getByText('and 1 more');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('placeholder', 'Comics');
  await user.click(add);
  await waitFor(() => expect(path()).toBe('/'));
  expect(changes).toMatchObject([
    ['POST /api/v1/libraries', { name: 'Comics', paths: ['/media/Comics'], seriesStrategy: 'series_volume' }],
  ]);
});

test('adds several folders in order, each once', async () => {
  const { user, changes } = showForm();
  await open(user, 'media', 'Comics', 'Add another folder', 'media', 'Comics');
  await screen.findByText('This folder is already in the list.');
  await open(user, 'Up', 'Manga', 'Move /media/Manga up');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' Drawn ');
  await open(user, 'Add and scan');
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.[1]).toMatchObject({ name: 'Drawn', paths: ['/media/Manga', '/media/Comics'] });
});

test('shows the error of a folder at the folder, and removes it', async () => {
  const { user } = showForm({
    'POST /api/v1/libraries': () =>
      Response.json(
        {
          error: 'validation_failed',
          message: 'Some values are not valid.',
          details: { issues: [{ path: 'body.paths.1', message: 'This is a folder of the library Books.' }] },
        },
        { status: 400 },
      ),
  });
  await open(user, 'media', 'Comics', 'Add another folder', 'media', 'Manga', 'Add and scan');
  const list = within(await screen.findByRole('list', { name: 'Folders' }));
  expect((await list.findByRole('alert')).textContent).toBe('This is a folder of the library Books.');
  expect(list.getAllByRole('listitem').map((row) => within(row).queryByRole('alert') !== null)).toEqual([
    false,
    true,
  ]);
  await open(user, 'Remove /media/Manga');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('reports another error above the form', async () => {
  const { user } = showForm({
    'POST /api/v1/libraries': () =>
      Response.json({ error: 'conflict', message: 'The name is taken.' }, { status: 409 }),
  });
  await open(user, 'media', 'Add and scan');
  await screen.findByRole('alert');
});

test('applies the settings that are hidden at first', async () => {
  const { user, changes } = showForm();
  await open(user, 'media', 'More settings');
  await user.click(await screen.findByRole('switch', { name: /^Allow moving and deleting files/ }));
  await user.click(screen.getByRole('switch', { name: 'Scan when the server starts' }));
  await open(user, 'Add and scan');
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.[1]).toMatchObject({
    allowFileChanges: true,
    scanning: { scanOnStart: true, watch: true },
  });
});

test('is refused to users without permission', async () => {
  showForm({ 'GET /api/v1/auth/me': { ...self, permissions: ['libraries:read'] } });
  await screen.findByRole('heading', { name: 'No access' });
});
