import { expect, test } from 'vitest';
import type { Db } from '#kernel/database/dialect.ts';
import { newId } from '#kernel/ids.ts';
import { openDatabaseOf } from '../../../test/harness/open-database.ts';
import { onBothDatabases } from '../../../test/harness/server.ts';
import { signIn } from '../../../test/harness/sign-in.ts';

async function insertLibrary(db: Db, deletedAt: number | null): Promise<string> {
  const id = newId();
  const strategies = { seriesStrategy: 'series_folder', bookStrategy: 'smart', numberStrategy: 'smart' };
  const configs = { seriesConfig: null, bookConfig: null, numberConfig: null, description: null };
  const lists = { allowedFormats: '[]', excludedPatterns: '[]', defaultReadingDirection: 'ltr' };
  const scanning = {
    hashing: 'fingerprint',
    cronSchedule: null,
    cronTimezone: null,
    scanOnStart: 0,
    watch: 0,
  };
  const counts = { bookCount: 0, seriesCount: 0, lastScannedAt: null, lastScheduledAt: null };
  const times = { purgeDeletedAfterDays: null, removalHeldAt: null, createdAt: 1, updatedAt: 1, deletedAt };
  const row = { id, name: id, nameFolded: id, nameKey: id, isActive: 1, ...strategies, ...configs };
  await db
    .insertInto('library')
    .values({ ...row, ...lists, ...scanning, ...counts, ...times })
    .execute();
  return id;
}

onBothDatabases('limits to libraries', (server) => {
  test('are kept as given, each library once, and taken away again', async () => {
    const { db, close } = await openDatabaseOf(server());
    const [one, two, gone] = [
      await insertLibrary(db, null),
      await insertLibrary(db, null),
      await insertLibrary(db, 1),
    ];
    await close();
    const { userId } = await signIn(server());
    const path = `/api/v1/users/${userId}/restrictions`;
    const given = await server().admin.put(path, { sharedLibraryIds: [two, one, two] });
    expect(given.status).toBe(200);
    expect(given.body).toEqual({ sharedLibraryIds: [two, one] });
    const { body, headers } = await server().admin.get(path);
    expect(body).toEqual({ sharedLibraryIds: [two, one] });
    expect(headers.get('etag')).not.toBeNull();
    const refused = await server().admin.put(path, { sharedLibraryIds: [one, gone] });
    expect(refused.body.details).toMatchObject({ issues: [{ path: 'body.sharedLibraryIds.1' }] });
    expect((await server().admin.put(path, { sharedLibraryIds: [] })).body).toEqual({ sharedLibraryIds: [] });
  });
});
