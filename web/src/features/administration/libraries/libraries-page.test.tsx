import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { Library } from '@lectern/contract/libraries/libraries';
import { reason } from '@lectern/contract/reasons';
import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../../testing/fake-api.ts';
import { toBook, toLibrary } from '../../../testing/fixtures.ts';
import { answer, chooseItem, self, show, toId, toPage } from '../../../testing/show.tsx';
import { LibrariesPage } from './libraries-page.tsx';

const toScan = (part: Partial<ScanStatus> = {}): ScanStatus => ({
  libraryId: toId(7),
  taskId: toId(1),
  status: 'completed',
  filesTotal: 300,
  filesProcessed: 300,
  seriesFound: 1,
  booksFound: 300,
  errors: [],
  notes: [],
  startedAt: '2026-01-02T03:04:05.000Z',
  completedAt: '2026-01-02T03:04:15.000Z',
  ...part,
});
const address = `/api/v1/libraries/${toId(7)}`;

/** Shows the libraries of a server that stores what it receives. */
function showLibraries(part: Partial<Library>, scan: ScanStatus | undefined, answers: Answers = {}) {
  let libraries = [toLibrary('Comics', part)];
  let status = scan;
  return show(<LibrariesPage />, {
    'GET /api/v1/libraries': () => toPage(libraries),
    'GET /api/v1/libraries/{id}/scan-status': () => status,
    'GET /api/v1/scans/active': () => ({ scans: status?.status === 'running' ? [status] : [] }),
    'POST /api/v1/libraries/{id}/books/list': toPage([]),
    'POST /api/v1/libraries/{id}/scan': () => {
      status = toScan({ status: 'running', filesProcessed: 30 });
      return Response.json({});
    },
    'POST /api/v1/libraries/{id}/scan/cancel': () => {
      status = toScan({ status: 'cancelled' });
      return Response.json(status);
    },
    'PATCH /api/v1/libraries/{id}': ({ body }) => {
      libraries = libraries.map((library) => ({ ...library, ...toRecord(body) }));
      return Response.json(libraries[0]);
    },
    'DELETE /api/v1/libraries/{id}/purge-deleted': () => Response.json({ purged: 2 }),
    'DELETE /api/v1/libraries/{id}': () => {
      libraries = [];
      return undefined;
    },
    ...answers,
  });
}

test('shows counts, schedule, folders and the last scan of a library', async () => {
  const notes = [reason('upload_missing')];
  const scanning = { cronSchedule: '30 4 * * 0', cronTimezone: null, scanOnStart: false, watch: true };
  showLibraries(
    {
      paths: ['/one', '/two'],
      scanning: { ...scanning, purgeDeletedAfterDays: null },
      description: 'Of the house',
    },
    toScan({ notes }),
  );
  await screen.findByText(/^1 series, 3 books · Never scanned$/);
  screen.getByText('Automatic scans: at 30 4 * * 0 · Watching for changes');
  screen.getByText('/two');
  await screen.findByText('Last scan: 300 books in 10 sec');
  expect(screen.getByRole('link', { name: 'Scan history of Comics' }).getAttribute('href')).toBe(
    `/administration/libraries/${toId(7)}/scans`,
  );
  screen.getByText('1 message from the last scan');
  screen.getByText('The file is missing.');
  screen.getByText('Of the house');
  expect(screen.getByRole('link', { name: 'Edit Comics' }).getAttribute('href')).toBe(
    `/administration/libraries/${toId(7)}`,
  );
});

test('scans a library, shows the progress, and cancels the scan', async () => {
  const { user, changes } = showLibraries({}, undefined);
  await user.click(await screen.findByRole('button', { name: 'Scan Comics' }));
  await screen.findByText('Comics is being scanned');
  await screen.findByText('30 of 300 files');
  await user.click(screen.getByRole('button', { name: 'Cancel the scan of Comics' }));
  await screen.findByText('The scan of Comics was cancelled');
  await chooseItem(user, 'More for Comics', 'Deep scan');
  await waitFor(() =>
    expect(changes.map(([called]) => called)).toEqual([
      `POST ${address}/scan`,
      `POST ${address}/scan/cancel`,
      `POST ${address}/scan`,
    ]),
  );
});

