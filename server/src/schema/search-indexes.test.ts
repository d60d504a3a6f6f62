import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../test/harness/databases.ts';

test('merges every search index of the embedded database in small steps', async () => {
  const { db, drop } = await openTestDatabase('sqlite');
  try {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where sql like 'create virtual table%fts5%' order by name`.execute(db);
    const names = rows.map(({ name }) => name);
    expect(names).toEqual(['bookLetters', 'bookSearchIndex', 'seriesSearchIndex']);
    for (const name of names) {
      const settings = await sql<{ k: string; v: number }>`
        select k, v from ${sql.table(`${name}_config`)}`.execute(db);
      expect(new Map(settings.rows.map(({ k, v }) => [k, v])), name).toEqual(
        new Map([
          ['version', expect.any(Number)],
          ['pgsz', 1_000],
          ['deletemerge', 40],
        ]),
      );
    }
  } finally {
    await drop();
  }
});
