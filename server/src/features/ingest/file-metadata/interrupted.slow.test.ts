// Interrupted and failed writes: temporary files are removed, and the file stays unchanged.
// e2e/src/write-kills.slow.spec.ts kills servers during writes.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Library } from '@lectern/contract/libraries/libraries';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { withAdminByKey } from '../../../../test/harness/api-key.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { testedDatabases } from '../../../../test/harness/databases.ts';
import { addScannedLibrary, getBook, scan } from '../../../../test/harness/library.ts';
import { canMount, remount, tryMount, unmount } from '../../../../test/harness/run/mounts.ts';
import { startTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

interface Result {
  written: number;
  failed: number;
  failure?: { reason: string };
}

describe.each(testedDatabases)('interrupted writes on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let passedMs = 0;
  beforeAll(async () => {
    const clock = () => Date.now() + passedMs;
    ({ server } = await withAdminByKey(await startTestServer({ kind, clock, withTasks: true })));
    admin = server.admin;
  });
  afterAll(() => server.stop());

  async function write(id: string): Promise<Result> {
    const { body } = await admin.post<{ taskId: string }>(`/api/v1/books/${id}/file/metadata`);
    const look = async () =>
      (await admin.get<{ status: string; result: Result }>(`/api/v1/tasks/${body.taskId}`)).body;
    await vi.waitUntil(async () => /completed|failed/.test((await look()).status), {
      interval: 20,
      timeout: 60_000,
    });
    return (await look()).result;
  }

  test('the next scan removes temporary files of interrupted writes, and keeps those of running ones', async () => {
    const library = await addScannedLibrary(server, { 'A/A 1.cbz': await makeCbz({ mark: `left ${kind}` }) });
    const left = [
      '.lectern-write-01890000-0000-7000-8000-000000000000',
      '.lectern-01890000-0000-7000-8000-000000000001',
    ];
    const others = ['.lectern-write-mine', '.lectern-01890000-0000-7000-8000-000000000001.cbz'];
    for (const name of [...left, ...others]) writeFileSync(join(library.folder, 'A', name), 'half');
    await scan(server, library.id);
    expect(readdirSync(join(library.folder, 'A')).toSorted()).toEqual(
      [...left, ...others, 'A 1.cbz'].toSorted(),
    );
    passedMs += 61 * 60 * 1000;
    await scan(server, library.id);
    expect(readdirSync(join(library.folder, 'A')).toSorted()).toEqual([...others, 'A 1.cbz'].toSorted());
  });

  test.skipIf(!canMount)('missing permissions or disk space leave the file unchanged', async () => {
    const folder = join(server.folder, `written-${kind}`);
    mkdirSync(folder);
    expect(tryMount(folder, 8)).toBe(true);
    onTestFinished(() => unmount(folder));
    const bytes = await makeCbz({ mark: `disk ${kind}` });
    writeFileSync(join(folder, 'A 1.cbz'), bytes);
    const made = await admin.post<Library>('/api/v1/libraries', {
      name: folder,
      path: folder,
      writeMetadata: 'files',
    });
    await scan(server, made.body.id);
    await admin.put('/api/v1/admin/settings/uploads.keep_free', { value: 0 });
    const { id } = await getBook(admin, made.body.id, 'A 1.cbz');
    await admin.patch(`/api/v1/books/${id}/metadata`, { publisher: 'House' });
    const expectKept = (result: Result, reason: string) => {
      expect(result).toMatchObject({ written: 0, failed: 1, failure: { reason } });
      expect(readFileSync(join(folder, 'A 1.cbz')).equals(bytes)).toBe(true);
      expect(readdirSync(folder)).toEqual(['A 1.cbz']);
    };
    remount(folder, 'ro');
    expectKept(await write(id), 'upload_read_only');
    remount(folder, 'rw');
    // No inode for another file, although bytes are free.
    remount(folder, 'nr_inodes=2');
    expectKept(await write(id), 'upload_no_room');
    remount(folder, 'nr_inodes=100');
    expect(await write(id)).toEqual({ written: 1, failed: 0 });
    expect(readdirSync(folder)).toEqual(['A 1.cbz']);
  });
});
