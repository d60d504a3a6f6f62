// A server that is killed repeatedly during an import: afterwards everything is imported exactly once.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from '@lectern/contract/identity/users';
import type { ImportDto } from '@lectern/contract/import/imports';
import type { BookDto } from '@lectern/contract/libraries/books';
import { aSmallKomga, komgaPassword, makeCbz, makeKomgaDatabase, writeFiles } from '@lectern/server/testing';
import { expect, test, vi } from 'vitest';
import type { Program } from './harness/program.ts';
import { makeFolder, serve, signIn, waitForTasks } from './harness/server.ts';
import { countRows } from './harness/sqlite.ts';

const password = 'a password of my own';
const path = '/api/v1/admin/imports';
const bookCount = 300;
/**
 * Each server is killed when a table has this number of rows: before the import of the data, and within each of its
 * parts.
 */
const kills = [
  ['library', 1],
  ['bookEdit', 20],
  ['bookEdit', 250],
  ['user', 2],
  ['readProgress', 20],
  ['readProgress', 250],
] as const;

async function aKomga(folder: string) {
  const media = join(folder, 'media');
  const numbers = Array.from({ length: bookCount }, (_, i) => i + 1);
  const files: Record<string, Buffer> = {};
  for (const n of numbers) files[`Saga/${n}.cbz`] = await makeCbz({ mark: `kills ${n}`, pages: 3 });
  writeFiles(media, files);
  const rows = aSmallKomga('/mnt/comics', [1, 1]);
  const book = (n: number) => ({
    ID: `b${n}`,
    URL: `file:/mnt/comics/Saga/${n}.cbz`,
    SERIES_ID: 's1',
    LIBRARY_ID: 'l1',
    FILE_SIZE: statSync(join(media, 'Saga', `${n}.cbz`)).size,
  });
  mkdirSync(join(folder, 'komga'));
  const file = makeKomgaDatabase(join(folder, 'komga', 'database.sqlite'), {
    ...rows,
    BOOK: numbers.map(book),
    BOOK_METADATA: numbers.map((n) => ({ BOOK_ID: `b${n}`, TITLE: `Chapter ${n}`, TITLE_LOCK: 1 })),
    READ_PROGRESS: numbers.map((n) => ({
      BOOK_ID: `b${n}`,
      USER_ID: 'u2',
      PAGE: 2,
      COMPLETED: 0,
      READ_DATE: '2026-01-03 10:00:00',
    })),
    READLIST_BOOK: numbers.map((n) => ({ READLIST_ID: 'r1', BOOK_ID: `b${n}`, NUMBER: n })),
  });
  return { media, file };
}

test('an import survives kills and imports everything exactly once', {
  timeout: 240_000,
}, async () => {
  const folder = makeFolder();
  const dataDir = join(folder, 'data');
  const { media, file } = await aKomga(folder);
  let program: Program = serve({ dataDir, environment: { LECTERN_ADMIN_PASSWORD: password } });
  let admin = await signIn(program, password);
  const reached: number[] = [];
  const given = { path: file, maps: [{ from: '/mnt/comics', to: media }] };
  const { id } = (await admin.post<ImportDto>(path, given)).body;
  expect((await admin.post(`${path}/${id}/start`)).status).toBe(202);
  const show = async () => (await admin.get<ImportDto>(`${path}/${id}`)).body;
  for (const [table, count] of kills) {
    await vi.waitUntil(() => countRows(join(dataDir, 'lectern.db'), table) >= count, {
      interval: 1,
      timeout: 60_000,
    });
    program.signal('SIGKILL');
    await program.ended;
    reached.push(countRows(join(dataDir, 'lectern.db'), table));
    // The next kill is awaited from the start: the import continues before anyone can sign in.
    program = serve({ dataDir });
  }
  admin = await signIn(program, password);
  // None of the kills came after the end.
  expect(reached[1]).toBeLessThan(bookCount);
  expect(reached.at(-1)).toBeLessThan(bookCount);
  await vi.waitUntil(async () => (await show()).status !== 'running', { interval: 200, timeout: 120_000 });
  expect(await show()).toMatchObject({ status: 'completed', expiresAt: null });
  await waitForTasks(admin);

  const list = async <T>(of: string) => (await admin.get<{ data: T[] }>(`${of}?pageSize=500`)).body.data;
  expect((await list<User>('/api/v1/users')).map(({ username }) => username).toSorted()).toEqual([
    'admin',
    'anna',
    'boss',
  ]);
  expect(await list('/api/v1/libraries')).toHaveLength(1);
  const books = await list<BookDto>('/api/v1/books');
  expect(books.map(({ title }) => title).toSorted()).toEqual(
    Array.from({ length: bookCount }, (_, i) => `Chapter ${i + 1}`).toSorted(),
  );
  expect(await list<{ memberCount: number }>('/api/v1/readlists')).toMatchObject([
    { memberCount: bookCount },
  ]);
  const anna = await signIn(program, komgaPassword.typed, 'anna');
  for (const { id: bookId } of books) {
    const progress = await anna.get(`/api/v1/books/${bookId}/progress`);
    expect(progress.body).toMatchObject({ currentPage: 2 });
    const history = await anna.get<{ data: unknown[] }>(`/api/v1/books/${bookId}/read-history`);
    expect(history.body.data).toHaveLength(1);
  }
});
