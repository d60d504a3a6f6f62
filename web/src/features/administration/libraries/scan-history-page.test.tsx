import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import { reason } from '@lectern/contract/reasons';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toLibrary } from '../../../testing/fixtures.ts';
import { show, toId, toPage } from '../../../testing/show.tsx';
import { ScanHistoryPage } from './scan-history-page.tsx';

const toScan = (index: number, part: Partial<ScanStatus>): ScanStatus => ({
  libraryId: toId(7),
  taskId: toId(index),
  status: 'completed',
  filesTotal: 300,
  filesProcessed: 300,
  seriesFound: 12,
  booksFound: 300,
  errors: [],
  notes: [],
  startedAt: '2026-01-02T03:04:05.000Z',
  completedAt: '2026-01-02T03:06:05.000Z',
  ...part,
});

const showHistory = (...scans: ScanStatus[]) =>
  show(
    <ScanHistoryPage />,
    {
      'GET /api/v1/libraries': toPage([toLibrary('Comics')]),
      'GET /api/v1/libraries/{id}/scans': toPage(scans),
    },
    {
      route: '/administration/libraries/$id/scans',
      at: `/administration/libraries/${toId(7)}/scans`,
    },
  );

test('lists scans with result, duration and messages', async () => {
  showHistory(
    toScan(1, { notes: [reason('upload_missing')] }),
    toScan(2, { status: 'cancelled', filesProcessed: 30 }),
    toScan(3, { status: 'running', completedAt: null, filesTotal: 0 }),
  );
  await screen.findByRole('heading', { name: 'Scan history of Comics' });
  const rows = within(screen.getByRole('list', { name: 'Scan history' }));
  const [done, cancelled, running] = rows
    .getAllByRole('listitem')
    .map((row) => row.textContent)
    .filter((text) => text.startsWith('Jan 2'));
  expect(done).toMatch(/Completed300 books in 12 series · took 2 min.*The file is missing\.$/);
  expect(cancelled).toMatch(/Cancelled30 of 300 files · took 2 min$/);
  expect(running).toMatch(/Running$/);
});

test('shows a message without scans', async () => {
  showHistory();
  await screen.findByText('No scan yet');
});
