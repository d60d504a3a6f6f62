import type { ImportDto, ImportPlan } from '@lectern/contract/import/imports';
import { reason } from '@lectern/contract/reasons';
import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../../testing/fake-api.ts';
import { answer, chooseFile, self, show, toId, toPage } from '../../../testing/show.tsx';
import { ImportPage } from './import-page.tsx';

const from = '/mnt/comics';
const toPlan = (to: string | null): ImportPlan => ({
  libraries: [
    { name: 'Comics', existing: null, roots: [{ from, to }], books: 3, booksFound: to === null ? 0 : 2 },
  ],
  users: [
    {
      username: 'anna',
      isAdmin: true,
      isKnown: false,
      places: 2,
      placesFound: 2,
      notes: [
        { reason: 'komga_may_download', message: 'anna can download files, which Komga did not allow' },
      ],
    },
  ],
  counts: { users: 1, places: 2, ratings: 0 },
  books: 3,
  booksFound: 2,
  booksRewritten: 1,
  places: 2,
  placesFound: 2,
  leftOut: [{ reason: 'left_out_other', message: 'Thumbnails are not imported.' }],
  obstacle: to === null ? reason('import_no_books') : null,
});
const toImport = (part: Partial<ImportDto> = {}): ImportDto => ({
  id: toId(1),
  status: 'ready',
  program: 'Komga',
  source: { kind: 'upload', name: 'database.sqlite' },
  hasLog: false,
  createdAt: self.createdAt,
  expiresAt: self.createdAt,
  plan: toPlan('/media'),
  maps: [],
  taskId: null,
  progress: null,
  failure: null,
  outcomes: null,
  endedAt: null,
  backup: 'x.zip',
  takenBackAt: null,
  ...part,
});
const restarting = {
  name: 'x.zip',
  madeAt: null,
  version: null,
  isUpgraded: false,
  setAside: '',
  missingFolders: [],
  isRestarting: true,
};

/** Shows the page of a server that stores what it receives. */
function showImports(...initial: ImportDto[]) {
  let imports = initial;
  const add = (next: ImportDto) => {
    imports = [next, ...imports];
    return next;
  };
  const change = (part: Partial<ImportDto>) => {
    const [first = toImport(), ...others] = imports;
    imports = [{ ...first, ...part }, ...others];
    return Response.json(imports[0]);
  };
  return show(<ImportPage />, {
    'GET /health': { status: 'ok', version: '1.2.3', database: 'sqlite', storage: 'ok' },
    'GET /api/v1/admin/imports': () => ({ imports }),
    'POST /api/v1/admin/imports': ({ body }) => {
      const { path } = toRecord(body);
      if (path === '/nowhere')
        return refuse(404, 'not_found', reason('folder_missing', { path: '/nowhere' }));
      return add(toImport({ source: { kind: 'path', name: String(path) } }));
    },
    'POST /api/v1/admin/imports/upload': () => add(toImport({ plan: toPlan(null) })),
    'POST /api/v1/admin/imports/{id}/log': () => change({ hasLog: true }),
    'PATCH /api/v1/admin/imports/{id}': () => change({ plan: toPlan('/media') }),
    'POST /api/v1/admin/imports/{id}/start': () => change({ status: 'running' }),
    'POST /api/v1/admin/imports/{id}/cancel': () => change({ status: 'cancelled' }),
    'POST /api/v1/admin/imports/{id}/take-back': restarting,
    'DELETE /api/v1/admin/imports/{id}': () => {
      imports = imports.slice(1);
      return undefined;
    },
    'GET /api/v1/admin/imports/{id}/missing': () =>
      Response.json(toPage([{ path: '/mnt/comics/Saga/Gone.cbz' }])),
    'GET /api/v1/filesystem/browse': ({ query }) => ({
      currentPath: query.path ?? '/',
      parentPath: null,
      entries: [{ name: 'media', path: '/media', isDirectory: true, isReadable: true }],
    }),
  });
}

test('reports a path without a database, and opens one', async () => {
  const { user, changes } = showImports();
  const field = await screen.findByRole('textbox', { name: 'File or folder' });
  expect(screen.getByRole('button', { name: 'Open' })).toHaveProperty('disabled', true);
  await user.type(field, '/nowhere{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('/nowhere');
  await user.clear(field);
  await user.type(field, ' /config ');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByText('Database of Komga: /config');
  expect(changes.map(([, body]) => body)).toEqual([
    { path: '/nowhere', maps: [] },
    { path: '/config', maps: [] },
  ]);
});

test('maps a folder that was not found before the import can continue', async () => {
  const { user, changes } = showImports();
  await screen.findByRole('textbox', { name: 'File or folder' });
  await chooseFile(user, new File(['database'], 'database.sqlite'));
  await screen.findByText('Not found on this server');
  screen.getByText('0 of 3 books found');
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Choose folder for /mnt/comics' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose folder for /mnt/comics' }));
  expect(dialog.getByRole('button', { name: 'Use this folder' })).toHaveProperty('disabled', true);
  await user.click(await dialog.findByRole('button', { name: 'media' }));
  await user.click(dialog.getByRole('button', { name: 'Use this folder' }));
  await screen.findByText('This server: /media');
  screen.getByText('2 of 3 books found');
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', false);
  expect(changes.at(-1)).toEqual([
    `PATCH /api/v1/admin/imports/${toId(1)}`,
    { maps: [{ from, to: '/media' }] },
  ]);
});

