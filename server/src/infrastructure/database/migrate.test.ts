import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartError } from '#infrastructure/errors.ts';
import { silentLog } from '#infrastructure/log.ts';
import type { Migration } from '#schema/migration.ts';
import { migrations } from '#schema/migrations.ts';
import { databaseKinds, openTestDatabase } from '../../../test/harness/databases.ts';
import { migrate } from './migrate.ts';

const table = (name: string, fails = false): Migration => ({
  name: `9${name}`,
  async up(db) {
    await sql`create table ${sql.table(name)} (id text)`.execute(db);
    await sql`insert into ${sql.table(name)} values ('x')`.execute(db);
    if (fails) throw new Error('the power is out');
  },
});

describe.each(databaseKinds)('a migration on %s', (kind) => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let backupFolder: string;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
    backupFolder = mkdtempSync(join(tmpdir(), 'lectern-migrate-'));
  });
  afterEach(async () => {
    await database.drop();
    rmSync(backupFolder, { recursive: true });
  });
  const run = (...more: Migration[]) =>
    migrate(database, { migrations: [...migrations, ...more], backupFolder, log: silentLog });
  const rowsOf = async (name: string) =>
    (await sql`select id from ${sql.table(name)}`.execute(database.db)).rows.length;

  test('that fails midway changes nothing, and the next start applies it', async () => {
    await expect(run(table('first'), table('second', true))).rejects.toThrow(StartError);
    for (const name of ['first', 'second']) await expect(rowsOf(name)).rejects.toThrow();
    await run(table('first'), table('second'));
    expect([await rowsOf('first'), await rowsOf('second')]).toEqual([1, 1]);
    if (kind === 'sqlite') expect(readdirSync(backupFolder)).toHaveLength(2);
  });

  test('of a newer version prevents an older one from starting', async () => {
    await run(table('newer'));
    await expect(run()).rejects.toThrow(/newer version of Lectern/);
    expect(await rowsOf('newer')).toBe(1);
  });

  test('of a development version is rejected with a message and left unchanged', async () => {
    await sql`update migration set name = '0001-baseline' where name = '0001-initial'`.execute(database.db);
    const refusal = await run(table('first')).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(String(refusal)).toContain('start with an empty data folder');
    await expect(rowsOf('first')).rejects.toThrow();
    expect(readdirSync(backupFolder)).toEqual([]);
  });
});
