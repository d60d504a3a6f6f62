// From every schema that there was, with a household's data in it, to today's; and the way back.
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, createApp } from '#app.ts';
import { restoreFrom } from '#features/system/backup/index.ts';
import { loadConfig } from '#infrastructure/config/load.ts';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import { migrate } from '#infrastructure/database/migrate.ts';
import { openPostgres } from '#infrastructure/database/postgres.ts';
import { openSqlite } from '#infrastructure/database/sqlite.ts';
import { silentLog } from '#infrastructure/log.ts';
import { migrations } from '#schema/migrations.ts';
import { createClient } from '../harness/client.ts';
import { createEmptyDatabase, databaseKinds } from '../harness/databases.ts';
import { createFastHasher } from '../harness/hasher.ts';
import { openDatabaseOf } from '../harness/open-database.ts';
import { waitForQuiet } from '../harness/quiet.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { signInAgain } from '../harness/sign-in.ts';
import { fillShelf } from '../makers/shelf.ts';
import { makeLife } from './life.ts';

type Row = Record<string, unknown>;
/** Rows by table. */
type Rows = Map<string, Row[]>;

/** Made by the program itself: what is looked up in them is made of the other tables. */
const isDerived = (table: string) =>
  /^(migration|migrationLock|(book|series)Search|(book|series)(Search|Letters))/.test(table);

interface Table {
  name: string;
  columns: string[];
}

async function listTables(db: Db): Promise<Table[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name, schema = 'public' }) => !isDerived(name) && schema === 'public')
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name).toSorted() }));
}

async function readRows(db: Db, tables: readonly Table[]): Promise<Rows> {
  const found: Rows = new Map();
  for (const { name, columns } of tables) {
    const { rows } =
      await sql<Row>`select ${sql.join(columns.map((one) => sql.id(one)))} from ${sql.id(name)}`.execute(db);
    found.set(
      name,
      rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    );
  }
  return found;
}

/** The rows as far as the older tables have their columns. Tables that others refer to come first, in whatever order. */
async function fill(db: Db, all: Rows): Promise<Table[]> {
  const tables = await listTables(db);
  let waiting = tables;
  while (waiting.length > 0) {
    const left: Table[] = [];
    for (const table of waiting)
      await insert(db, table, all.get(table.name) ?? []).catch(() => left.push(table));
    if (left.length === waiting.length)
      await insert(db, left[0] as Table, all.get(left[0]?.name ?? '') ?? []);
    waiting = left;
  }
  return tables;
}

async function insert(db: Db, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const names = sql.join(columns.map((column) => sql.id(column)));
  await sql`insert into ${sql.id(name)} (${names}) values ${sql.join(values)}`.execute(db);
}

const earlier = migrations.slice(0, -1).map(({ name }, i) => [name, migrations.slice(0, i + 1)] as const);

