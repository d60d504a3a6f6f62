import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { TaskDto } from '@lectern/contract/system/tasks';
import { expect, test } from 'vitest';
import { addLibrary, addScannedLibrary, scan, waitForScan } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

onBothDatabases(
  'tasks',
  (server) => {
    const get = async (id: string) => (await server().admin.get<TaskDto>(`/api/v1/tasks/${id}`)).body;

    test('failed tasks are retried after the cause was fixed', async () => {
      const library = await addScannedLibrary(server(), { 'A/A 1.cbz': await makeCbz({ mark: 'retry' }) });
      renameSync(library.folder, `${library.folder}-away`);
      const failed = await scan(server(), library.id);
      expect(await get(failed.taskId)).toMatchObject({
        status: 'failed',
        lastError: expect.stringContaining('is missing'),
        failure: { reason: 'root_missing', params: { path: library.folder } },
      });
      renameSync(`${library.folder}-away`, library.folder);
      const retried = await server().admin.post<TaskDto>(`/api/v1/tasks/${failed.taskId}/retry`);
      expect([retried.status, retried.body.status]).toEqual([202, 'pending']);
      expect(await waitForScan(server().admin, library.id)).toMatchObject({
        status: 'completed',
        booksFound: 1,
      });
      const refused = await server().admin.post(`/api/v1/tasks/${failed.taskId}/retry`);
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { error: 'conflict', reason: 'task_not_failed' },
      ]);
    });

    test('running tasks stop when they are cancelled', async () => {
      const library = await addLibrary(server(), {});
      mkdirSync(join(library.folder, 'A'));
      for (let i = 0; i < 3_000; i++) {
        writeFileSync(join(library.folder, `A/A ${i}.cbz`), await makeCbz({ pages: 1, mark: `cancel ${i}` }));
      }
      const { body } = await server().admin.post<ScanStatus>(`/api/v1/libraries/${library.id}/scan`);
      const cancelled = await server().admin.post<TaskDto>(`/api/v1/tasks/${body.taskId}/cancel`);
      expect(cancelled.status).toBe(202);
      await expect.poll(async () => (await get(body.taskId)).status).toBe('cancelled');
      expect((await server().admin.post(`/api/v1/tasks/${body.taskId}/cancel`)).status).toBe(409);
    });

    test('are listed newest first, by kind and status, for users who manage the server', async () => {
      await addScannedLibrary(server(), { 'A/A 1.cbz': await makeCbz({ mark: 'list' }) });
      const list = async (query: string) =>
        (await server().admin.get<{ data: TaskDto[]; total: number }>(`/api/v1/tasks?${query}`)).body;
      const scans = await list('type=scanning.scan&status=completed');
      expect(scans.data.every(({ type, status }) => type === 'scanning.scan' && status === 'completed')).toBe(
        true,
      );
      const times = scans.data.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted().toReversed());
      expect((await server().reader.get('/api/v1/tasks')).status).toBe(403);
    });
  },
  { withTasks: true },
);
