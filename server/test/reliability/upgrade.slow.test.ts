// Upgrades from every earlier schema, with the data of a household, to the current one; and back.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, createApp } from '#app.ts';
import { restoreFrom } from '#features/system/backup/index.ts';
import { loadConfig } from '#infrastructure/config/load.ts';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import { migrate } from '#infrastructure/database/migrate.ts';
import { NewerDatabase } from '#infrastructure/database/newer-database.ts';
import { openPostgres } from '#infrastructure/database/postgres/postgres.ts';
import { openSqlite } from '#infrastructure/database/sqlite/sqlite.ts';
import { silentLog } from '#infrastructure/log.ts';
import type { Migration } from '#schema/migration.ts';
import { migrations } from '#schema/migrations.ts';
import { createClient } from '../harness/client.ts';
import { createEmptyDatabase, testedDatabases } from '../harness/databases.ts';
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

/** Tables of the program itself, and search tables derived from other tables. */
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
    .map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => column.name).toSorted(),
    }));
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

/** Inserts the rows, limited to the columns of the older tables, in the order of their foreign keys. */
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

/** Includes the current version: a restart must change nothing. */
const known = migrations.map(({ name }, i) => [name, migrations.slice(0, i + 1)] as const);
/** A later version, to test the way back. */
const next: Migration = {
  name: '9999-next',
  up: async (db) => void (await sql`create table later (id text)`.execute(db)),
};

describe.each(testedDatabases)('an upgrade on %s', (kind) => {
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
    shape = JSON.stringify(tables);
    await database.close();
    expect([...all].filter(([, rows]) => rows.length === 0).map(([name]) => name).length).toBeLessThan(41);
  }, 120_000);
  afterAll(async () => {
    rmSync(today.folder, { recursive: true, force: true });
  });

  /** Creates a data folder as a program of that version left it. */
  async function makeOld(known: typeof migrations) {
    const folder = mkdtempSync(join(today.folder, 'old-'));
    copyFileSync(join(today.folder, 'data', 'secret'), join(folder, 'secret'));
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

  test.each(known)(
    'from %s keeps every row, and the server can read the data',
    { timeout: 60_000 },
    async (name, applied) => {
      const old = await makeOld(applied);
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
        // Tables that sign-in and the activity log change.
        if (['refreshToken', 'session', 'user', 'activity', 'serverSecret'].includes(table))
          expect(now.get(table)?.length).toBeGreaterThanOrEqual(rows.length);
        else expect([table, now.get(table)]).toEqual([table, rows]);
      }
      await database.close();
      const backups = join(old.folder, 'backups');
      const copies = existsSync(backups) ? readdirSync(backups) : [];
      expect(copies).toHaveLength(kind === 'sqlite' && applied.length < migrations.length ? 1 : 0);
      await old.drop();
    },
  );

  test('that is killed midway changes nothing, and the next start completes it', async () => {
    const old = await makeOld(migrations);
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
    'can be reverted with the automatic copy, which an older program names in its error',
    async () => {
      const old = await makeOld(migrations);
      const backupFolder = join(old.folder, 'backups');
      const upgraded = await old.open();
      await migrate(upgraded, { migrations: [...migrations, next], backupFolder, log: silentLog });
      const copy = join(backupFolder, readdirSync(backupFolder)[0] ?? '');
      // The older program.
      const older = migrate(upgraded, { migrations, backupFolder, log: silentLog });
      const refusal = await older.catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(NewerDatabase);
      if (refusal instanceof NewerDatabase)
        expect(refusal.toSentence((words) => words.join(' '))).toMatch(`: restore ${copy}`);
      await sql`delete from book`
        .execute(upgraded.db)
        .catch(() => sql`update book set title = 'spoiled'`.execute(upgraded.db));
      await upgraded.close();
      const taken = await restoreFrom(copy, old.config);
      expect(taken).toMatchObject({
        isUpgraded: false,
        setAside: expect.stringContaining('before-restore-'),
      });
      const database = await old.open();
      expect((await readRows(database.db, old.tables)).get('book')).toEqual(old.rows.get('book'));
      await database.close();
      // Restores the copy to another location, as a user with the older program would.
      const elsewhere = join(old.folder, 'elsewhere');
      mkdirSync(elsewhere);
      const { config } = loadConfig({ environment: { LECTERN_DATA_DIR: elsewhere }, cwd: tmpdir() });
      expect((await restoreFrom(copy, config)).setAside).toBeUndefined();
    },
  );
});
