import type { Library } from '@lectern/contract/libraries/libraries';
import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/fake-api.ts';
import { toBook, toLibrary } from '../../testing/fixtures.ts';
import { choose, fill, show, toId, toPage } from '../../testing/show.tsx';
import { LibraryEditForm } from './library-edit-form.tsx';

/** Shows the settings of a library that has 2 books in each folder. */
function showForm(part: Partial<Library> = {}, answers: Answers = {}) {
  const library = toLibrary('Comics', part);
  const previewed: unknown[] = [];
  const done: string[] = [];
  const shown = show(<LibraryEditForm library={library} onDone={() => done.push('done')} />, {
    'GET /api/v1/match/providers': { providers: [], isOnline: false },
    'GET /api/v1/libraries/{id}/roots': { roots: library.paths.map((path) => ({ path, bookCount: 2 })) },
    'GET /api/v1/libraries/{id}/books': toPage([toBook('The Beginning')]),
    'POST /api/v1/libraries/preview-scan': ({ body }) => {
      previewed.push(body);
      const { seriesConfig } = toRecord(body);
      const name = seriesConfig ? 'By pattern' : 'By folder';
      return {
        totalFiles: 30,
        detectedSeries: [{ name, path: null, bookCount: 30, sampleBooks: [] }],
        suggestion: { kind: 'comics', seriesStrategy: 'series_folder', libraries: [] },
      };
    },
    'GET /api/v1/filesystem/browse': ({ query }) => ({
      currentPath: query.path ?? '/',
      parentPath: null,
      entries: [
        { name: 'Manga', path: '/Manga', isDirectory: true, isReadable: true },
        { name: 'Comics', path: '/Comics', isDirectory: true, isReadable: true },
        { name: 'secret', path: '/secret', isDirectory: true, isReadable: false },
      ],
    }),
    'PATCH /api/v1/libraries/{id}': () => Response.json(library),
    'POST /api/v1/libraries/{id}/scan': () => Response.json({}),
    ...answers,
  });
  const save = () => shown.user.click(screen.getByRole('button', { name: 'Save changes' }));
  return { ...shown, previewed, done, save };
}
const address = `/api/v1/libraries/${toId(7)}`;

test('previews another folder structure, and saves all changed settings', async () => {
  const { user, changes, previewed, done, save } = showForm();
  await screen.findByText('By folder');
  const name = screen.getByRole('textbox', { name: 'Name' });
  await fill(user, name, 'Comics of the house');
  await choose(user, screen.getByRole('combobox', { name: 'Folder structure' }), 'Custom pattern');
  await fill(user, screen.getByRole('textbox', { name: /^Pattern/ }), '(?<series>a)');
  await screen.findByText('By pattern');
  screen.getByText('30 books in 1 series');
  expect(previewed.at(-1)).toMatchObject({
    path: '/Comics',
    seriesStrategy: 'custom',
    seriesConfig: { pattern: '(?<series>a)' },
  });
  await fill(user, screen.getByRole('textbox', { name: /^Excluded files/ }), '*.tmp\n Drafts/** \n');
  await choose(user, screen.getByRole('combobox', { name: 'Scan schedule' }), 'Every night at 3:00');
  await user.click(screen.getByRole('switch', { name: /^Watch folders for changes/ }));
  await user.type(screen.getByRole('textbox', { name: /^Purge missing books after/ }), '90');
  await user.click(screen.getByRole('checkbox', { name: 'PDF' }));
  await choose(user, screen.getByRole('combobox', { name: /^Content/ }), 'Manga');
  await choose(user, screen.getByRole('combobox', { name: /^Save metadata to files/ }), 'Off');
  await user.click(screen.getByRole('switch', { name: /^Compare pages of comics/ }));
  await save();
  await screen.findByText('Comics of the house was saved');
  expect(done).toEqual(['done']);
  expect(changes.map(([called]) => called)).toEqual([`PATCH ${address}`]);
  expect(changes[0]?.[1]).toMatchObject({
    name: 'Comics of the house',
    kind: 'manga',
    seriesStrategy: 'custom',
    seriesConfig: { pattern: '(?<series>a)' },
    excludedPatterns: ['*.tmp', 'Drafts/**'],
    writeMetadata: 'off',
    comparePages: true,
    scanning: { cronSchedule: '0 3 * * *', cronTimezone: null, watch: false, purgeDeletedAfterDays: 90 },
  });
  expect(toRecord(changes[0]?.[1]).allowedFormats).not.toContain('pdf');
});

