// Stored backups, and restoring one through the API: responses and files on disk.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorBody } from '@lectern/contract/errors';
import type { Activity } from '@lectern/contract/identity/activity';
import type { Restore, StoredBackup } from '@lectern/contract/system/backup';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '#infrastructure/config/load.ts';
import { compatEnvironment } from '../../../../test/compat/app.ts';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { createClient } from '../../../../test/harness/client.ts';
import { startSecondServer, startTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { signInAgain } from '../../../../test/harness/sign-in.ts';
import { applyRestore, backUpTo, restoreFrom } from './index.ts';

let server: TestServer;
let restarts: number;
const start = async () => {
  restarts = 0;
  server = await startTestServer({ restart: () => restarts++, environment: compatEnvironment });
};
const stop = () => server.stop();

const dataDir = () => join(server.folder, 'data');
const preference = '/api/v1/user/preferences/seen';
const set = (value: string) => server.reader.put(preference, value);
const base = '/api/v1/admin/backups';
const make = async () => (await server.admin.post<StoredBackup>(base)).body;

/** Restarts the server as the program does on request. */
async function startAnew() {
  await server.app.close();
  const second = await startSecondServer(server);
  const stop = server.stop;
  server = { ...server, app: second.app, stop };
  const client = createClient(second.url);
  const [admin, reader] = await Promise.all([
    signInAgain(client, server.admin),
    signInAgain(client, server.reader),
  ]);
  return { admin, reader };
}

describe('a stored backup', () => {
  beforeAll(start);
  afterAll(stop);
  test('is listed, downloaded in full or in ranges, and deleted, by administrators only', async () => {
    const made = await server.admin.post<StoredBackup>(base);
    expect([made.status, made.body.kind]).toEqual([201, 'backup']);
    const { name, sizeBytes } = made.body;
    expect((await server.admin.get<{ backups: StoredBackup[] }>(base)).body.backups).toEqual([made.body]);
    const whole = await server.admin.get(`${base}/${name}`);
    expect([whole.status, whole.bytes.length, whole.headers.get('cache-control')]).toEqual([
      200,
      sizeBytes,
      'no-store',
    ]);
    const part = await server.admin.get(`${base}/${name}`, { range: 'bytes=0-3' });
    expect([part.status, part.bytes.toString('latin1')]).toEqual([206, 'PK\x03\x04']);
    for (const call of [
      server.reader.get(base),
      server.reader.post(base),
      server.reader.get(`${base}/${name}`),
      server.reader.delete(`${base}/${name}`),
      server.reader.post(`${base}/${name}/restore`),
      server.reader.request('POST', `${base}/upload`, { raw: new FormData() }),
    ])
      expect((await call).status).toBe(403);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(whole.bytes)]), '../../x.sh');
    const uploaded = await server.admin.request<StoredBackup>('POST', `${base}/upload`, { raw: form });
    expect([uploaded.status, uploaded.body.kind, uploaded.body.sizeBytes]).toEqual([
      201,
      'uploaded',
      sizeBytes,
    ]);
    expect((await server.admin.delete(`${base}/${name}`)).status).toBe(204);
    expect((await server.admin.get(`${base}/${name}`)).status).toBe(404);
    expect(readdirSync(join(dataDir(), 'backups'))).toEqual([uploaded.body.name]);
  });

  test('records its downloads in the activity log', async () => {
    const { name } = await make();
    await server.admin.get(`${base}/${name}`);
    await server.admin.post('/api/v1/admin/backup');
    const actions = async () =>
      (await server.admin.get<{ data: Activity[] }>('/api/v1/admin/activity')).body.data.map(
        ({ action }) => action,
      );
    await expect
      .poll(actions)
      .toEqual(expect.arrayContaining(['backup.download', 'backup.get', 'backup.make']));
  });

  test.each([
    '..%2flectern.db',
    'lectern.db%00.zip',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    'nothing.zip',
    '.hidden.zip',
  ])('%s is none', async (name) => {
    for (const answer of [
      await server.admin.get(`${base}/${name}`),
      await server.admin.post(`${base}/${name}/restore`),
    ])
      expect(answer.status).toBe(404);
  });
});

