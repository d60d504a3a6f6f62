// A backup restored on another path gives every user the same data.
import { hash } from 'node:crypto';
import { mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUpTo, restoreFrom } from '#features/system/backup/index.ts';
import { loadConfig } from '#infrastructure/config/load.ts';
import { makeKey } from '../harness/api-key.ts';
import { type Client, createClient } from '../harness/client.ts';
import { getBook, scan } from '../harness/library.ts';
import { type EmptyServer, startEmptyServer, startTestServer, type TestServer } from '../harness/server.ts';
import { type SignedIn, signIn, signInAgain } from '../harness/sign-in.ts';
import { until } from '../harness/until.ts';
import { type FilledShelf, fillShelf } from '../makers/shelf.ts';
import { takeSnapshot } from './api-snapshot.ts';
import { makeLife } from './life.ts';

const configOf = (environment: Record<string, string>) => loadConfig({ environment, cwd: tmpdir() }).config;

/** Writes continuously until stopped. Returns the number of acknowledged writes. */
function writeOn(who: Client) {
  let acknowledged = 0;
  let isEnding = false;
  const running = (async () => {
    while (!isEnding) {
      const { status } = await who.put(`/api/v1/user/preferences/k${acknowledged}`, { value: acknowledged });
      if (status >= 300) throw new Error(`${status}`);
      acknowledged++;
    }
  })();
  return {
    count: () => acknowledged,
    async end() {
      isEnding = true;
      await running;
    },
  };
}

/** Taking a snapshot creates thumbnails, whose hashes appear in later responses. */
const withoutHashes = (answer = ''): string =>
  answer.replace(/"thumbHash":("[^"]*"|null)/g, '"thumbHash":""');

describe('a backup that is made during writes and restored on another path', () => {
  let old: TestServer;
  let reader: SignedIn;
  let scribe: SignedIn;
  let shelf: FilledShelf;
  let key: string;
  let koreader: { username: string; password: string };
  const before = new Map<string, Map<string, string>>();
  let restored: EmptyServer;
  let writtenBefore = 0;

  beforeAll(async () => {
    old = await startTestServer({ kind: 'sqlite', withTasks: true });
    reader = await signIn(old);
    scribe = await signIn(old);
    shelf = await fillShelf(old, reader);
    await makeLife(old, reader, shelf);
    key = (await makeKey(reader)).key;
    koreader = (await reader.post<typeof koreader>('/api/v1/user/koreader', { name: 'e-ink' })).body;
    for (const who of [old.admin, reader]) before.set(who.username, await takeSnapshot(who));

    const writing = writeOn(scribe);
    await until(() => writing.count() > 5);
    writtenBefore = writing.count();
    const target = mkdtempSync(join(old.folder, 'kept-'));
    const { file } = await backUpTo(target, configOf(old.environment));
    await writing.end();
    expect(writing.count()).toBeGreaterThan(writtenBefore);

    const dataDir = join(mkdtempSync(join(old.folder, 'elsewhere-')), 'a new', 'data');
    const taken = await restoreFrom(file, configOf({ ...old.environment, LECTERN_DATA_DIR: dataDir }));
    expect(taken).toMatchObject({
      isUpgraded: false,
      missingFolders: [],
      setAside: undefined,
    });
    restored = await startEmptyServer({ environment: { LECTERN_DATA_DIR: dataDir }, withTasks: true });
  }, 120_000);
  afterAll(async () => {
    await restored?.stop();
    await old?.stop();
  });

  test('returns two users the same responses, including the bytes of covers and pages', {
    timeout: 60_000,
  }, async () => {
    for (const who of [old.admin, reader]) {
      const again = await signInAgain(createClient(restored.url), who);
      const then = before.get(who.username) ?? new Map();
      const now = await takeSnapshot(again);
      expect(then.size).toBeGreaterThan(who === reader ? 250 : 300);
      expect([...now.keys()]).toEqual([...then.keys()]);
      for (const [path, answer] of then)
        expect(`${path} ${withoutHashes(now.get(path))}`).toBe(`${path} ${withoutHashes(answer)}`);
      const statuses = new Set([...now.values()].map((answer) => answer.slice(0, 3)));
      expect(statuses).not.toContain('500');
    }
  });

  test('contains every write acknowledged before its start, and no later write without its predecessors', async () => {
    const again = await signInAgain(createClient(restored.url), scribe);
    const { body } = await again.get<{ preferences?: object }>('/api/v1/user/preferences');
    const remaining = Object.keys(body.preferences ?? body).filter((name) => /^k\d+$/.test(name));
    expect(remaining.length).toBeGreaterThanOrEqual(writtenBefore);
    const expected = Array.from({ length: remaining.length }, (_, n) => `k${n}`);
    expect(remaining.toSorted()).toEqual(expected.toSorted());
  });

  test('keeps API keys and device passwords; sessions end, because a backup does not contain the server secret', async () => {
    const there = createClient(restored.url);
    const { accessToken, refreshToken } = reader.session;
    expect((await there.get('/api/v1/user', { authorization: `Bearer ${accessToken}` })).status).toBe(401);
    expect((await there.post('/api/v1/auth/refresh', { refreshToken })).status).toBe(401);
    expect((await there.get('/api/v1/user', { 'x-api-key': key })).status).toBe(200);
    const { username, password } = koreader;
    const device = { 'x-auth-user': username, 'x-auth-key': hash('md5', password, 'hex') };
    expect((await there.get('/koreader/users/auth', device)).status).toBe(200);
  });

  test('a library at another location gets its new folder, and its books keep their ids and progress', async () => {
    const admin = await signInAgain(createClient(restored.url), old.admin);
    const again = await signInAgain(createClient(restored.url), reader);
    const { id, folder } = shelf.comics;
    const facts = async (who: Client) => {
      const book = await getBook(who, id, 'Saga 2.cbz');
      const progress = await who.get(`/api/v1/books/${book.id}/progress`);
      const { id: bookId, seriesId, addedAt } = book as BookDto & { addedAt?: string };
      return [bookId, seriesId, addedAt, progress.body];
    };
    const known = await facts(again);
    const moved = `${folder} moved`;
    renameSync(folder, moved);
    const lost = await scan({ admin }, id);
    expect([lost.status, (await facts(again))[0]]).toEqual(['failed', known[0]]);
    expect((await admin.patch(`/api/v1/libraries/${id}`, { path: moved })).status).toBe(200);
    expect((await scan({ admin }, id)).status).toBe('completed');
    expect(await facts(again)).toEqual(known);
    const page = await again.get(`/api/v1/books/${known[0]}/pages/1`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });
});
