import type { OwnSession } from '@lectern/contract/auth';
import { expect, test } from 'vitest';
import { sessions } from '../src/schema/migrations/0018-sessions.ts';
import { migrateAgain, openDatabaseOf } from './harness/open-database.ts';
import { onBothDatabases } from './harness/server.ts';

onBothDatabases('people of a version that wrote down nothing of where they signed in', (server) => {
  test('see when that was, and stay signed in', async () => {
    const list = async () => (await server().reader.get<OwnSession[]>('/api/v1/auth/sessions')).body;
    const before = await list();
    expect(before).toHaveLength(1);
    const database = await openDatabaseOf(server());
    try {
      await database.db.schema.dropTable('session').execute();
      await migrateAgain(server(), { db: database.db, migration: sessions });
    } finally {
      await database.close();
    }
    const [first] = before;
    const after = await list();
    expect(after).toEqual([
      { ...first, client: null, createdAt: expect.any(String), lastSeenAt: expect.any(String) },
    ]);
    // The token that tells of it is made a moment after its session.
    const late = Date.parse(after[0]?.createdAt ?? '') - Date.parse(first?.createdAt ?? '');
    expect([late >= 0, late < 60_000]).toEqual([true, true]);
  });
});
