import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { TaskDto } from '@lectern/contract/system/tasks';
import { expect, test } from 'vitest';
import {
  addLibrary,
  addScannedLibrary,
  listSeries,
  scan,
  waitForScan,
} from '../../../../test/harness/library.ts';
import { onBothDatabases, type TestServer } from '../../../../test/harness/server.ts';
import { makeCbz, writeManyBooks } from '../../../../test/makers/books.ts';

const progressOf = async ({ admin }: TestServer, id: string) =>
  (await admin.get<ScanStatus>(`/api/v1/libraries/${id}/scan-status`)).body;

onBothDatabases(
  'a running scan',
  (server) => {
    test('rejects a second scan of the same library, but not of another one', {
      timeout: 180_000,
    }, async () => {
      const library = await addLibrary(server(), {});
      await writeManyBooks(library.folder, 400);
      const other = await addLibrary(server(), { 'A/A 1.cbz': await makeCbz() });
      const { admin } = server();
      const first = await admin.post<ScanStatus>(`/api/v1/libraries/${library.id}/scan`);
      const second = await admin.post(`/api/v1/libraries/${library.id}/scan`);
      expect([first.status, second.status]).toEqual([202, 409]);
      expect(second.body).toMatchObject({ details: { taskId: first.body.taskId } });
      const { body } = await admin.get<{ scans: ScanStatus[] }>('/api/v1/scans/active');
      expect(body.scans.map(({ libraryId }) => libraryId)).toContain(library.id);
      expect(await scan(server(), other.id)).toMatchObject({ status: 'completed' });
      expect(await waitForScan(admin, library.id)).toMatchObject({
        status: 'completed',
        filesTotal: 400,
        filesProcessed: 400,
        booksFound: 400,
        seriesFound: 40,
      });
    });

    test('can be canceled; results are kept, and the next scan continues', {
      timeout: 180_000,
    }, async () => {
      const library = await addLibrary(server(), {});
      await writeManyBooks(library.folder, 1_000);
      const { admin } = server();
      await admin.post(`/api/v1/libraries/${library.id}/scan`);
      await expect
        .poll(async () => (await progressOf(server(), library.id)).status, { interval: 5 })
        .toBe('running');
      expect((await admin.post(`/api/v1/libraries/${library.id}/scan/cancel`)).status).toBe(202);
      expect(await waitForScan(admin, library.id)).toMatchObject({ status: 'cancelled' });
      expect((await admin.post(`/api/v1/libraries/${library.id}/scan/cancel`)).status).toBe(409);
      expect(await scan(server(), library.id)).toMatchObject({ status: 'completed', booksFound: 1_000 });
      const series = await listSeries(admin, library.id);
      expect(series.every(({ bookCount }) => bookCount === 10)).toBe(true);
    });

    test('is listed as a task', { timeout: 180_000 }, async () => {
      const library = await addScannedLibrary(server(), { 'A/A 1.cbz': await makeCbz() });
      const { taskId } = await progressOf(server(), library.id);
      const { body } = await server().admin.get<TaskDto>(`/api/v1/tasks/${taskId}`);
      expect(body).toMatchObject({ type: 'scanning.scan', status: 'completed', libraryId: library.id });
    });
  },
  { withTasks: true, backgroundProcesses: 2 },
);
