import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { koreader } from '../src/schema/migrations/0015-koreader.ts';
import { nameMd5 } from './devices/koreader.ts';
import { addScannedLibrary } from './harness/library.ts';
import { migrateAgain, openDatabaseOf } from './harness/open-database.ts';
import { waitForQuiet } from './harness/quiet.ts';
import { onBothDatabases } from './harness/server.ts';

onBothDatabases(
  'books of a version that knew no KOReader',
  (server) => {
    test('are known by the names of their files after the migration', async () => {
      const names = Array.from({ length: 450 }, (_, i) => `Nö. ${i}.cbz`);
      await addScannedLibrary(server(), Object.fromEntries(names.map((name) => [`A/${name}`, name])));
      await waitForQuiet(server());
      const database = await openDatabaseOf(server());
      try {
        const { db } = database;
        const read = () =>
          db.selectFrom('book').select(['fileName', 'nameHash']).orderBy('fileName').execute();
        const scanned = await read();
        expect(scanned).toHaveLength(names.length);
        for (const { fileName, nameHash } of scanned) expect(nameHash).toBe(nameMd5(fileName));
        for (const index of ['book_nameHash', 'apiKey_digestHash'])
          await db.schema.dropIndex(index).execute();
        for (const table of ['koreaderKey', 'koreaderPlace']) await db.schema.dropTable(table).execute();
        await sql`alter table book drop column "nameHash"`.execute(db);
        await sql`alter table "apiKey" drop column "digestHash"`.execute(db);
        await migrateAgain(server(), { db, migration: koreader });
        expect(await read()).toEqual(scanned);
      } finally {
        await database.close();
      }
    });
  },
  { withTasks: true },
);
