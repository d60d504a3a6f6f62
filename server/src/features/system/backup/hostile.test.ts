// Invalid and hostile backup files: each is rejected with a reason of the contract, and nothing changes.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#infrastructure/config/load.ts';
import { StartError } from '#infrastructure/errors.ts';
import { startTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { makeZip, type ZipEntry } from '../../../../test/makers/zip.ts';
import { backUpTo, restoreFrom } from './index.ts';

let server: TestServer;
let folder: string;
/** A database as stored in a backup. */
let good: Buffer;
const manifest = {
  program: 'lectern',
  version: '0.1.0',
  schema: '0017-annotations',
  madeAt: '2026-01-01T00:00:00.000Z',
  database: 'lectern.db',
};

beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'lectern-hostile-'));
  const file = join(folder, 'good.db');
  const db = new SqliteDatabase(join(server.folder, 'data', 'lectern.db'));
  await db.backup(file);
  db.close();
  const closed = new SqliteDatabase(file);
  closed.pragma('journal_mode = delete');
  closed.close();
  good = readFileSync(file);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const aBackup = (...more: ZipEntry[]): ZipEntry[] => [
  { name: 'manifest.json', content: JSON.stringify(manifest), method: 'deflate' },
  { name: 'lectern.db', content: good, method: 'deflate' },
  ...more,
];
/** A backup with these properties of one entry changed. */
const withEntry = (name: string, change: Partial<ZipEntry>) => () =>
  makeZip(aBackup().map((one) => (one.name === name ? { ...one, ...change } : one)));
const withMore =
  (...more: ZipEntry[]) =>
  () =>
    makeZip(aBackup(...more));

/** A valid database after these statements. */
const changed =
  (...statements: string[]) =>
  () => {
    const file = join(folder, 'changed.db');
    writeFileSync(file, good);
    const db = new SqliteDatabase(file);
    db.pragma('foreign_keys = OFF');
    for (const statement of statements) db.exec(statement);
    db.close();
    return readFileSync(file);
  };

/** Damages the middle of the pages. */
function spoiled(): Buffer {
  const bytes = Buffer.from(good);
  for (let at = 8_192; at < bytes.length; at += 4_096) bytes.fill(0xff, at, at + 64);
  return bytes;
}

const zeros = Buffer.alloc(1024 * 1024);

const bad: [string, () => Buffer, string][] = [
  ['an empty file', () => Buffer.alloc(0), 'not_a_backup'],
  ['a text', () => Buffer.from('not a backup at all, whatever it is called'), 'not_a_backup'],
  ['a zip of something else', () => makeZip([{ name: 'page.jpg', content: 'x' }]), 'unexpected_content'],
  ['a zip without a database', () => makeZip(aBackup().slice(0, 1)), 'not_a_backup'],
  ['a zip without a manifest', () => makeZip(aBackup().slice(1)), 'not_a_backup'],
  ['a manifest that is not JSON', withEntry('manifest.json', { content: '{' }), 'not_a_backup'],
  [
    'a manifest of another program',
    withEntry('manifest.json', { content: JSON.stringify({ ...manifest, program: 'x' }) }),
    'not_a_backup',
  ],
  ['a manifest of 2 MB', withEntry('manifest.json', { content: ' '.repeat(2 * 1024 * 1024) }), 'too_large'],
  ['a path that leads outside', withMore({ name: '../../evil', content: 'x' }), 'unexpected_content'],
  ['an absolute path', withMore({ name: '/etc/evil', content: 'x' }), 'unexpected_content'],
  ['a backslash path', withMore({ name: 'covers\\..\\evil', content: 'x' }), 'unexpected_content'],
  ['another file', withMore({ name: 'covers/0f/x.sh', content: 'x' }), 'unexpected_content'],
  ['a name twice', withMore({ name: 'lectern.db', content: 'x' }), 'unexpected_content'],
  ['a folder', withMore({ name: 'covers/0f/' }), 'unexpected_content'],
  ['a link', withEntry('lectern.db', { content: '/etc/passwd', unixMode: 0o120777 }), 'unexpected_content'],
  ['an encrypted entry', withEntry('lectern.db', { isEncrypted: true }), 'unexpected_content'],
  [
    'an entry with another compression method',
    withEntry('lectern.db', { method: 'zstd' }),
    'unexpected_content',
  ],
  [
    'a bomb',
    withEntry('lectern.db', { content: zeros, method: 'deflate', declared: { sizeBytes: 2 ** 31 } }),
    'too_large',
  ],
  [
    'a bomb that declares a small size',
    withEntry('lectern.db', { content: zeros, method: 'deflate', declared: { sizeBytes: 4_096 } }),
    'too_large',
  ],
  ['entries that share their bytes', withMore({ name: 'more', sharesWith: 1 }), 'too_large'],
  ['a wrong checksum', withEntry('lectern.db', { declared: { crc32: 1 } }), 'damaged'],
  ['a wrong size', withEntry('lectern.db', { declared: { sizeBytes: 3 } }), 'too_large'],
  [
    'bytes that cannot be decompressed',
    withEntry('lectern.db', { content: 'no deflate', method: 8 }),
    'damaged',
  ],
  ['a truncated zip', () => withMore()().subarray(0, -40), 'damaged'],
  [
    'a file that is not a database',
    withEntry('lectern.db', { content: 'SQLite format 3, or so they say' }),
    'not_a_backup',
  ],
  ['a database of another program', changed('drop table migration'), 'not_a_backup'],
  ['a newer database', changed("insert into migration values ('9999-newer', '2030')"), 'newer'],
  [
    'a database of a development version',
    changed("update migration set name = '0001-baseline' where name = '0001-initial'"),
    'unexpected_content',
  ],
  [
    'an unknown trigger',
    changed('create trigger evil after insert on activity begin delete from user; end'),
    'unexpected_content',
  ],
  ['an unknown view', changed('create view evil as select 1'), 'unexpected_content'],
  ['a table less', changed('drop table annotation'), 'unexpected_content'],
  ['a column more', changed('alter table "user" add column evil text'), 'unexpected_content'],
  ['a database without users', changed('delete from "user"'), 'no_administrator'],
  ['a database without an administrator', changed('update "user" set "isActive" = 0'), 'no_administrator'],
  ['a damaged database', spoiled, 'damaged'],
  ['half a database', () => good.subarray(0, 50_000), 'damaged'],
];

