import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import { describe, expect, test } from 'vitest';
import { testedDatabases } from '../../../../test/harness/databases.ts';
import { addLibrary, addScannedLibrary, listBooks, scan } from '../../../../test/harness/library.ts';
import { startSecondServer, startTestServer, withServer } from '../../../../test/harness/server.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';

withServer(
  'automatic scans of libraries',
  (server) => {
    const countOf = async (id: string) => (await listBooks(server().admin, id)).length;

    test('run on schedule', async () => {
      const library = await addLibrary(
        server(),
        { 'A/A 1.cbz': await makeCbz({ mark: 'cron' }) },
        { scanning: { cronSchedule: '* * * * * *' } },
      );
      await expect.poll(() => countOf(library.id), { timeout: 15_000 }).toBe(1);
      await server().admin.patch(`/api/v1/libraries/${library.id}`, { scanning: { cronSchedule: null } });
    });

    test('run in the configured time zone', async () => {
      // Seven hours from the time zone of this process, in which no scan would be due for hours.
      const own = Math.trunc(new Date().getTimezoneOffset() / 60);
      const behind = own > 0 ? own - 7 : own + 7;
      const hour = new Date(Date.now() - behind * 3_600_000).getUTCHours();
      const cronSchedule = `* * ${hour},${(hour + 1) % 24} * * *`;
      const cronTimezone = `Etc/GMT${behind < 0 ? '' : '+'}${behind}`;
      const library = await addLibrary(
        server(),
        { 'A/A 1.cbz': await makeCbz({ mark: 'time zone' }) },
        { scanning: { cronSchedule, cronTimezone } },
      );
      await expect.poll(() => countOf(library.id), { timeout: 15_000 }).toBe(1);
      await server().admin.patch(`/api/v1/libraries/${library.id}`, { scanning: { cronSchedule: null } });
    });

    test('do not run for inactive libraries', async () => {
      const library = await addLibrary(
        server(),
        { 'A/A 1.cbz': await makeCbz({ mark: 'inactive' }) },
        { isActive: false, scanning: { cronSchedule: '* * * * * *' } },
      );
      const active = await addLibrary(
        server(),
        { 'B/B 1.cbz': await makeCbz({ mark: 'active' }) },
        { scanning: { cronSchedule: '* * * * * *' } },
      );
      await expect.poll(() => countOf(active.id), { timeout: 15_000 }).toBe(1);
      expect(await countOf(library.id)).toBe(0);
      await server().admin.patch(`/api/v1/libraries/${active.id}`, { scanning: { cronSchedule: null } });
    });
  },
  { withTasks: true },
);

describe.each(testedDatabases)('startup on %s', (kind) => {
  test('scans the libraries configured for it', async () => {
    const server = await startTestServer({ kind, withTasks: true });
    const files = { 'A/A 1.cbz': await makeCbz() };
    const eager = await addLibrary(server, files, { scanning: { scanOnStart: true } });
    const patient = await addLibrary(server, files);
    await server.app.close();
    const again = await startSecondServer(server, { withTasks: true });
    const admin = again.as({ authorization: `Bearer ${server.admin.session.accessToken}` });
    await expect.poll(async () => (await listBooks(admin, eager.id)).length).toBe(1);
    const statusOf = async (query: string) =>
      (await admin.get(`/api/v1/libraries/${patient.id}/scan-status${query}`)).status;
    expect([await statusOf(''), await statusOf('?optional=true')]).toEqual([404, 204]);
    await again.stop();
  });
});

describe.each(testedDatabases)('startup after unwatched changes on %s', (kind) => {
  test('scans only the watched libraries whose folders changed since their last scan', async () => {
    const server = await startTestServer({ kind, withTasks: true });
    const watched = { scanning: { watch: true } };
    const one = async (mark: string, settings: object) =>
      addScannedLibrary(server, { 'A/B/A 1.cbz': await makeCbz({ mark }) }, settings);
    const changed = await one('changed', watched);
    const moved = await one('moved', watched);
    const same = await one('same', watched);
    const unwatched = await one('unwatched', {});
    const all = [changed, moved, same, unwatched];
    // Folders created within the same clock tick as their listing are checked again.
    for (const { id } of all) await scan(server, id);
    await server.app.close();
    for (const { folder } of [changed, unwatched])
      writeFiles(folder, { 'A/B/A 2.cbz': await makeCbz({ mark: `${folder} 2` }) });
    renameSync(join(moved.folder, 'A/B/A 1.cbz'), join(moved.folder, 'A/A 1.cbz'));
    const again = await startSecondServer(server, { withTasks: true });
    const admin = again.as({ authorization: `Bearer ${server.admin.session.accessToken}` });
    const pathsOf = async ({ id, folder }: (typeof all)[number]) =>
      (await listBooks(admin, id)).map(({ path }) => path.slice(folder.length + 1));
    await expect.poll(() => pathsOf(changed)).toEqual(['A/B/A 1.cbz', 'A/B/A 2.cbz']);
    await expect.poll(() => pathsOf(moved)).toEqual(['A/A 1.cbz']);
    const { body } = await admin.get<{ data: { libraryId: string }[] }>(
      '/api/v1/tasks?type=scanning.scan&pageSize=100',
    );
    const countOf = ({ id }: { id: string }) => body.data.filter(({ libraryId }) => libraryId === id).length;
    expect(all.map(countOf)).toEqual([3, 3, 2, 2]);
    await again.stop();
  });
});

describe.each(testedDatabases)('reading existing books again on %s', (kind) => {
  test('reads one book, failed books, or all', async () => {
    const server = await startTestServer({ kind, withTasks: true });
    const library = await addScannedLibrary(server, {
      'A/A 1.cbz': await makeCbz({ mark: 'one' }),
      'A/A 2.cbz': 'broken',
    });
    const [good, broken] = await listBooks(server.admin, library.id);
    const analyse = async (path: string) => {
      const { status, body } = await server.admin.post<{ taskId: string }>(`/api/v1/${path}`);
      expect(status).toBe(202);
      const task = async () =>
        (await server.admin.get<ScanStatus & { result: unknown }>(`/api/v1/tasks/${body.taskId}`)).body;
      await expect.poll(async () => (await task()).status).toBe('completed');
      return (await task()).result;
    };
    expect(await analyse(`libraries/${library.id}/analyze`)).toEqual({ read: 1 });
    expect(await analyse(`libraries/${library.id}/analyze?force=true`)).toEqual({ read: 2 });
    expect(await analyse(`series/${good?.seriesId}/analyze?force=true`)).toEqual({ read: 2 });
    expect(await analyse(`books/${broken?.id}/analyze`)).toEqual({ read: 1 });
    expect((await listBooks(server.admin, library.id)).map(({ id }) => id)).toEqual([good?.id, broken?.id]);
    await server.stop();
  });
});
