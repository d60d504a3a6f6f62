import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/harness/databases.ts';
import { leaves } from './written.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeEach(async () => {
  database = await openTestDatabase('sqlite');
});
afterEach(() => database.drop());

test('nothing but their like refers to the tables whose rows go alone, and no trigger tells when they do', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table'`.execute(database.db);
  const names = tables.map(({ name }) => name);
  expect([...leaves].filter((leaf) => !names.includes(leaf))).toEqual([]);
  for (const name of names.filter((one) => !leaves.has(one))) {
    const { rows } = await sql<{ table: string }>`
      select "table" from pragma_foreign_key_list(${name})`.execute(database.db);
    expect({ [name]: rows.map(({ table }) => table).filter((table) => leaves.has(table)) }).toEqual({
      [name]: [],
    });
  }
  const { rows: triggers } = await sql<{ name: string }>`
    select tbl_name as name from sqlite_master where type = 'trigger' and sql like '%after delete on%'`.execute(
    database.db,
  );
  expect(triggers.map(({ name }) => name).filter((name) => leaves.has(name))).toEqual([]);
});
