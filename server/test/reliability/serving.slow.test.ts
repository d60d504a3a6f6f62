// Files that change or disappear while they are read.
import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import { bearer } from '../harness/clients/event-stream.ts';
import { addScannedLibrary, getBook, listBooks, scan } from '../harness/library.ts';
import { withServer } from '../harness/server.ts';
import { makeCbz, makePage } from '../makers/books.ts';
import { makeZip } from '../makers/zip.ts';

const pages = 12;
const pageBytes = 1024 * 1024;

/** Creates a comic of large pages of constant size: an image header, then a single repeated letter. */
async function makeLarge(letter: string): Promise<Buffer> {
  const entries = [];
  for (let n = 1; n <= pages; n++) {
    const content = Buffer.concat([await makePage(n, 'large'), Buffer.alloc(pageBytes, letter)]);
    entries.push({ name: `${String(n).padStart(3, '0')}.jpg`, content });
  }
  return makeZip(entries);
}

interface Streamed {
  bytes: Buffer;
  /** All announced bytes were received. */
  isWhole: boolean;
  etag: string | undefined;
}

/** Reads a part of a response, calls `act`, and reads the rest. */
function streamAround(url: string, headers: Record<string, string>, act: () => void): Promise<Streamed> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers }, (response) => {
      const parts: Buffer[] = [];
      let hasActed = false;
      const end = (isWhole: boolean) =>
        resolve({ bytes: Buffer.concat(parts), isWhole, etag: response.headers.etag });
      response.on('data', (bytes: Buffer) => {
        parts.push(bytes);
        if (hasActed) return;
        hasActed = true;
        act();
      });
      response.on('end', () => end(response.complete));
      response.on('error', () => end(false));
    });
    request.on('error', reject);
  });
}

