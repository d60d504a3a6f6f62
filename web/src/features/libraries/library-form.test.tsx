import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/fake-api.ts';
import { toLibrary } from '../../testing/fixtures.ts';
import { toPlugin } from '../../testing/plugins.ts';
import { self, show, toPage } from '../../testing/show.tsx';
import { LibraryForm } from './library-form.tsx';
import { NewLibraryPage } from './new-library-page.tsx';

const parents: Record<string, string[]> = { '/': ['media', 'secret'], '/media': ['Comics', 'Manga'] };

const comics = { kind: 'comics' as const, seriesStrategy: 'series_volume' as const };

function showForm(answers: Answers = {}, form = <NewLibraryPage />) {
  return show(form, {
    'GET /api/v1/libraries': toPage([]),
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
      suggestion: { ...comics, libraries: [] },
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
  await open(user, 'media', 'Comics', 'Add another folder', 'Comics');
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
  await open(user, 'media', 'Comics', 'Add another folder', 'Manga', 'Add and scan');
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

const kindOf = (name: string) => screen.getByRole('radio', { name });

test('follows the kind that suits the folder, until the user chooses one', async () => {
  const { user, changes } = showForm();
  await open(user, 'media', 'Comics');
  await waitFor(() => expect(kindOf('Comics').getAttribute('aria-checked')).toBe('true'));
  await user.click(kindOf('Manga'));
  await open(user, 'Up', 'Manga', 'Add and scan');
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.[1]).toMatchObject({
    kind: 'manga',
    defaultReadingDirection: 'rtl',
    metadataProviders: { order: ['built-in:mangabaka', 'built-in:anilist', 'built-in:mangaupdates'] },
  });
});

test('completes a typed path', async () => {
  const { user } = showForm();
  const field = await screen.findByRole('combobox', { name: 'Choose a folder' });
  await user.clear(field);
  await user.type(field, '/media/C');
  await user.click(await screen.findByRole('option', { name: '/media/Comics' }));
  await screen.findByRole('region', { name: 'Preview of /media/Comics' });
  expect(field).toHaveProperty('value', '/media/Comics');
});

test('starts in the folder of the newest library', async () => {
  showForm({ 'GET /api/v1/libraries': toPage([toLibrary('Comics', { path: '/media/Comics' })]) });
  await screen.findByRole('button', { name: 'Manga' });
  expect(screen.getByRole('button', { name: 'Add and scan' })).toHaveProperty('disabled', true);
});

test('adds several libraries from the subfolders of one folder', async () => {
  const found = ['Comics', 'Manga'].map((name) => ({
    ...comics,
    name,
    path: `/media/${name}`,
    bookCount: 3,
  }));
  const { user, changes } = showForm({
    'POST /api/v1/libraries/preview-scan': {
      totalFiles: 6,
      detectedSeries: [],
      suggestion: { ...comics, libraries: found },
    },
  });
  await open(user, 'media');
  await screen.findByText('These look like 2 libraries');
  await open(user, 'Add all 2');
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(changes).toMatchObject([
    ['POST /api/v1/libraries', { name: 'Comics', paths: ['/media/Comics'], kind: 'comics' }],
    ['POST /api/v1/libraries', { name: 'Manga', paths: ['/media/Manga'], scanImmediately: true }],
  ]);
});

test('turns on the providers of the kind that need no key', async () => {
  const key = {
    key: 'key',
    label: 'Key',
    required: true,
    isSet: false,
    description: null,
    isSecret: true,
    placeholder: null,
  };
  const included = { origin: 'built_in' as const, isEnabled: false };
  const { user, changes } = showForm(
    {
      'GET /api/v1/admin/plugins': {
        plugins: [
          toPlugin({ ...included, id: 'a', package: 'built-in:openlibrary', displayName: 'Open Library' }),
          toPlugin({ ...included, id: 'b', package: 'built-in:hardcover', credentials: [key] }),
          toPlugin({ ...included, id: 'c', package: 'built-in:anilist' }),
        ],
      } as never,
      'PUT /api/v1/admin/settings/{key}': () => Response.json({}),
      'PATCH /api/v1/admin/plugins/{id}': () => Response.json({}),
    },
    <LibraryForm asksOnline onDone={() => {}} />,
  );
  await open(user, 'media', 'Comics');
  await user.click(kindOf('Books'));
  await user.click(await screen.findByRole('switch', { name: /^Get covers and descriptions/ }));
  screen.getByText(/^From Open Library\./);
  await open(user, 'Add and scan');
  await waitFor(() => expect(changes).toHaveLength(3));
  expect(changes).toMatchObject([
    ['PUT /api/v1/admin/settings/online.enabled', { value: true }],
    ['PATCH /api/v1/admin/plugins/a', { isEnabled: true }],
    ['POST /api/v1/libraries', { kind: 'books', metadataProviders: { acceptFrom: 0.9 } }],
  ]);
});
