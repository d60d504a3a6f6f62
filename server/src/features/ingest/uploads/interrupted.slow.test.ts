// Uploads interrupted by their sender, by the end of a process, by a full disk, or by a timeout.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Upload } from '@lectern/contract/ingest/uploads';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeKey, withAdminByKey } from '../../../../test/harness/api-key.ts';
import type { Client } from '../../../../test/harness/client.ts';
import {
  append,
  askOffset,
  begin,
  toUploadId,
  tus,
  upload,
  uploads,
} from '../../../../test/harness/clients/uploads.ts';
import { testedDatabases } from '../../../../test/harness/databases.ts';
import { addLibrary } from '../../../../test/harness/library.ts';
import { openDatabaseOf } from '../../../../test/harness/open-database.ts';
import { canMount, fillDisk, tryMount, unmount } from '../../../../test/harness/run/mounts.ts';
import { startSecondServer, startTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';

const bytes = Buffer.alloc(300_000, 'pages ');
const hourMs = 3_600_000;

describe.each(testedDatabases)('interrupted uploads on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let other: Client;
  let key = '';
  let nowMs = Date.now();
  const clock = () => nowMs;
  beforeAll(async () => {
    const started = await startTestServer({ kind, clock });
    // Keys stay valid when a test changes the clock.
    const uploader = await makeKey(await signIn(started, { permissions: ['files:upload'] }));
    other = started.as({ 'x-api-key': uploader.key });
    ({ server, key } = await withAdminByKey(started));
    admin = server.admin;
  });
  afterAll(() => server.stop());

  /** Sends a request and returns a function that disconnects it. */
  function sendPart(who: Client, id: string, part: Uint8Array): Promise<() => void> {
    const sending = request(`${who.url}${uploads}/${id}`, {
      method: 'PATCH',
      headers: {
        ...tus,
        'x-api-key': key,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': String(bytes.length),
      },
    });
    sending.on('error', () => {});
    return new Promise((resolve) => sending.write(part, () => resolve(() => sending.destroy())));
  }

  test('continue where the sender was interrupted', async () => {
    const library = await addLibrary(server, {});
    const id = toUploadId(await begin(admin, bytes.length, { libraryId: library.id, filename: 'a.cbz' }));
    const end = await sendPart(admin, id, bytes.subarray(0, 100_000));
    const part = join(library.folder, '.lectern-uploads', `${id}.part`);
    await until(() => existsSync(part) && readFileSync(part).length === 100_000);
    end();
    await until(async () => (await askOffset(admin, id)) === '100000');
    expect((await append(admin, id, 100_000, bytes.subarray(100_000))).status).toBe(204);
    expect(readFileSync(join(library.folder, 'a.cbz')).equals(bytes)).toBe(true);
  });

  test('a new request replaces a stuck one, also from another process', async () => {
    const second = await startSecondServer(server, { clock });
    onTestFinished(() => second.stop());
    const elsewhere = second.as({ 'x-api-key': key });
    const library = await addLibrary(server, {});
    for (const [index, who] of [admin, ...(kind === 'postgres' ? [elsewhere] : [])].entries()) {
      const filename = `${index}.cbz`;
      const id = toUploadId(await begin(admin, bytes.length, { libraryId: library.id, filename }));
      const end = await sendPart(admin, id, bytes.subarray(0, 50_000));
      const part = join(library.folder, '.lectern-uploads', `${id}.part`);
      await until(() => existsSync(part) && readFileSync(part).length === 50_000);
      // The first connection is still open.
      expect(await askOffset(who, id)).toBe('50000');
      expect((await append(who, id, 50_000, bytes.subarray(50_000))).status).toBe(204);
      end();
      expect(readFileSync(join(library.folder, filename)).equals(bytes)).toBe(true);
    }
  });

  test('requests for missing uploads and uploads of other users return 404 without interrupting the sender', async () => {
    const library = await addLibrary(server, {});
    const make = async (filename: string) =>
      toUploadId(await begin(admin, bytes.length, { libraryId: library.id, filename }));
    const id = await make('mine.cbz');
    const end = await sendPart(admin, id, bytes.subarray(0, 50_000));
    const part = join(library.folder, '.lectern-uploads', `${id}.part`);
    await until(() => existsSync(part) && readFileSync(part).length === 50_000);
    for (const sent of [
      () => append(other, id, 50_000, bytes.subarray(50_000)),
      () => other.delete(`${uploads}/${id}`),
      () => admin.delete(`${uploads}/00000000-0000-7000-8000-000000000000`),
    ])
      expect((await sent()).status).toBe(404);
    const database = await openDatabaseOf(server);
    onTestFinished(() => database.close());
    const row = database.db.selectFrom('upload').select('isWanted').where('id', '=', id);
    expect(await row.executeTakeFirst()).toEqual({ isWanted: 0 });
    end();
    const given = await make('given-up.cbz');
    const answers = await Promise.all([1, 2, 3].map(() => admin.delete(`${uploads}/${given}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });

  test('continue after a restart, and a complete upload without a name is published', async () => {
    const library = await addLibrary(server, {});
    const target = { libraryId: library.id };
    const half = toUploadId(await begin(admin, bytes.length, { ...target, filename: 'half.cbz' }));
    await append(admin, half, 0, bytes.subarray(0, 1_000));
    const whole = toUploadId(await begin(admin, 10, { ...target, filename: 'whole.cbz' }));
    await append(admin, whole, 0, bytes.subarray(0, 4));
    writeFileSync(join(library.folder, '.lectern-uploads', `${whole}.part`), bytes.subarray(0, 10));
    // More bytes were received than the database records, and they may be incomplete.
    const part = join(library.folder, '.lectern-uploads', `${half}.part`);
    writeFileSync(part, Buffer.concat([bytes.subarray(0, 1_000), Buffer.alloc(500)]));
    const database = await openDatabaseOf(server);
    try {
      await database.db.updateTable('upload').set({ receivedBytes: 10 }).where('id', '=', whole).execute();
    } finally {
      await database.close();
    }
    const second = await startSecondServer(server, { clock, withTasks: true });
    onTestFinished(() => second.stop());
    const again = second.as({ 'x-api-key': key });
    expect(readFileSync(join(library.folder, 'whole.cbz')).equals(bytes.subarray(0, 10))).toBe(true);
    expect(await askOffset(again, half)).toBe('1000');
    expect((await append(again, half, 1_000, bytes.subarray(1_000))).status).toBe(204);
    expect(readFileSync(join(library.folder, 'half.cbz')).equals(bytes)).toBe(true);
  });

  test('expire without new bytes, and unknown files are deleted', async () => {
    const library = await addLibrary(server, {});
    const target = { libraryId: library.id };
    const id = toUploadId(await begin(admin, bytes.length, { ...target, filename: 'old.cbz' }));
    await append(admin, id, 0, bytes.subarray(0, 1_000));
    nowMs += 71 * hourMs;
    expect((await append(admin, id, 1_000, bytes.subarray(0, 1_000))).status).toBe(204);
    nowMs += 71 * hourMs;
    expect(await askOffset(admin, id)).toBe('2000');
    nowMs += 2 * hourMs;
    expect((await append(admin, id, 2_000, bytes.subarray(0, 1_000))).status).toBe(410);
    const folder = join(library.folder, '.lectern-uploads');
    const unknown = join(folder, '01890000-0000-7000-8000-000000000000.part');
    writeFileSync(unknown, 'x');
    utimesSync(unknown, 0, 0);
    writeFileSync(join(folder, 'notes.txt'), 'somebody’s own');
    const second = await startSecondServer(server, { clock, withTasks: true });
    onTestFinished(() => second.stop());
    expect(readdirSync(folder)).toEqual(['notes.txt']);
    expect((await admin.get(`${uploads}/${id}`)).status).toBe(404);
    expect((await upload(admin, bytes, { ...target, filename: 'old.cbz' })).status).toBe(201);
  });

  test.skipIf(!canMount)(
    'a full disk is reported in advance and during the upload, which continues when space is free',
    async () => {
      const folder = join(server.folder, `small-${kind}`);
      mkdirSync(folder);
      expect(tryMount(folder, 4)).toBe(true);
      onTestFinished(() => unmount(folder));
      const set = (value: number) => admin.put('/api/v1/admin/settings/uploads.keep_free', { value });
      const made = await admin.post<{ id: string }>('/api/v1/libraries', { name: folder, path: folder });
      const target = { libraryId: made.body.id };
      const early = await begin(admin, 1024, { ...target, filename: 'a.cbz' });
      expect([early.status, early.body.reason]).toEqual([507, 'upload_no_room']);
      expect((await set(0)).status).toBeLessThan(300);
      const large = Buffer.alloc(3 * 1024 ** 2, 'x');
      const id = toUploadId(await begin(admin, large.length, { ...target, filename: 'a.cbz' }));
      const second = await begin(admin, large.length, { ...target, filename: 'b.cbz' });
      expect([second.status, second.body.reason]).toEqual([507, 'upload_no_room']);
      await append(admin, id, 0, large.subarray(0, 1024 ** 2));
      const filler = fillDisk(folder);
      const full = await append(admin, id, 1024 ** 2, large.subarray(1024 ** 2));
      expect([full.status, full.body.reason]).toEqual([507, 'upload_no_room']);
      expect(readdirSync(folder).sort()).toEqual(['.lectern-uploads', 'filler']);
      writeFileSync(filler, '');
      expect((await append(admin, id, 1024 ** 2, large.subarray(1024 ** 2))).status).toBe(204);
      expect(readFileSync(join(folder, 'a.cbz')).equals(large)).toBe(true);
      // The server's own disk is another one.
      expect((await admin.get<{ storage: string }>('/health')).body.storage).toBe('ok');
    },
  );

  test.skipIf(!canMount)('bytes that were written before the disk became full are kept', async () => {
    const folder = join(server.folder, `filling-${kind}`);
    mkdirSync(folder);
    expect(tryMount(folder, 4)).toBe(true);
    onTestFinished(() => unmount(folder));
    await admin.put('/api/v1/admin/settings/uploads.keep_free', { value: 0 });
    const made = await admin.post<{ id: string }>('/api/v1/libraries', { name: folder, path: folder });
    const id = toUploadId(await begin(admin, bytes.length, { libraryId: made.body.id, filename: 'a.cbz' }));
    await sendPart(admin, id, bytes.subarray(0, 10_000));
    const part = join(folder, '.lectern-uploads', `${id}.part`);
    await until(() => existsSync(part) && readFileSync(part).length === 10_000);
    fillDisk(folder);
    expect(await askOffset(admin, id)).toBe('10000');
    expect((await append(admin, id, 10_000, bytes.subarray(10_000))).status).toBe(507);
    expect((await admin.get<Upload>(`${uploads}/${id}`)).body.receivedBytes).toBe(10_000);
  });

  test('a missing or inaccessible folder returns a clear error', async () => {
    const library = await addLibrary(server, { 'a.cbz': 'x' });
    const target = { libraryId: library.id, filename: 'b.cbz' };
    const id = toUploadId(await begin(admin, bytes.length, target));
    const elsewhere = await addLibrary(server, {});
    const path = `/api/v1/libraries/${library.id}`;
    const second = join(server.folder, `other-${library.id}`);
    mkdirSync(second);
    expect((await admin.patch(path, { paths: [library.folder, second] })).status).toBe(200);
    const noRoot = await begin(admin, 5, { ...target, root: 7 });
    expect(noRoot.status).toBe(404);
    expect((await upload(admin, bytes, { ...target, root: 1 })).status).toBe(201);
    expect(readdirSync(second)).toEqual(['b.cbz']);
    expect((await admin.patch(path, { paths: [second] })).status).toBe(200);
    const gone = await append(admin, id, 0, bytes);
    expect([gone.status, gone.body.reason]).toEqual([410, 'upload_gone']);
    rmSync(elsewhere.folder, { recursive: true });
    const missing = await begin(admin, 5, { libraryId: elsewhere.id, filename: 'c.cbz' });
    expect([missing.status, missing.body.reason]).toEqual([409, 'folder_missing']);
  });

  test('limits the bytes that a user can upload per day', async () => {
    const library = await addLibrary(server, {});
    const set = (value: number) => admin.put('/api/v1/admin/settings/uploads.max_daily_size', { value });
    onTestFinished(async () => void (await set(0)));
    nowMs += 48 * hourMs;
    await set(1_000_000);
    const target = { libraryId: library.id };
    const sizes = await Promise.all(
      [1, 2, 3, 4].map((n) => begin(admin, 400_000, { ...target, filename: `${n}.cbz` })),
    );
    expect(sizes.map(({ status }) => status).sort()).toEqual([201, 201, 413, 413]);
    expect(sizes.find(({ status }) => status === 413)?.body.reason).toBe('upload_limit');
    nowMs += 25 * hourMs;
    expect((await begin(admin, 400_000, { ...target, filename: '5.cbz' })).status).toBe(201);
  });
});
