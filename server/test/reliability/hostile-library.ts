// A library of hostile files and one valid book: scans it and reads each book as a client does.
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect } from 'vitest';
import { addScannedLibrary, listBooks } from '../harness/library.ts';
import type { TestServer } from '../harness/server.ts';
import { makeCbz } from '../makers/books.ts';

export interface ReadBook {
  book: BookDto;
  /** Distinct recorded errors, for example `parser too_large`. */
  errors: string[];
  /** Page names in the order of the API. */
  pages: string[];
  /** Image status of each page. */
  statuses: number[];
}

export interface HostileLibrary {
  readBook(name: string): Promise<ReadBook>;
}

interface NotedError {
  errorType: string;
  details?: { reason?: string };
}

const good = 'Good/Good 1.cbz';

/** Scans the files below `Hostile/`. The valid book must be readable in full. */
export async function scanHostile(
  server: TestServer,
  files: Record<string, Uint8Array | string>,
): Promise<HostileLibrary> {
  const { admin } = server;
  const below = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [`Hostile/${name}`, bytes] as const),
  );
  const library = await addScannedLibrary(server, { ...below, [good]: await makeCbz({ mark: 'good' }) });
  const books = await listBooks(admin, library.id);
  const readBook = async (name: string): Promise<ReadBook> => {
    const book = books.find(({ path }) => path.endsWith(name));
    if (!book) throw new Error(`Book ${name} not found`);
    expect((await admin.get(`/api/v1/books/${book.id}`)).status).toBe(200);
    const groups = await admin.get<{ groups: { books: { book: BookDto; errors: NotedError[] }[] }[] }>(
      '/api/v1/books/errors?pageSize=100',
    );
    const noted = groups.body.groups
      .flatMap((group) => group.books)
      .filter((one) => one.book.id === book.id)
      .flatMap((one) => one.errors);
    const list = await admin.get<{ fileName: string }[]>(`/api/v1/books/${book.id}/pages`);
    expect([200, 422]).toContain(list.status);
    for (const part of ['manifest', 'positions'])
      expect([200, 404, 422]).toContain((await admin.get(`/api/v1/books/${book.id}/${part}`)).status);
    const pages = list.status === 200 ? list.body.map(({ fileName }) => fileName) : [];
    const statuses: number[] = [];
    for (const [index] of pages.slice(0, 10).entries())
      statuses.push((await admin.get(`/api/v1/books/${book.id}/pages/${index + 1}`)).status);
    const errors = [
      ...new Set(noted.map(({ errorType, details }) => `${errorType} ${details?.reason ?? ''}`.trim())),
    ];
    return { book, errors: errors.sort(), pages, statuses };
  };
  const { errors, statuses } = await readBook(good);
  expect([errors, statuses]).toEqual([[], [200, 200, 200]]);
  return { readBook };
}
