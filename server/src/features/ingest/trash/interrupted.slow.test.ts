// The trash after an interruption between file system and database, and with manipulated folders.
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TrashedFile } from '@lectern/contract/ingest/trash';
import type { BookDto } from '@lectern/contract/libraries/books';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withAdminByKey } from '../../../../test/harness/api-key.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { testedDatabases } from '../../../../test/harness/databases.ts';
import {
  addScannedLibrary,
  getBook,
  type TestLibrary,
  waitForScan,
} from '../../../../test/harness/library.ts';
import { openDatabaseOf } from '../../../../test/harness/open-database.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { startSecondServer, startTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { listTrash, trashBook } from '../../../../test/harness/trash.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

const dayMs = 86_400_000;

describe.each(testedDatabases)('an interrupted trash on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  /** The clock runs: a postponed task would otherwise never become due. */
  let aheadMs = 0;
  const clock = () => Date.now() + aheadMs;
  beforeAll(async () => {
    ({ server } = await withAdminByKey(await startTestServer({ kind, clock, withTasks: true })));
    admin = server.admin;
  });
  afterAll(() => server.stop());

  const aLibrary = async (...names: string[]): Promise<TestLibrary> => {
    const files: Record<string, Uint8Array> = {};
    for (const name of names) files[name] = await makeCbz({ mark: `${kind} ${name} ${Math.random()}` });
    return addScannedLibrary(server, files, { allowFileChanges: true });
  };
  const trashOf = async ({ id }: TestLibrary): Promise<TrashedFile[]> =>
    (await listTrash(admin)).filter(({ libraryId }) => libraryId === id);
  const isDeleted = async (id: string): Promise<boolean> =>
    (await admin.get<{ book: BookDto }>(`/api/v1/books/${id}`)).body.book.deleted;
  /** Simulates a restart and waits for its cleanup. */
  const restart = async (): Promise<void> => {
    // On SQLite, two writers in one process would block each other.
    await waitForQuiet(server);
    const second = await startSecondServer(server, { clock, withTasks: true });
    // An unfinished scan would otherwise wait until its process is known to have ended.
    await waitForQuiet(server);
    await second.stop();
  };
  const forget = async (id: string): Promise<void> => {
    const database = await openDatabaseOf(server);
    try {
      await database.db.deleteFrom('trashedFile').where('id', '=', id).execute();
    } finally {
      await database.close();
    }
  };
  const undelete = async (id: string): Promise<void> => {
    const database = await openDatabaseOf(server);
    try {
      await database.db.updateTable('book').set({ deletedAt: null }).where('id', '=', id).execute();
    } finally {
      await database.close();
    }
  };

  test('lists every file in it, even without a row', async () => {
    const library = await aLibrary('A/A 1.cbz', 'B/B 1.cbz');
    const book = await getBook(admin, library.id, 'A 1.cbz');
    const { id } = (await trashBook(admin, book.id)).body;
    // Interrupted before the database was updated.
    await forget(id);
    await undelete(book.id);
    await restart();
    expect(await trashOf(library)).toMatchObject([{ id, bookId: book.id, path: 'A/A 1.cbz' }]);
    expect(await isDeleted(book.id)).toBe(true);
    // Interrupted before the book was marked as deleted.
    await undelete(book.id);
    await restart();
    expect(await isDeleted(book.id)).toBe(true);
    expect((await admin.post(`/api/v1/trash/${id}/restore`)).status).toBe(204);
    await waitForScan(admin, library.id);
    expect(await isDeleted(book.id)).toBe(false);
  });

  test('completes restored files and files with both names, and forgets manually removed ones', async () => {
    const library = await aLibrary('A/A 1.cbz', 'B/B 1.cbz', 'C/C 1.cbz');
    const item = (id: string, name: string) => join(library.folder, '.lectern-trash', id, 'content', name);
    const ids: Record<string, { book: string; file: string }> = {};
    for (const name of ['A 1.cbz', 'B 1.cbz', 'C 1.cbz']) {
      const book = (await getBook(admin, library.id, name)).id;
      ids[name] = { book, file: (await trashBook(admin, book)).body.id };
    }
    const of = (name: string) => ids[name] ?? { book: '', file: '' };
    mkdirSync(join(library.folder, 'A'));
    renameSync(item(of('A 1.cbz').file, 'A 1.cbz'), join(library.folder, 'A/A 1.cbz'));
    mkdirSync(join(library.folder, 'B'));
    linkSync(item(of('B 1.cbz').file, 'B 1.cbz'), join(library.folder, 'B/B 1.cbz'));
    rmSync(item(of('C 1.cbz').file, 'C 1.cbz'));
    await restart();
    await waitForScan(admin, library.id);
    expect(await trashOf(library)).toEqual([]);
    expect(readdirSync(library.folder).toSorted()).toEqual(['A', 'B']);
    expect([await isDeleted(of('A 1.cbz').book), await isDeleted(of('B 1.cbz').book)]).toEqual([
      false,
      false,
    ]);
    expect(await isDeleted(of('C 1.cbz').book)).toBe(true);
  });

  test('deletes expired items only after the retention days, and not in missing folders', async () => {
    const library = await aLibrary('A/A 1.cbz', 'B/B 1.cbz');
    const book = await getBook(admin, library.id, 'A 1.cbz');
    const { id } = (await trashBook(admin, book.id)).body;
    aheadMs += 29 * dayMs;
    await restart();
    expect((await trashOf(library)).map((file) => file.id)).toEqual([id]);
    await admin.put('/api/v1/admin/settings/trash.keep_days', { value: 0 });
    aheadMs += 1_000 * dayMs;
    await restart();
    expect(await trashOf(library)).toMatchObject([{ id, expiresAt: null }]);
    await admin.put('/api/v1/admin/settings/trash.keep_days', { value: 7 });
    renameSync(library.folder, `${library.folder} away`);
    await restart();
    renameSync(`${library.folder} away`, library.folder);
    expect((await trashOf(library)).map((file) => file.id)).toEqual([id]);
    await restart();
    expect(await trashOf(library)).toEqual([]);
    expect(readdirSync(library.folder)).toEqual(['B']);
  });

  test('ignores manipulated info files that lead to other locations', async () => {
    const library = await aLibrary('A/A 1.cbz', 'B/B 1.cbz');
    const { id } = (await trashBook(admin, (await getBook(admin, library.id, 'A 1.cbz')).id)).body;
    const trash = join(library.folder, '.lectern-trash');
    const infoPath = join(trash, id, 'info.json');
    const info: object = JSON.parse(readFileSync(infoPath, 'utf8'));
    const outside = join(server.folder, `outside ${kind}`);
    writeFileSync(outside, 'a secret');
    const escaped = String.fromCodePoint(0x10ff2f);
    const lies = [
      { folder: '../..' },
      { name: '../escaped.cbz' },
      { folder: `..${escaped}..` },
      { name: `${escaped}etc` },
      { companions: ['../../x'] },
      { bookId: 7 },
    ];
    for (const lie of lies) {
      await forget(id);
      writeFileSync(infoPath, JSON.stringify({ ...info, ...lie }));
      await restart();
      expect([lie, await trashOf(library)]).toEqual([lie, []]);
    }
    // A link in place of the file cannot be restored.
    writeFileSync(infoPath, JSON.stringify(info));
    await restart();
    expect((await trashOf(library)).length).toBe(1);
    const content = join(trash, id, 'content', 'A 1.cbz');
    rmSync(content);
    symlinkSync(outside, content);
    expect((await admin.post(`/api/v1/trash/${id}/restore`)).status).toBe(409);
    expect((await admin.delete(`/api/v1/trash/${id}`)).status).toBe(204);
    expect([existsSync(content), readFileSync(outside, 'utf8')]).toEqual([false, 'a secret']);
  });

  test('is adopted when its folder is added again', async () => {
    const library = await aLibrary('A/A 1.cbz', 'B/B 1.cbz');
    const { id } = (await trashBook(admin, (await getBook(admin, library.id, 'A 1.cbz')).id)).body;
    await admin.delete(`/api/v1/libraries/${library.id}`);
    await restart();
    expect(await trashOf(library)).toEqual([]);
    const again = await admin.post<{ id: string }>('/api/v1/libraries', {
      name: 'again',
      path: library.folder,
      allowFileChanges: true,
    });
    await restart();
    expect((await listTrash(admin)).filter((file) => file.libraryId === again.body.id)).toMatchObject([
      { id },
    ]);
    expect((await admin.post(`/api/v1/trash/${id}/restore`)).status).toBe(204);
    expect(existsSync(join(library.folder, 'A/A 1.cbz'))).toBe(true);
  });
});
