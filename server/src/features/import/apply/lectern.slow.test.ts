import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PagePanels } from '@lectern/contract/serving/panels';
import type { SettingChange } from '@lectern/contract/system/settings';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exportTo } from '#features/export/index.ts';
import { loadConfig } from '#infrastructure/config/load.ts';
import { type Client, createClient } from '../../../../test/harness/client.ts';
import { testedDatabases } from '../../../../test/harness/databases.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import {
  type EmptyServer,
  startEmptyServer,
  startTestServer,
  type TestServer,
} from '../../../../test/harness/server.ts';
import type { SignedIn } from '../../../../test/harness/sign-in.ts';
import { type Household, makeHousehold } from '../../../../test/household.ts';
import { carryOut, expectAgreement } from '../../../../test/peers/moving.ts';
import { readPeer } from '../sources/index.ts';
import type { Outcome } from './index.ts';

const exportOf = async (server: EmptyServer, folder: string): Promise<string> => {
  const { config } = loadConfig({ environment: server.environment, cwd: server.folder });
  await exportTo(folder, config, { secrets: true });
  return folder;
};
const signInAs = async (server: EmptyServer, { username, password }: SignedIn): Promise<Client> => {
  const { status, body } = await server.post<{ accessToken: string }>('/api/v1/auth/login', {
    username,
    password,
  });
  expect([username, status]).toEqual([username, 200]);
  return createClient(server.url, { authorization: `Bearer ${body.accessToken}` });
};
/** Imports an export that includes the administrator. */
const takeIn = async (server: EmptyServer, folder: string, admin: SignedIn): Promise<Outcome[]> => {
  const plan = await server.app.snapshotImport.plan(await readPeer(folder, server.folder), []);
  const outcomes = await carryOut(server, plan);
  expectAgreement(plan.snapshot, outcomes);
  await waitForQuiet({ admin: await signInAs(server, admin) });
  return outcomes;
};
const linesOf = (folder: string, name: string): Record<string, unknown>[] =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Values that differ between servers: ids and creation times. */
const ofTheServer = new Set(['id', 'createdAt', 'keyPrefix']);
/** Unordered pairs; sorted by id for the comparison. */
const unordered = new Set(['bookIds']);

/** Records without server-specific values, with ids replaced by names. */
function comparable(folder: string, name: string, without: readonly string[] = []): unknown[] {
  const names = new Map<string, unknown>();
  for (const { id, title } of linesOf(folder, 'series.jsonl')) names.set(String(id), title);
  for (const { id, path } of linesOf(folder, 'books.jsonl')) names.set(String(id), path);
  for (const file of ['libraries', 'collections', 'read-lists'])
    for (const { id, name: own } of linesOf(folder, `${file}.jsonl`)) names.set(String(id), own);
  const toNames = (value: unknown): unknown => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(toNames);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        if (ofTheServer.has(key) || without.includes(key)) return [];
        const named = toNames(one);
        return [[key, unordered.has(key) && Array.isArray(named) ? named.toSorted() : named]];
      }),
    );
  };
  return linesOf(folder, name)
    .map((record) => JSON.stringify(toNames(record)))
    .toSorted()
    .map((text) => JSON.parse(text));
}