test('reports a failed scan, and hides missing books only after a confirmation', async () => {
  const requests: (string | undefined)[] = [];
  const failed = toScan({ status: 'failed', notes: [reason('root_emptied', { path: '/Comics', count: 3 })] });
  const { user } = showLibraries({}, failed, {
    'POST /api/v1/libraries/{id}/scan': ({ query }) => {
      requests.push(query.confirmRemovals);
      return Response.json({});
    },
  });
  const alert = within(await screen.findByRole('alert'));
  alert.getByText('The last scan failed');
  alert.getByText(/^Nothing is lost/);
  await user.click(alert.getByRole('button', { name: 'Scan Comics' }));
  await user.click(alert.getByRole('button', { name: 'The files were removed on purpose' }));
  await answer(user, 'Hide the missing books?', 'Scan and hide');
  await waitFor(() => expect(requests).toEqual(['false', 'true']));
});

test('names damaged books, and links to all', async () => {
  showLibraries({}, toScan(), {
    'POST /api/v1/libraries/{id}/books/list': { ...toPage([toBook('Half 1')]), total: 9 },
  });
  await screen.findByText('9 books have errors');
  screen.getByRole('link', { name: 'Half 1' });
  expect(screen.getByRole('link', { name: 'All book errors' }).getAttribute('href')).toBe(
    '/administration/book-errors',
  );
});

test('turns automatic scans off, with undo', async () => {
  const { user, changes } = showLibraries({}, undefined);
  await chooseItem(user, 'More for Comics', 'Turn off automatic scans');
  await screen.findByText('Comics is no longer scanned automatically');
  await screen.findByText('Inactive');
  expect(screen.queryByText('Watching for changes')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByText('Inactive')).toBeNull());
  expect(changes.map(([, body]) => body)).toEqual([{ isActive: false }, { isActive: true }]);
});

test('purges missing books and removes a library only after its name is typed', async () => {
  const { user, changes } = showLibraries({}, undefined);
  await chooseItem(user, 'More for Comics', 'Purge missing books');
  const purge = within(await screen.findByRole('dialog', { name: 'Purge the missing books?' }));
  expect(purge.getByRole('button', { name: 'Purge' })).toHaveProperty('disabled', true);
  await user.type(purge.getByRole('textbox', { name: 'Type Comics to confirm' }), 'Comics{Enter}');
  await screen.findByText('2 books were purged');
  await chooseItem(user, 'More for Comics', 'Remove library');
  const remove = within(await screen.findByRole('dialog', { name: 'Remove Comics?' }));
  await user.type(remove.getByRole('textbox', { name: 'Type Comics to confirm' }), 'comics{Enter}');
  expect(remove.getByRole('button', { name: 'Remove library' })).toHaveProperty('disabled', true);
  await user.clear(remove.getByRole('textbox'));
  await user.type(remove.getByRole('textbox'), ' Comics {Enter}');
  await screen.findByText('Comics was removed');
  await screen.findByText('No libraries yet');
  expect(changes).toEqual([[`DELETE ${address}/purge-deleted`], [`DELETE ${address}`]]);
});

test('keeps the question open if the removal fails', async () => {
  const { user } = showLibraries({}, undefined, {
    'DELETE /api/v1/libraries/{id}': () =>
      Response.json({ error: 'internal', message: 'The disk is gone.' }, { status: 500 }),
  });
  await chooseItem(user, 'More for Comics', 'Remove library');
  const remove = within(await screen.findByRole('dialog', { name: 'Remove Comics?' }));
  await user.type(remove.getByRole('textbox'), 'Comics{Enter}');
  await remove.findByRole('alert');
});

test('a user who may not change libraries sees no actions', async () => {
  showLibraries({}, undefined, { 'GET /api/v1/auth/me': { ...self, permissions: ['libraries:read'] } });
  await screen.findByText(/^1 series, 3 books/);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link', { name: /Add|Edit/ })).toBeNull();
});
