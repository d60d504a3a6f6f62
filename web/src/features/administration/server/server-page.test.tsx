import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queries } from '../../../api/query-client.ts';
import type { Output } from '../../../api/routes.ts';
import { refuse } from '../../../testing/fake-api.ts';
import { show, toId } from '../../../testing/show.tsx';
import { ServerPage } from './server-page.tsx';
import { StorageAlert } from './storage-alert.tsx';
import { UpdateNotice } from './update-notice.tsx';

const healthy: Output<'GET /health'> = { status: 'ok', version: '1.2.3', database: 'sqlite', storage: 'ok' };

test('warns of a full disk until the server reports that it can write', async () => {
  let storage: Output<'GET /health'>['storage'] = 'full';
  show(<StorageAlert />, { 'GET /health': () => ({ ...healthy, storage }) });
  expect((await screen.findByRole('alert')).textContent).toContain('The server’s disk is full');
  storage = 'ok';
  await queries.invalidateQueries({ queryKey: ['health'] });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('names a newer version and the running one', async () => {
  show(<UpdateNotice />, {
    'GET /api/v1/admin/updates': {
      isOn: true,
      current: '0.1.0',
      newest: '99.1.0',
      isNewer: true,
      checkedAt: null,
    },
  });
  const notice = await screen.findByRole('alert');
  within(notice).getByText('Lectern 99.1.0 is available');
  within(notice).getByText(/This server runs 0\.1\.0/);
});

test('shows the state of the server, and cleans up after a confirmation', async () => {
  const figures = { bookCount: 2, seriesCount: 1, bytes: 2048, pageCount: 9 };
  const { user, changes } = show(<ServerPage />, {
    'GET /health': healthy,
    'GET /metrics': () => new Response('process_resident_memory_bytes 104857600\n'),
    'GET /api/v1/metrics/tasks': { types: [] },
    'GET /api/v1/metrics/inventory': {
      ...figures,
      libraryCount: 1,
      libraries: [{ ...figures, id: toId(1), name: 'Comics' }],
      byFormat: [
        { format: 'cbz', bookCount: 2, bytes: 2048 },
        { format: 'fb2', bookCount: 0, bytes: 0 },
      ],
    },
    'POST /api/v1/admin/cleanup-orphans': () => Response.json({ taskId: toId(2), message: '' }),
  });
  await screen.findByRole('row', { name: 'Database Embedded (SQLite)' });
  await screen.findByText('Healthy');
  await screen.findByRole('row', { name: 'Memory usage 100 MiB' });
  // Only formats with books are listed.
  await screen.findByRole('cell', { name: 'CBZ' });
  expect(screen.queryByRole('cell', { name: 'FB2' })).toBeNull();
  const caches = screen.getByRole('link', { name: 'PDF caches' });
  expect(caches.getAttribute('href')).toBe('/administration/pdf-cache');
  await user.click(screen.getByRole('button', { name: 'Clean up now' }));
  const question = await screen.findByRole('dialog', { name: 'Delete unused data?' });
  expect(changes).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Clean up now' }));
  await screen.findByText('Cleaning up. See Tasks for progress');
  expect(changes).toEqual([['POST /api/v1/admin/cleanup-orphans']]);
});

test('shows the other parts if one cannot be read', async () => {
  let requests = 0;
  const { user } = show(<ServerPage />, {
    'GET /health': healthy,
    'GET /metrics': () => new Response('process_resident_memory_bytes 104857600\n'),
    'GET /api/v1/metrics/tasks': { types: [] },
    'GET /api/v1/metrics/inventory': () => {
      requests++;
      return refuse(403, 'forbidden');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Clean up now' }));
  await screen.findByRole('dialog', { name: 'Delete unused data?' });
  // Once for the page, and once for the part that shows it. The second answer must not hide the page.
  expect(requests).toBe(2);
});
