import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../../testing/fake-api.ts';
import { toLibrary, toTask } from '../../../testing/fixtures.ts';
import { self, show, toId, toPage } from '../../../testing/show.tsx';
import type { Overview } from '../attention.ts';
import { OverviewPage } from './overview-page.tsx';

const GiB = 1024 ** 3;
const nothing: Overview = { attention: [], disks: null, backup: null, damagedBooks: null, readers: null };
const showOverview = (part: Partial<Overview>, answers: Answers = {}) =>
  show(<OverviewPage />, {
    'GET /api/v1/admin/overview': { ...nothing, ...part },
    'GET /api/v1/libraries': toPage([toLibrary('Comics')]),
    'GET /api/v1/tasks': toPage([
      toTask(1, {
        status: 'running',
        startedAt: new Date(Date.now() - 60_000).toISOString(),
        progress: { current: 25, total: 100, message: null },
      }),
    ]),
    'GET /health': { status: 'ok', version: '1.2.3', database: 'sqlite', storage: 'ok' },
    ...answers,
  });

test('shows work, damaged books, disks, backups and readers, with links to their pages', async () => {
  showOverview({
    damagedBooks: {
      total: 3,
      byType: [
        { errorType: 'parser', count: 2 },
        { errorType: 'zero_pages', count: 2 },
      ],
    },
    disks: [
      {
        hasServerData: true,
        libraryIds: [toId(7)],
        totalBytes: 100 * GiB,
        freeBytes: 25 * GiB,
        isLow: false,
      },
    ],
    backup: { isSupported: true, lastAt: self.createdAt, nextAt: null, hasFailed: true, isMissing: false },
    readers: [{ id: toId(2), username: 'ben', lastReadAt: new Date().toISOString() }],
  });
  const work = within(await screen.findByRole('region', { name: 'Running now' }));
  await work.findByText('Scan · Comics');
  work.getByText('25 of 100 · about 3 min left');
  const damaged = within(screen.getByRole('region', { name: 'Book errors' }));
  expect(damaged.getByText('Damaged file').parentElement?.textContent).toBe('Damaged file2');
  expect(damaged.getByRole('link').getAttribute('href')).toBe('/administration/book-errors');
  const disks = within(screen.getByRole('region', { name: 'Disks' }));
  await disks.findByText('Server data and Comics');
  disks.getByText('25 GiB of 100 GiB free');
  expect(disks.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75');
  const backup = screen.getByRole('region', { name: 'Backup' }).textContent;
  expect(backup).toMatch(/Last backupJan 2, 2026.*Next backupNot scheduledThe last scheduled backup failed/);
  expect(screen.getByRole('region', { name: 'Reading now' }).textContent).toContain('benjust now');
  screen.getByText('1.2.3');
  screen.getByText('Nothing needs attention');
});

test('lists what needs attention, with links', async () => {
  showOverview({
    attention: [
      { kind: 'disk_low', count: 1 },
      { kind: 'failed_tasks', count: 2 },
      { kind: 'dropped_files', count: 3 },
    ],
  });
  const alert = within(await screen.findByRole('alert', { name: '3 things need attention' }));
  alert.getByText('A disk is almost full');
  expect(alert.getByRole('link', { name: '2 tasks failed' }).getAttribute('href')).toBe(
    '/administration/tasks',
  );
  alert.getByRole('link', { name: '3 files wait in the drop folder' });
});

test('shows only the parts that the user may see', async () => {
  showOverview({}, { 'GET /api/v1/auth/me': { ...self, permissions: ['users:read'] } });
  await screen.findByText('Nothing needs attention');
  expect(screen.queryByRole('region')).toBeNull();
});
