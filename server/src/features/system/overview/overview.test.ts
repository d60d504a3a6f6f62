import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Overview } from '@lectern/contract/system/overview';
import { expect, test } from 'vitest';
import { newId } from '#infrastructure/ids.ts';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { addScannedLibrary, listBooks, listSeries } from '../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { onBothDatabases, startTestServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

const path = '/api/v1/admin/overview';
const read = async (who: SignedIn) => (await who.get<Overview>(path)).body;

onBothDatabases(
  'the overview',
  (server) => {
    test('counts what the caller can access, and names no reader’s book', async () => {
      const { admin } = server();
      const open = await addScannedLibrary(server(), {
        'Open/1.cbz': await makeCbz({ mark: 'overview open' }),
        'Open/Bad.cbz': 'no comic',
        'Hidden/Bad.cbz': 'no comic either',
        'Hidden/Empty.cbz': await makeCbz({ pages: 0, mark: 'overview empty' }),
      });
      const away = await addScannedLibrary(server(), { 'Away/Bad.cbz': 'nothing' });
      const maintainer = await signIn(server(), {
        role: 'maintainer',
        permissions: ['system:health', 'users:read'],
      });
      const tag = await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'overview' });
      const hidden = (await listSeries(admin, open.id)).find(({ title }) => title === 'Hidden');
      await admin.put(`/api/v1/series/${hidden?.id}/sharing-tags`, { tagIds: [tag.body.id] });
      await admin.put(`/api/v1/users/${maintainer.userId}/restrictions`, {
        sharedLibraryIds: [open.id],
        sharingTags: [{ tagId: tag.body.id, access: 'deny' }],
      });
      const database = await openQuietDatabaseOf(server());
      const fail = async (of: { libraryId: string; seriesId?: string }) => {
        const id = newId();
        const { seriesId = null, libraryId } = of;
        await database.db
          .insertInto('task')
          .values({
            id,
            type: 'covers.generate',
            taskKey: id,
            status: 'failed',
            priority: 10,
            params: '{}',
            attempts: 1,
            maxAttempts: 1,
            interruptions: 0,
            subject: seriesId === null ? 'library' : 'series',
            libraryId,
            seriesId,
            scheduledFor: 1,
            createdAt: 1,
            completedAt: 2,
            cancelRequested: 0,
            rerunRequested: 0,
          })
          .execute();
      };
      await fail({ libraryId: open.id });
      await fail({ libraryId: away.id });
      await fail({ libraryId: open.id, seriesId: hidden?.id ?? '' });
      await database.close();
      const book = (await listBooks(admin, open.id)).find(({ pageCount }) => pageCount > 0);
      await admin.put(`/api/v1/books/${book?.id}/progress`, { currentPage: 1 });

      const whole = await read(admin);
      expect(whole.damagedBooks?.total).toBe(4);
      expect(whole.damagedBooks?.byType).toContainEqual({ errorType: 'zero_pages', count: 1 });
      expect(whole.attention).toContainEqual({ kind: 'damaged_books', count: 4 });
      expect(whole.attention).toContainEqual({ kind: 'failed_tasks', count: 3 });
      expect(whole.disks?.flatMap(({ libraryIds }) => libraryIds).toSorted()).toEqual(
        [open.id, away.id].toSorted(),
      );
      expect(whole.disks?.filter(({ hasServerData }) => hasServerData)).toHaveLength(1);
      expect(whole.readers).toEqual([
        { id: admin.userId, username: admin.username, lastReadAt: expect.any(String) },
      ]);

      expect(whole.backup?.isSupported).toBe(server().kind === 'sqlite');

      const part = await read(maintainer);
      expect(part.damagedBooks?.total).toBe(1);
      expect(part.attention).toEqual([
        { kind: 'failed_tasks', count: 1 },
        { kind: 'damaged_books', count: 1 },
      ]);
      expect(part.disks?.flatMap(({ libraryIds }) => libraryIds)).toEqual([open.id]);
      expect(part.backup).toBeNull();
      expect(JSON.stringify([whole, part])).not.toContain(book?.title);
    });

    test('contains only parts that the caller has permission for', async () => {
      const limited = await signIn(server(), { permissions: ['settings:read'] });
      expect(await read(limited)).toEqual({
        attention: [],
        disks: null,
        backup: null,
        damagedBooks: null,
        readers: null,
      });
      expect((await server().reader.get(path)).status).toBe(403);
    });
  },
  { withTasks: true },
);

test('reports the last and the next backup, and none for 35 days', async () => {
  let nowMs = Date.parse('2026-11-25T12:00:00Z');
  const server = await startTestServer({
    kind: 'sqlite',
    clock: () => nowMs,
    environment: { LECTERN_BACKUP_SCHEDULE: 'weekly' },
  });
  try {
    // Sessions end earlier.
    const { key } = await makeKey(server.admin, { permissions: ['system:admin'] });
    const get = async () => (await server.as({ 'x-api-key': key }).get<Overview>(path)).body;
    const backup = async () => (await get()).backup;
    expect(await backup()).toMatchObject({
      isSupported: true,
      lastAt: null,
      hasFailed: false,
      isMissing: false,
    });
    const next = new Date((await backup())?.nextAt ?? '');
    expect([next.getDay(), next.getHours()]).toEqual([0, 3]);
    expect(next.getTime() - nowMs).toBeLessThan(7 * 24 * 60 * 60 * 1000);
    const created = nowMs;
    nowMs += 36 * 24 * 60 * 60 * 1000;
    expect((await get()).attention).toContainEqual({ kind: 'backup_missing', count: 1 });
    const folder = join(server.folder, 'data', 'backups');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'lectern-scheduled-a.zip'), '');
    utimesSync(join(folder, 'lectern-scheduled-a.zip'), new Date(created), new Date(nowMs - 1_000));
    writeFileSync(join(folder, 'uploaded-b.zip'), '');
    expect(await backup()).toMatchObject({ lastAt: new Date(nowMs - 1_000).toISOString(), isMissing: false });
  } finally {
    await server.stop();
  }
});