test('previews imported and skipped data, and starts', async () => {
  const { user, changes } = showImports(toImport());
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  const facts = within(await screen.findByRole('region', { name: 'Will be imported' }));
  facts.getByText('2 of 3 books found');
  facts.getByText('2 of 2 reading positions found');
  facts.getByText('1 book has a different size now');
  const counts = facts
    .getAllByRole('term')
    .map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent]);
  expect(counts).toEqual([
    ['Users', '1'],
    ['Reading positions', '2'],
  ]);
  const people = within(screen.getByRole('list', { name: 'Users' }));
  people.getByText('Administrator');
  people.getByText(/which Komga did not allow$/);
  screen.getByText('Thumbnails are not imported.');
  await screen.findByText('/mnt/comics/Saga/Gone.cbz');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('button', { name: 'Start import' }));
  await screen.findByRole('heading', { name: 'Importing from Komga' });
  expect(changes).toEqual([[`POST /api/v1/admin/imports/${toId(1)}/start`]]);
});

test('adds the log of an uploaded database, but not of an archive, and discards it', async () => {
  const { user, changes } = showImports(
    toImport(),
    toImport({ source: { kind: 'upload', name: 'export.zip' } }),
  );
  await screen.findByText('Database of Komga: database.sqlite');
  await chooseFile(user, new File(['log'], 'database.sqlite-wal'));
  await screen.findByText(/^-wal file added ·/);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await screen.findByText('The database was deleted from this server');
  await screen.findByText('Database of Komga: export.zip');
  expect(screen.queryByRole('button', { name: 'Add -wal file' })).toBeNull();
  expect(changes.map(([address]) => address.split('/').at(-1))).toEqual(['log', toId(1)]);
});

test('shows the progress of an import, and stops it after a confirmation', async () => {
  const progress = { stage: 'metadata', current: 1, total: 4 } as const;
  const { user } = showImports(toImport({ status: 'running', progress }));
  const bar = await screen.findByRole('progressbar', { name: 'Progress of the import' });
  // Two of eight stages, and a quarter of the third.
  expect(Number(bar.getAttribute('aria-valuenow'))).toBeCloseTo(28.1, 0);
  screen.getByText('1 of 4');
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await answer(user, 'Stop the import?', 'Stop');
  await screen.findByText('Import stopped');
  screen.getByRole('button', { name: 'Continue' });
});

const completed = toImport({
  status: 'completed',
  outcomes: [
    { kind: 'books', taken: 0, known: 2, lost: 1, notes: [], noteCount: 1 },
    { kind: 'places', taken: 2, known: 0, lost: 0, notes: [], noteCount: 0 },
    {
      kind: 'ratings',
      taken: 0,
      known: 0,
      lost: 3,
      notes: [{ reason: 'x', message: 'A rating was invalid.' }],
      noteCount: 3,
    },
  ],
});

test('shows the result, and undoes the import after a confirmation', async () => {
  const { user, changes } = showImports(completed);
  expect((await screen.findByText('Import complete')).closest('[role=status]')).not.toBeNull();
  screen.getByText('2 of 3 books found');
  screen.getByRole('row', { name: 'Reading positions 2 0 0' });
  screen.getByRole('row', { name: 'Ratings 0 0 3' });
  screen.getByText('A rating was invalid.');
  screen.getByText('And 2 more');
  await screen.findByText('/mnt/comics/Saga/Gone.cbz');
  await user.click(screen.getByRole('button', { name: 'Undo import' }));
  expect(changes).toEqual([]);
  await answer(user, 'Undo the whole import?', 'Undo import');
  await screen.findByText('Restoring the backup. The server restarts');
  expect(changes).toEqual([[`POST /api/v1/admin/imports/${toId(1)}/take-back`]]);
});

test('starts another import next to a finished one, and repeats one from a path', async () => {
  const { user, changes } = showImports({ ...completed, source: { kind: 'path', name: '/config' } });
  await user.click(await screen.findByRole('button', { name: 'Choose another database' }));
  await user.type(await screen.findByRole('textbox', { name: 'File or folder' }), '/other{Enter}');
  await screen.findByText('Database of Komga: /other');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click(await screen.findByRole('button', { name: 'Import again' }));
  await waitFor(() =>
    expect(changes.at(-1)).toEqual(['POST /api/v1/admin/imports', { path: '/config', maps: [] }]),
  );
});