describe.each(databaseKinds)('an upgrade on %s', (kind) => {
  let today: TestServer;
  let all: Rows;
  let shape: string;
  beforeAll(async () => {
    today = await startTestServer({ kind, withTasks: true });
    await makeLife(today, today.reader, await fillShelf(today, today.reader));
    await waitForQuiet(today);
    await today.app.close();
    const database = await openDatabaseOf(today);
    const tables = await listTables(database.db);
    all = await readRows(database.db, tables);
    // Programs before 0023 kept the secret itself.
    const secrets = all.get('serverSecret') ?? [];
    all.set(
      'serverSecret',
      secrets.map((row) => (row.name === 'tokens-fingerprint' ? { ...row, name: 'tokens' } : row)),
    );
    shape = JSON.stringify(tables);
    await database.close();
    expect([...all].filter(([, rows]) => rows.length === 0).map(([name]) => name).length).toBeLessThan(15);
  }, 120_000);
  afterAll(async () => {
    rmSync(today.folder, { recursive: true, force: true });
  });

  /** A data folder as a program of that age left it. */
  async function makeOld(known: typeof migrations) {
    const folder = mkdtempSync(join(today.folder, 'old-'));
    const own = await createEmptyDatabase(kind);
    const environment: Record<string, string> = {
      LECTERN_DATA_DIR: folder,
      LECTERN_SERVER_HOST: '127.0.0.1',
      LECTERN_SERVER_PORT: '0',
      LECTERN_LOG_LEVEL: 'error',
      LECTERN_RATE_LIMIT_ENABLED: 'false',
      ...own.environment,
    };
    const url = own.environment.LECTERN_DATABASE_POSTGRES ?? '';
    const open = async (): Promise<Database> =>
      kind === 'sqlite'
        ? openSqlite(join(folder, 'lectern.db'))
        : openPostgres({ url, poolSize: 2, onError: () => {} });
    const database = await open();
    await migrate(database, { migrations: known, log: silentLog });
    const tables = await fill(database.db, all);
    const rows = await readRows(database.db, tables);
    await database.close();
    const { config } = loadConfig({ environment, cwd: tmpdir() });
    const start = async (): Promise<App> =>
      createApp({
        config,
        log: silentLog,
        checkAnswers: true,
        hasher: createFastHasher(),
        wait: async () => {},
      });
    return { folder, environment, config, open, start, tables, rows, drop: own.drop };
  }

  test.each(earlier)(
    'from %s keeps every row, and the server serves it',
    { timeout: 60_000 },
    async (name, known) => {
      const old = await makeOld(known);
      expect(Math.max(...[...old.rows.values()].map((rows) => rows.length))).toBeGreaterThan(0);
      const app = await old.start();
      try {
        const { port } = await app.http.listen();
        const admin = await signInAgain(createClient(`http://127.0.0.1:${port}`), today.admin);
        for (const noun of [
          'user',
          'users',
          'api-keys',
          'libraries',
          'series',
          'books',
          'collections',
          'readlists',
          'filter-presets',
          'progress',
          'annotations',
          'reading-sessions',
          'user/ratings',
          'admin/settings',
        ]) {
          const { status, bytes } = await admin.get(`/api/v1/${noun}`);
          expect([name, noun, status, status === 200 || bytes.toString()]).toEqual([name, noun, 200, true]);
        }
        const { total } = (await admin.get<{ total: number }>('/api/v1/books')).body;
        expect(total).toBe(all.get('book')?.length === undefined ? 0 : (old.rows.get('book')?.length ?? 0));
      } finally {
        await app.close();
      }
      const database = await old.open();
      expect(JSON.stringify(await listTables(database.db))).toBe(shape);
      const now = await readRows(database.db, old.tables);
      for (const [table, rows] of old.rows) {
        // What signing in and the record add or touch.
        if (['refreshToken', 'session', 'user', 'activity', 'serverSecret'].includes(table))
          expect(now.get(table)?.length).toBeGreaterThanOrEqual(rows.length);
        else expect([table, now.get(table)]).toEqual([table, rows]);
      }
      // Programs from 0023 on never wrote it: the test did.
      if (name < '0023') expect(now.get('serverSecret')?.map(({ name: of }) => of)).not.toContain('tokens');
      if (old.rows.has('book')) {
        const names = await sql<{
          fileName: string;
          nameHash: string;
        }>`select "fileName", "nameHash" from book`.execute(database.db);
        for (const { fileName, nameHash } of names.rows) expect(nameHash).toBe(hash('md5', fileName, 'hex'));
      }
      await database.close();
      const copies = kind === 'sqlite' ? readdirSync(join(old.folder, 'backups')) : [];
      expect(copies).toHaveLength(kind === 'sqlite' ? 1 : 0);
      await old.drop();
    },
  );

  test('that is killed in the middle has changed nothing, and the next start does it', async () => {
    const old = await makeOld(migrations.slice(0, -1));
    const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'fixtures', 'half-migrated.ts')], {
      env: { PATH: process.env.PATH, ...old.environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    await (await old.start()).close();
    const database = await old.open();
    expect(JSON.stringify(await listTables(database.db))).toBe(shape);
    expect((await readRows(database.db, old.tables)).get('user')).toEqual(old.rows.get('user'));
    await database.close();
    await old.drop();
  });

  test.runIf(kind === 'sqlite')(
    'can be taken back by the copy that was made first, and an older program names that copy',
    async () => {
      const known = migrations.slice(0, -2);
      const old = await makeOld(known);
      await (await old.start()).close();
      const backupFolder = join(old.folder, 'backups');
      const copy = join(backupFolder, readdirSync(backupFolder)[0] ?? '');
      const upgraded = await old.open();
      // The older program.
      await expect(migrate(upgraded, { migrations: known, backupFolder, log: silentLog })).rejects.toThrow(
        `npm start -- restore ${copy}`,
      );
      await sql`delete from book`
        .execute(upgraded.db)
        .catch(() => sql`update book set title = 'spoiled'`.execute(upgraded.db));
      await upgraded.close();
      const taken = await restoreFrom(copy, old.config);
      expect(taken).toMatchObject({
        isUpgraded: true,
        hasCovers: false,
        setAside: expect.stringContaining('before-restore-'),
      });
      const database = await old.open();
      expect((await readRows(database.db, old.tables)).get('book')).toEqual(old.rows.get('book'));
      await database.close();
      // And into a new place, as one would with the older program.
      const elsewhere = join(old.folder, 'elsewhere');
      mkdirSync(elsewhere);
      const { config } = loadConfig({ environment: { LECTERN_DATA_DIR: elsewhere }, cwd: tmpdir() });
      expect((await restoreFrom(copy, config)).setAside).toBeUndefined();
    },
  );
});