test('saves an own schedule with its time zone', async () => {
  const { user, changes, save } = showForm();
  await choose(user, await screen.findByRole('combobox', { name: 'Scan schedule' }), 'Custom (cron)');
  const cron = screen.getByRole('textbox', { name: /^Cron expression/ });
  await user.clear(cron);
  await fill(user, cron, '30 4 * * 0');
  await user.type(screen.getByRole('combobox', { name: 'Time zone' }), 'Tokyo');
  await user.click(await screen.findByRole('option', { name: 'Asia/Tokyo' }));
  await save();
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.[1]).toMatchObject({
    scanning: { cronSchedule: '30 4 * * 0', cronTimezone: 'Asia/Tokyo' },
  });
});

test('shows the stored values of a library', async () => {
  const scanning = { cronSchedule: '0 3 * * *', cronTimezone: null, scanOnStart: false, watch: true };
  showForm({
    excludedPatterns: ['*.tmp', 'Drafts/**'],
    seriesStrategy: 'publisher_hierarchy',
    seriesConfig: { skipLevels: 2 },
    scanning: { ...scanning, purgeDeletedAfterDays: 90 },
  });
  expect(await screen.findByRole('textbox', { name: /^Excluded files/ })).toHaveProperty(
    'value',
    '*.tmp\nDrafts/**',
  );
  expect(screen.getByRole('combobox', { name: 'Scan schedule' })).toHaveProperty(
    'value',
    'Every night at 3:00',
  );
  expect(screen.getByRole('textbox', { name: 'Folder levels above the series' })).toHaveProperty(
    'value',
    '2',
  );
  expect(screen.getByRole('textbox', { name: /^Purge missing books after/ })).toHaveProperty('value', '90');
});

test('explains what happens to the books of a removed folder, which can be kept', async () => {
  const { user } = showForm({ paths: ['/Comics', '/Manga'] });
  const folders = within(await screen.findByRole('group', { name: 'Folders' }));
  await folders.findAllByText('2 books');
  folders.getByText('New files go here');
  await user.click(folders.getByRole('button', { name: 'Remove /Manga' }));
  folders.getByText('/Manga will be removed when you save');
  folders.getByText(/^2 books will be removed from the library\. Files are not deleted\.$/);
  expect(folders.getByRole('button', { name: 'Remove /Comics' })).toHaveProperty('disabled', true);
  await user.click(folders.getByRole('button', { name: 'Keep folder' }));
  expect(folders.queryByText('/Manga will be removed when you save')).toBeNull();
  folders.getByRole('button', { name: 'Remove /Manga' });
});