describe.each(testedDatabases)('a Lectern export on %s', (kind) => {
  let old: TestServer;
  let household: Household;
  let folder: string;
  let fresh: EmptyServer;

  beforeAll(async () => {
    old = await startTestServer({ kind, withTasks: true });
    household = await makeHousehold(old, 'move');
    folder = await exportOf(old, join(old.folder, 'export'));
    fresh = await startEmptyServer({ kind, withTasks: true });
    await takeIn(fresh, folder, old.admin);
  }, 300_000);
  afterAll(async () => {
    await Promise.all([old.stop(), fresh.stop()]);
  });

  test('is imported without loss: the new server exports the same data', async () => {
    const again = await exportOf(fresh, join(fresh.folder, 'export'));
    const own = `users/${household.anna.username}`;
    for (const name of [
      ...['libraries', 'sharing-tags', 'series', 'books', 'collections', 'read-lists', 'users'],
      ...['different-books', 'credit-pages', 'panel-corrections', 'settings'],
    ])
      expect(comparable(again, `${name}.jsonl`), name).toEqual(comparable(folder, `${name}.jsonl`));
    for (const name of [
      ...['progress', 'history', 'reading-sessions', 'annotations', 'want-to-read', 'saved-filters'],
      ...['api-keys', 'followed-releases', 'release-settings'],
    ])
      expect(comparable(again, `${own}/${name}.jsonl`), name).toEqual(
        comparable(folder, `${own}/${name}.jsonl`),
      );
    for (const name of ['preferences', 'ratings'])
      expect(comparable(again, `${own}/${name}.jsonl`, ['updatedAt']), name).toEqual(
        comparable(folder, `${own}/${name}.jsonl`, ['updatedAt']),
      );
    const addedAt = (where: string) =>
      linesOf(where, `${own}/want-to-read.jsonl`).map(({ createdAt }) => createdAt);
    expect(addedAt(again)).toEqual(addedAt(folder));
    expect(linesOf(again, `${own}/followed-releases.jsonl`)).toHaveLength(2);
    expect(linesOf(again, 'different-books.jsonl')).toHaveLength(2);
    for (const list of ['covers.jsonl', `${own}/fonts.jsonl`])
      expect(linesOf(again, list)).toHaveLength(linesOf(folder, list).length);
  });

  test('names the server as the author of imported settings', async () => {
    const admin = await signInAs(fresh, old.admin);
    const path = '/api/v1/admin/settings/activity.keep_days/history';
    const { data } = (await admin.get<{ data: SettingChange[] }>(path)).body;
    expect(data.map(({ newValue, changedBy }) => [newValue, changedBy])).toEqual([
      [30, { id: null, username: 'Lectern' }],
    ]);
  });

  test('keeps passwords and API keys working', async () => {
    await signInAs(fresh, household.anna);
    const phone = createClient(fresh.url, { 'x-api-key': household.key });
    expect((await phone.get<{ username: string }>('/api/v1/user')).body.username).toBe(
      household.anna.username,
    );
  });

  test('imports keys of accounts that an interrupted attempt created', async () => {
    const server = await startEmptyServer({ kind, withTasks: true });
    try {
      const { snapshotImport } = server.app;
      const plan = await snapshotImport.plan(await readPeer(folder, server.folder), []);
      const prepared = await snapshotImport.prepare(plan);
      const scanned = async () => (await snapshotImport.countScanned(prepared)) === prepared.scans.length;
      await vi.waitUntil(scanned, { timeout: 60_000, interval: 50 });
      const cutOff = snapshotImport.apply(plan, prepared, (stage, done) => {
        if (stage === 'users' && done === 1) throw new Error('cut off');
      });
      await expect(cutOff).rejects.toThrow('cut off');
      await snapshotImport.apply(plan, prepared, () => {});
      const phone = createClient(server.url, { 'x-api-key': household.key });
      expect((await phone.get('/api/v1/user')).status).toBe(200);
      await waitForQuiet({ admin: await signInAs(server, old.admin) });
    } finally {
      await server.stop();
    }
  });

  test('imports nothing twice', async () => {
    const before = await exportOf(fresh, join(fresh.folder, 'before'));
    const outcomes = await takeIn(fresh, folder, old.admin);
    expect(outcomes.filter(({ taken }) => taken > 0)).toEqual([]);
    const after = await exportOf(fresh, join(fresh.folder, 'after'));
    for (const name of ['collections', 'read-lists', 'covers', 'users'])
      expect(linesOf(after, `${name}.jsonl`), name).toEqual(linesOf(before, `${name}.jsonl`));
  });

  test('does not overwrite later reading progress', async () => {
    const anna = await signInAs(fresh, household.anna);
    const books = (await anna.get<{ data: { id: string; path: string }[] }>('/api/v1/books?pageSize=100'))
      .body.data;
    const book = books.find(({ path }) => path.endsWith('Saga 2.cbz'));
    await anna.put(`/api/v1/books/${book?.id}/progress`, { currentPage: 4 });
    await takeIn(fresh, folder, old.admin);
    expect(
      (await anna.get<{ currentPage: number }>(`/api/v1/books/${book?.id}/progress`)).body.currentPage,
    ).toBe(4);
  });

  test('does not overwrite later corrections of panels', async () => {
    const admin = await signInAs(fresh, old.admin);
    const { data } = (await admin.get<{ data: { id: string; path: string }[] }>('/api/v1/books?pageSize=100'))
      .body;
    const path = `/api/v1/books/${data.find((book) => book.path.endsWith('Saga 1.cbz'))?.id}/pages/2/panels`;
    const read = async () => (await admin.get<PagePanels>(path)).body;
    expect(await read()).toMatchObject({ source: 'user', panels: [[0, 0, 100, 50.25]] });
    await admin.put(path, { panels: [] });
    await takeIn(fresh, folder, old.admin);
    expect(await read()).toMatchObject({ source: 'user', panels: [] });
  });

  test.each<[what: string, file: string, change: (text: string) => string, sentence: RegExp]>([
    [
      'is from a newer Lectern',
      'export.json',
      (text) => text.replace('"version": 1', '"version": 2'),
      /a newer version of Lectern/,
    ],
    ['is not an export', 'export.json', () => '{"format":"else"}', /does not belong to an export of Lectern/],
    [
      'is truncated',
      'books.jsonl',
      (text) => text.slice(0, text.length / 2),
      /books\.jsonl, line \d+ is not valid JSON/,
    ],
    [
      'has an invalid value',
      'users.jsonl',
      (text) => text.replace('"isActive":true', '"isActive":"yes"'),
      /users\.jsonl, line 1: isActive/,
    ],
  ])('is rejected with a message if it %s', async (_, file, change, sentence) => {
    const copy = join(mkdtempSync(join(old.folder, 'bad-')), 'export');
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')));
    await expect(readPeer(copy, old.folder)).rejects.toThrow(sentence);
  });

  test.each<[what: string, change: (folder: string) => void, sentence: RegExp]>([
    ['a file is missing', (copy) => rmSync(join(copy, 'books.jsonl')), /books\.jsonl is missing/],
    [
      'a file of a user is missing',
      (copy) => rmSync(join(copy, 'users', household.anna.username, 'history.jsonl')),
      /history\.jsonl is missing/,
    ],
    [
      'a file ends between two lines',
      (copy) => {
        const file = join(copy, 'series.jsonl');
        writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\n]+\n$/, ''));
      },
      /series\.jsonl is incomplete or was changed/,
    ],
    [
      'a cover is cut off',
      (copy) => truncateSync(join(copy, String(linesOf(copy, 'covers.jsonl')[0]?.file)), 50),
      /covers\/.* is incomplete or was changed/,
    ],
    [
      'a count is wrong',
      (copy) => {
        const file = join(copy, 'export.json');
        const manifest = JSON.parse(readFileSync(file, 'utf8'));
        writeFileSync(file, JSON.stringify({ ...manifest, counts: { ...manifest.counts, books: 1 } }));
      },
      /states 1 records of books, but there are \d+/,
    ],
  ])('is rejected if %s', async (_, change, sentence) => {
    const copy = join(mkdtempSync(join(old.folder, 'torn-')), 'export');
    cpSync(folder, copy, { recursive: true });
    change(copy);
    await expect(readPeer(copy, old.folder)).rejects.toThrow(sentence);
  });

  test('is rejected if its files are outside the folder', async () => {
    const copy = join(mkdtempSync(join(old.folder, 'bad-')), 'export');
    cpSync(folder, copy, { recursive: true });
    const users = readFileSync(join(copy, 'users.jsonl'), 'utf8');
    writeFileSync(join(copy, 'users.jsonl'), users.replaceAll(/"folder":"users\/[^"]*"/g, '"folder":".."'));
    writeFileSync(join(copy, '..', 'progress.jsonl'), '');
    await expect(readPeer(copy, old.folder)).rejects.toThrow('../progress.jsonl is not a file of the export');
    writeFileSync(join(copy, 'users.jsonl'), users);
    rmSync(join(copy, 'books.jsonl'));
    symlinkSync('/etc/passwd', join(copy, 'books.jsonl'));
    await expect(readPeer(copy, old.folder)).rejects.toThrow('books.jsonl is not a file of the export');
    rmSync(join(copy, 'books.jsonl'));
    const covers = readFileSync(join(copy, 'covers.jsonl'), 'utf8');
    writeFileSync(join(copy, 'covers.jsonl'), covers.replaceAll(/"file":"[^"]*"/g, '"file":"../../x.jpg"'));
    await expect(readPeer(copy, old.folder)).rejects.toThrow(/covers\.jsonl, line 1: file/);
  });
});