describe('restoring a backup', () => {
  beforeEach(start);
  afterEach(stop);
  test('replaces all data at the restart, keeps the former data aside, and is recorded', async () => {
    await set('before');
    const { name } = await make();
    await set('after');
    // Restored passwords and keys would outlive an API key.
    const byKey = server.as({ 'x-api-key': (await makeKey(server.admin)).key });
    const refused = await byKey.post<ErrorBody>(`${base}/${name}/restore`);
    expect([refused.status, refused.body.reason, restarts]).toEqual([403, 'api_key_refused', 0]);
    const answer = await server.admin.post<Restore>(`${base}/${name}/restore`);
    expect([answer.status, restarts]).toEqual([202, 1]);
    expect(answer.body).toMatchObject({
      name,
      isRestarting: true,
      isUpgraded: false,
      missingFolders: [],
      version: expect.any(String),
    });
    // Nothing changes before the restart.
    expect((await server.reader.get(preference)).body).toBe('after');
    const { admin, reader } = await startAnew();
    expect((await reader.get(preference)).body).toBe('before');
    expect(readdirSync(dataDir())).not.toContain('restoring');
    const record = async () =>
      (await admin.get<{ data: Activity[] }>('/api/v1/admin/activity?entityType=backup')).body.data.find(
        ({ action }) => action === 'backup.restore',
      );
    await expect.poll(record).toMatchObject({ username: server.admin.username, entityId: name });
    // The former data are complete and can be restored in turn.
    const { setAside } = answer.body;
    expect(readdirSync(setAside)).toContain('lectern.db');
    await server.app.close();
    const { config } = loadConfig({ environment: server.environment, cwd: server.folder });
    expect(await restoreFrom(setAside, config)).toMatchObject({ missingFolders: [] });
    const back = await startSecondServer(server);
    server = { ...server, app: back.app };
    expect((await (await signInAgain(createClient(back.url), server.reader)).get(preference)).body).toBe(
      'after',
    );
  });

  test('continues after a power failure at any step', async () => {
    await set('before');
    const { name } = await make();
    await set('after');
    await server.admin.post(`${base}/${name}/restore`);
    await server.app.close();
    // Simulates a power failure after the former database was moved.
    const aside = readdirSync(dataDir()).find((one) => one.startsWith('before-restore-'));
    expect(aside).toBeUndefined();
    const note = JSON.parse(readFileSync(join(dataDir(), 'restore.json'), 'utf8'));
    mkdirSync(note.setAside);
    renameSync(note.moves[0].target, note.moves[0].aside);
    expect(applyRestore(dataDir())?.state).toBe('taken');
    // A completed restore is not repeated.
    expect(applyRestore(dataDir())?.state).toBe('taken');
    const { reader } = await startAnew();
    expect((await reader.get(preference)).body).toBe('before');
    expect(existsSync(join(dataDir(), 'restore.json'))).toBe(false);
  });

  test('an interruption during the preparation leaves no files and changes nothing', async () => {
    await set('mine');
    await server.app.close();
    mkdirSync(join(dataDir(), 'restoring', 'covers'), { recursive: true });
    for (const name of ['lectern.db.restoring', 'lectern.db.restoring-wal', 'lectern.db.restoring.model'])
      writeFileSync(join(dataDir(), name), 'half of it');
    const { reader } = await startAnew();
    expect((await reader.get(preference)).body).toBe('mine');
    expect(readdirSync(dataDir()).filter((name) => /restor/.test(name))).toEqual([]);
  });

  test('a later request replaces a pending one', async () => {
    await set('first');
    const { name } = await make();
    await set('second');
    const second = await make();
    for (const one of [name, second.name])
      expect((await server.admin.post(`${base}/${one}/restore`)).status).toBe(202);
    const { reader } = await startAnew();
    expect((await reader.get(preference)).body).toBe('second');
  });

  test('the backup command does not overwrite an existing file', async () => {
    const { config } = loadConfig({ environment: server.environment, cwd: server.folder });
    const target = join(server.folder, 'mine.zip');
    await backUpTo(target, config);
    await expect(backUpTo(target, config)).rejects.toThrow(/exists already/);
    expect(readdirSync(server.folder).filter((name) => /\.part$|^\.lectern/.test(name))).toEqual([]);
  });

  // No account can create files there, not even root.
  test.skipIf(!existsSync('/sys/kernel'))('a backup that cannot be written names its file', async () => {
    const { config } = loadConfig({ environment: server.environment, cwd: server.folder });
    await expect(backUpTo('/sys/kernel/x.zip', config)).rejects.toThrow(
      /^The (folder of the backup \/sys\/kernel|file \/sys\/kernel\/x\.zip) (is not writable|cannot be created|is on a read-only file system)/,
    );
  });
});

test('on PostgreSQL, refers to its own tools and does nothing', async () => {
  const other = await startTestServer({ kind: 'postgres' });
  try {
    const form = new FormData();
    form.append('file', new Blob(['PK']), 'a.zip');
    for (const answer of [
      await other.admin.post(base),
      await other.admin.post('/api/v1/admin/backup'),
      await other.admin.request('POST', `${base}/upload`, { raw: form }),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([409, 'conflict']);
      expect(answer.body.message).toMatch(/pg_dump/);
    }
    expect((await other.admin.get<{ backups: unknown[] }>(base)).body).toEqual({ backups: [] });
    const { config } = loadConfig({ environment: other.environment, cwd: other.folder });
    await expect(backUpTo(join(other.folder, 'x.zip'), config)).rejects.toThrow(/pg_dump/);
    await expect(restoreFrom(join(other.folder, 'x.zip'), config)).rejects.toThrow(/pg_restore/);
  } finally {
    await other.stop();
  }
});
