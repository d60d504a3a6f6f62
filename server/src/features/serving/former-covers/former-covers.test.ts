// Uploaded covers that an older version stored as files: the first start imports them into the database.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cover } from '@lectern/contract/covers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '#infrastructure/ids.ts';
import { createClient } from '../../../../test/harness/client.ts';
import { testedDatabases } from '../../../../test/harness/databases.ts';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { openDatabaseOf } from '../../../../test/harness/open-database.ts';
import { startSecondServer, startTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { signInAgain } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import { makeImage } from '../../../../test/makers/images.ts';

interface Kept {
  path: string;
  file: string;
  bytes: Buffer;
}

/** Creates covers as files, like the older version. The server must be stopped. */
async function makeFormer(server: TestServer, count: number): Promise<Kept[]> {
  const files: Record<string, Buffer> = {};
  for (let n = 1; n <= count; n++) files[`Saga/Saga ${n}.cbz`] = await makeCbz({ mark: `former ${n}` });
  const library = await addScannedLibrary(server, files);
  const kept: Kept[] = [];
  for (const [n, { id }] of (await listBooks(server.admin, library.id)).entries()) {
    const bytes = await makeImage({ width: 60 + n, height: 90 });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'cover.jpg');
    const path = `/api/v1/books/${id}`;
    const { body } = await server.admin.request<Cover>('POST', `${path}/cover`, { raw: form });
    const folder = join(server.folder, 'data', 'covers', body.id.slice(-2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, body.id), bytes);
    kept.push({ path: `${path}/covers/${body.id}/image`, file: join(folder, body.id), bytes });
  }
  await server.app.close();
  const database = await openDatabaseOf(server);
  await database.db.deleteFrom('coverImage').execute();
  await database.close();
  return kept;
}

const secret = 'nobody shall read this';

/** Inserts a cover whose id leads out of the covers folder. */
async function plant(server: TestServer, id: string): Promise<void> {
  writeFileSync(join(server.folder, 'data', 'covers', id.slice(-2), id), secret);
  const { db, close } = await openDatabaseOf(server);
  const common = { entityType: 'series', entityId: newId(), mediaType: 'image/png', width: 1, height: 1 };
  await db
    .insertInto('cover')
    .values({ ...common, id, fileSize: secret.length, createdAt: 1, thumbHash: null })
    .execute();
  await close();
}

/** Returns the image rows with this id and removes the cover. */
async function unplant(server: TestServer, id: string): Promise<string[]> {
  const { db, close } = await openDatabaseOf(server);
  const rows = await db.selectFrom('coverImage').select('coverId').where('coverId', '=', id).execute();
  await db.deleteFrom('cover').where('id', '=', id).execute();
  await close();
  return rows.map(({ coverId }) => coverId);
}

describe.each(testedDatabases)('uploaded covers of an older version, on %s', (kind) => {
  test('are imported at startup; missing or damaged files are skipped and imported later', async () => {
    const server = await startTestServer({ kind, withTasks: true });
    onTestFinished(() => server.stop());
    const [whole, missing, half] = await makeFormer(server, 3);
    if (!whole || !missing || !half) throw new Error('There are three');
    const all = [whole, missing, half];
    rmSync(missing.file);
    writeFileSync(half.file, half.bytes.subarray(0, 50));

    /** Starts a server and returns the served covers and the number of log lines. */
    async function startAgain() {
      const lines: string[] = [];
      const again = await startSecondServer(server, {
        environment: { LECTERN_LOG_LEVEL: 'info' },
        onLogLine: (line) => void lines.push(line),
      });
      const admin = await signInAgain(createClient(again.url), server.admin);
      const served: (boolean | number)[] = [];
      for (const { path, bytes } of all) {
        const answer = await admin.get(path);
        served.push(answer.status === 200 ? answer.bytes.equals(bytes) : answer.status);
      }
      await again.stop();
      return { served, said: lines.filter((line) => line.includes('uploaded covers')).length };
    }

    // A manipulated backup may contain the path of another file.
    if (kind === 'sqlite') await plant(server, '../../outside');
    expect(await startAgain()).toEqual({ served: [true, 404, 404], said: 2 });
    if (kind === 'sqlite') expect(await unplant(server, '../../outside')).toEqual([]);
    // The files remain for a downgrade.
    expect(existsSync(whole.file)).toBe(true);
    writeFileSync(half.file, half.bytes);
    rmSync(whole.file);
    expect(await startAgain()).toEqual({ served: [true, 404, true], said: 2 });
    writeFileSync(missing.file, missing.bytes);
    expect(await startAgain()).toEqual({ served: [true, true, true], said: 1 });
    expect(await startAgain()).toEqual({ served: [true, true, true], said: 0 });
  });
});