test('saves the order of folders without a scan, and scans a new folder', async () => {
  const { user, changes, save } = showForm({ paths: ['/Comics', '/More'] });
  const folders = within(await screen.findByRole('group', { name: 'Folders' }));
  await user.click(folders.getByRole('button', { name: 'Move /More up' }));
  await save();
  await screen.findByText('Comics was saved');
  expect(changes.map(([called]) => called)).toEqual([`PATCH ${address}`]);
  expect(changes[0]?.[1]).toMatchObject({ paths: ['/More', '/Comics'] });
  await user.click(folders.getByRole('button', { name: 'Add folder' }));
  await user.click(await folders.findByRole('button', { name: 'Comics' }));
  await folders.findByText('This folder is already in the list.');
  expect(folders.getByRole('button', { name: 'Add this folder' })).toHaveProperty('disabled', true);
  await user.click(folders.getByRole('button', { name: 'Up' }));
  await user.click(await folders.findByRole('button', { name: 'Manga' }));
  await user.click(folders.getByRole('button', { name: 'Add this folder' }));
  await save();
  await waitFor(() => expect(changes).toHaveLength(3));
  expect(changes[1]?.[1]).toMatchObject({ paths: ['/More', '/Comics', '/Manga'] });
  expect(changes[2]?.[0]).toBe(`POST ${address}/scan`);
});

test('shows the error of a folder at the folder', async () => {
  const { save } = showForm(
    { paths: ['/Comics', '/Manga'] },
    {
      'PATCH /api/v1/libraries/{id}': () =>
        Response.json(
          {
            error: 'validation_failed',
            message: 'Some values are not valid.',
            details: { issues: [{ path: 'body.paths.1', message: 'The folder does not exist.' }] },
          },
          { status: 400 },
        ),
    },
  );
  const folders = within(await screen.findByRole('group', { name: 'Folders' }));
  await save();
  expect((await folders.findByRole('alert')).textContent).toBe('The folder does not exist.');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

test('checks the naming pattern, and shows examples from the library', async () => {
  const { user, changes, save } = showForm();
  const field = await screen.findByRole('textbox', { name: /^File naming pattern/ });
  await fill(user, field, '{serie}');
  await screen.findByText(/^Unknown value serie\./);
  await fill(user, field, '{series}/{series} {number:4}');
  await screen.findByText('Saga/Saga 0001.cbz');
  await save();
  await waitFor(() =>
    expect(changes[0]?.[1]).toMatchObject({ namingPattern: '{series}/{series} {number:4}' }),
  );
});

const providers = {
  'GET /api/v1/match/providers': {
    isOnline: true,
    providers: [{ provider: 'plugin-catalog', name: 'The catalog', knows: ['series'], isReady: true }],
  },
} satisfies Answers;

test('sets the order of providers, also for single fields, confident matches, and covers', async () => {
  const { user, changes, save } = showForm({}, providers);
  await user.click(await screen.findByRole('button', { name: 'Move Files up' }));
  await choose(user, screen.getByRole('combobox', { name: 'Add field' }), 'Summary');
  const summary = within(screen.getByRole('list', { name: 'Order for Summary' }));
  await user.click(summary.getByRole('button', { name: 'Move The catalog up' }));
  await user.click(screen.getByRole('switch', { name: /^Accept confident matches automatically/ }));
  const percent = screen.getByRole('textbox', { name: /^Minimum confidence/ });
  expect(percent).toHaveProperty('value', '90');
  await user.type(percent, '{Backspace}5');
  await choose(
    user,
    screen.getByRole('combobox', { name: /^Online covers/ }),
    'Prefer over covers from files',
  );
  await save();
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(toRecord(changes[0]?.[1]).metadataProviders).toEqual({
    order: ['files', 'plugin-catalog'],
    fields: { summary: ['plugin-catalog', 'files'] },
    acceptFrom: 0.95,
    covers: 'preferred',
  });
});

test('marks providers that are turned off, and removes the order of a field', async () => {
  const order = ['plugin-gone', 'files'];
  const metadataProviders = {
    order,
    fields: { summary: order },
    acceptFrom: null,
    covers: 'missing',
  } as const;
  const { user } = showForm({ metadataProviders }, providers);
  const shown = within(await screen.findByRole('list', { name: 'Source order' }));
  shown.getByText('off');
  await shown.findByText('The catalog');
  await user.click(screen.getByRole('button', { name: 'Remove the order of Summary' }));
  expect(screen.queryByRole('list', { name: 'Order for Summary' })).toBeNull();
});