withServer(
  'files in use',
  (server) => {
    async function aLargeBook(mark: string) {
      const old = await makeLarge('a');
      const next = await makeLarge('b');
      const library = await addScannedLibrary(server(), { [`${mark}/Large.cbz`]: old });
      const book = await getBook(server().admin, library.id, 'Large.cbz');
      const path = join(library.folder, mark, 'Large.cbz');
      await server().reader.put(`/api/v1/books/${book.id}/progress`, { currentPage: 10 });
      return { library, book, path, old, next };
    }
    const pageOf = ({ id }: BookDto) => server().reader.get(`/api/v1/books/${id}/pages/10`);

    test('streams the old page while the file is replaced, and then the new page with a new ETag', async () => {
      const { library, book, path, next } = await aLargeBook('Replaced');
      const before = await pageOf(book);
      const url = `${server().url}/api/v1/books/${book.id}/pages/10`;
      const streamed = await streamAround(url, bearer(server().reader), () => {
        writeFileSync(`${path}.new`, next);
        renameSync(`${path}.new`, path);
      });
      expect([streamed.isWhole, streamed.bytes.equals(before.bytes)]).toEqual([true, true]);
      // Until the file is read again, the route returns an error or the new page, never a mixture.
      const between = await pageOf(book);
      if (between.status !== 200) expect([404, 409, 422, 503]).toContain(between.status);
      await scan(server(), library.id);
      // An open file is checked again within a second. Until then, the old page is served with its old ETag.
      const tagOf = ({ headers }: typeof before) => headers.get('etag');
      const lookAgain = async () => {
        const page = await pageOf(book);
        const isOld = page.bytes.equals(before.bytes);
        expect([page.status, isOld]).toEqual([200, tagOf(page) === tagOf(before)]);
        return page.bytes.subarray(-100).toString();
      };
      await expect.poll(lookAgain, { timeout: 20_000 }).toBe('b'.repeat(100));
      const { body } = await server().reader.get<{ book: BookDto }>(`/api/v1/books/${book.id}`);
      expect(body.book.readProgress).toMatchObject({ currentPage: 10 });
    });

    test('never completes a response for a file that is overwritten while it is sent', async () => {
      const { book, path, old, next } = await aLargeBook('Written');
      const url = `${server().url}/api/v1/books/${book.id}/file`;
      const whole = await streamAround(url, bearer(server().reader), () => {});
      expect([whole.isWhole, whole.bytes.equals(old)]).toEqual([true, true]);
      const streamed = await streamAround(url, bearer(server().reader), () => {
        writeFileSync(path, next, { flag: 'r+' });
      });
      expect(streamed.isWhole && streamed.bytes.equals(old)).toBe(false);
      expect(streamed.isWhole).toBe(false);
      expect(statSync(path).size).toBe(next.length);
      const again = await streamAround(url, bearer(server().reader), () => {});
      expect([again.isWhole, again.bytes.equals(next)]).toEqual([true, true]);
      expect(again.etag).not.toBe(whole.etag);
    });

    test('never serves two pages with the same ETag when a file is overwritten with the same size and time', async () => {
      const { library, book, path, old, next } = await aLargeBook('Unseen');
      expect(next.length).toBe(old.length);
      const time = new Date('2020-02-02T02:02:02.020Z');
      utimesSync(path, time, time);
      await scan(server(), library.id, 'mode=deep');
      const shown = async () => {
        const { status, headers, bytes } = await pageOf(book);
        return { status, tag: headers.get('etag'), last: bytes.subarray(-20).toString() };
      };
      // The file is known and open.
      await expect.poll(async () => (await shown()).status).toBe(200);
      const before = await shown();
      expect(before.last).toBe('a'.repeat(20));
      writeFileSync(path, next, { flag: 'r+' });
      utimesSync(path, time, time);
      const seen = new Map<string, unknown>();
      const look = async () => {
        const page = await shown();
        if (page.status === 200) seen.set(String(page.tag), page.last);
        return page.last;
      };
      await expect.poll(look).toBe('b'.repeat(20));
      const now = await shown();
      expect(seen.get(String(before.tag)) ?? before.last).toBe(before.last);
      expect(now.tag).not.toBe(before.tag);
      const { headers } = await server().reader.get(`/api/v1/books/${book.id}/file`);
      expect(headers.get('last-modified')).toBe(time.toUTCString());
    });

    test('serves complete old or new pages to a polling client while a file is overwritten', async () => {
      const { book, path, old, next } = await aLargeBook('Over');
      const letters = new Map<string, Set<string>>();
      let isWritten = false;
      const look = async () => {
        while (!isWritten) {
          const { status, headers, bytes } = await pageOf(book);
          if (status !== 200) {
            expect([409, 422, 503]).toContain(status);
            continue;
          }
          const tag = String(headers.get('etag'));
          const body = bytes.subarray(-pageBytes);
          const seen = letters.get(tag) ?? new Set();
          letters.set(tag, seen);
          for (const letter of 'ab') if (body.includes(letter)) seen.add(letter);
        }
      };
      const looking = Promise.all([look(), look(), look()]);
      for (let n = 0; n < 12; n++) {
        writeFileSync(path, n % 2 === 0 ? next : old, { flag: 'r+' });
        await pageOf(book);
      }
      isWritten = true;
      await looking;
      expect([...letters.values()].filter((seen) => seen.size !== 1)).toEqual([]);
    });

    test('returns 404 with a body for a file that disappears after listing, and the next scan removes it', async () => {
      const library = await addScannedLibrary(server(), {
        'Gone/Gone 1.cbz': await makeCbz({ mark: 'gone' }),
        'Gone/Gone 2.cbz': await makeCbz({ mark: 'stays' }),
      });
      const [book] = await listBooks(server().admin, library.id);
      if (!book) throw new Error('No book found');
      rmSync(book.path);
      for (const route of ['pages/1', 'file']) {
        const answer = await server().reader.get(`/api/v1/books/${book.id}/${route}`);
        expect([route, answer.status, answer.body.error]).toEqual([route, 404, 'not_found']);
      }
      expect((await server().reader.get(`/api/v1/books/${book.id}`)).status).toBe(200);
      expect(await scan(server(), library.id)).toMatchObject({ booksFound: 1, errors: [] });
      expect(
        (await listBooks(server().admin, library.id, 'includeDeleted=true')).map(({ deleted }) => deleted),
      ).toEqual([true, false]);
    });
  },
  { withTasks: true },
);