const configOf = (dataDir: string) =>
  loadConfig({ environment: { LECTERN_DATA_DIR: dataDir }, cwd: folder }).config;
const listAll = (at: string) =>
  readdirSync(at, { recursive: true })
    .map(
      (name) =>
        `${name} ${statSync(join(at, String(name))).isFile() ? statSync(join(at, String(name))).size : ''}`,
    )
    .sort();

describe('a restore by command', () => {
  test.each(bad)('rejects %s and changes nothing', { timeout: 60_000 }, async (name, make, reason) => {
    const data = mkdtempSync(join(folder, 'data-'));
    writeFileSync(join(data, 'lectern.db'), 'what was there');
    const file = join(folder, 'given');
    writeFileSync(file, make());
    const error = await restoreFrom(file, configOf(data)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    const { cause, message } = error as StartError & { cause: { reason?: string } };
    expect([name, cause.reason]).toEqual([name, reason]);
    expect(message).toMatch(/^[A-Z].*[.] Nothing was changed[.]$/);
    expect(listAll(data)).toEqual(['lectern.db 14']);
    expect(readdirSync(folder)).not.toContain('evil');
  });

  test('reports a missing file, and does not accept other folders as data folders', async () => {
    const config = configOf(mkdtempSync(join(folder, 'data-')));
    await expect(restoreFrom(join(folder, 'nowhere.zip'), config)).rejects.toThrow(
      /nowhere.zip does not exist; check the path, .*[.] Nothing was changed[.]/,
    );
    await expect(restoreFrom(mkdtempSync(join(folder, 'empty-')), config)).rejects.toThrow(/does not exist/);
  });
});

describe('the API', () => {
  const upload = (bytes: Buffer) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), '../../evil.zip');
    return server.admin.request<{ name: string; details?: { reason: string } }>(
      'POST',
      '/api/v1/admin/backups/upload',
      { raw: form },
    );
  };

  test.each(bad.filter(([, make]) => make !== spoiled).filter((_, n) => n % 4 === 0))(
    'rejects %s at the upload or before the restore',
    { timeout: 60_000 },
    async (_, make, reason) => {
      const sent = await upload(make());
      const { status, body } =
        sent.status === 201
          ? await server.admin.post<{ details?: { reason: string } }>(
              `/api/v1/admin/backups/${sent.body.name}/restore`,
            )
          : sent;
      expect([status, body.details?.reason]).toEqual([422, reason]);
      expect((await server.admin.get('/api/v1/user')).status).toBe(200);
      const left = readdirSync(join(server.folder, 'data'));
      expect(left.filter((name) => /restor/.test(name))).toEqual([]);
      if (sent.status === 201) await server.admin.delete(`/api/v1/admin/backups/${sent.body.name}`);
    },
  );

  test('stores nothing of an incomplete upload', async () => {
    const { port } = new URL(server.url);
    const { accessToken } = server.admin.session;
    const { sendRaw } = await import('../../../../test/harness/clients/raw-http.ts');
    const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK';
    const head = [
      'POST /api/v1/admin/backups/upload HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      `Authorization: Bearer ${accessToken}`,
      'Content-Type: multipart/form-data; boundary=x',
    ];
    const given = await sendRaw(
      Number(port),
      [...head, `Content-Length: ${body.length}`, '', body].join('\r\n'),
    );
    expect([given.status, JSON.parse(given.body).error]).toEqual([400, 'validation_failed']);
    await expect.poll(() => readdirSync(join(server.folder, 'data', 'backups'))).toEqual([]);
  });
});

test('still accepts a valid backup', async () => {
  const target = join(folder, 'taken.zip');
  const { config } = loadConfig({ environment: server.environment, cwd: folder });
  await backUpTo(target, config);
  const data = mkdtempSync(join(folder, 'data-'));
  expect(await restoreFrom(target, configOf(data))).toMatchObject({ isUpgraded: false });
  const another = mkdtempSync(join(folder, 'data-'));
  expect(await restoreFrom(join(folder, 'good.db'), configOf(another))).toMatchObject({ isUpgraded: false });
});
