import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { silentLog } from '#infrastructure/log.ts';
import type { Migration } from '#schema/migration.ts';
import { migrations } from '#schema/migrations.ts';
import { migrate } from './migrate.ts';
import { upgradeGivenDatabase } from './restorable.ts';
import { openSqlite } from './sqlite/sqlite.ts';

/** A migration of a later version. */
const later: Migration = {
  name: '9999-later',
  async up(db, t) {
    await db.schema
      .alterTable('setting')
      .addColumn('note', t.text, (column) => column.notNull().defaultTo('added'))
      .execute();
  },
};

test('an older database keeps its rows and gets the schema of the program', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-restorable-'));
  try {
    const file = join(folder, 'older.db');
    const older = openSqlite(file);
    await migrate(older, { migrations, log: silentLog });
    await older.db
      .insertInto('setting')
      .values({ key: 'a', value: '1', updatedAt: 1, userId: null })
      .execute();
    await older.close();
    const upgraded = await upgradeGivenDatabase(file, {
      migrations: [...migrations, later],
      look: async (db) => (await sql`select key, value, note from setting`.execute(db)).rows,
    });
    expect(upgraded).toEqual({ found: [{ key: 'a', value: '1', note: 'added' }], isUpgraded: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
