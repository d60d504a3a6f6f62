// A file that is replaced while it is read: after a scan, every route of every process returns only the new book, and
// no validator is ever used for two contents.
import { createHash } from 'node:crypto';
import { renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Client } from '../harness/client.ts';
import { addLibrary, addScannedLibrary, getBook, scan, type TestLibrary } from '../harness/library.ts';
import { startRival, withServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeCbr, makeCbz, makeEpub, makePage, makePdf } from '../makers/books.ts';

interface Kind {
  make(letter: string, count: number): Promise<Buffer>;
  /** Routes below the path of the book. */
  routes(count: number): string[];
}

const pageRoutes = (count: number): string[] => [
  'pages/1',
  `pages/${count}`,
  'pages/1?width=20',
  `pages/${count}?format=png`,
];

const comic = (make: typeof makeCbz): Kind => ({
  make: (letter, count) => make({ pages: count, mark: letter }),
  routes: pageRoutes,
});

/** Chapters with constant names, and a cover image. */
const epub: Kind = {
  async make(letter, count) {
    const numbers = Array.from({ length: count }, (_, i) => i + 1);
    const items = numbers.map(
      (n) => `<item id="c${n}" href="c${n}.xhtml" media-type="application/xhtml+xml"/>`,
    );
    const chapter = (n: number) =>
      `<html xmlns="http://www.w3.org/1999/xhtml"><body>${letter} ${n}</body></html>`;
    return makeEpub({
      manifest: `${items.join('')}<item id="i" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>`,
      spine: numbers.map((n) => `<itemref idref="c${n}"/>`).join(''),
      files: {
        ...Object.fromEntries(numbers.map((n) => [`OEBPS/c${n}.xhtml`, chapter(n)])),
        'OEBPS/cover.jpg': await makePage(1, letter),
      },
    });
  },
  routes: (count) => [
    'resources/OEBPS/c1.xhtml',
    `resources/OEBPS/c${count}.xhtml`,
    'resources/OEBPS/cover.jpg',
  ],
};

const pdf: Kind = {
  async make(letter, count) {
    const content = `${letter === 'a' ? '1 0 0' : '0 0 1'} rg 0 0 150 400 re f`;
    return makePdf({ pages: Array.from({ length: count }, () => ({ content })) });
  },
  routes: pageRoutes,
};

const kinds: [string, Kind][] = [
  ['cbz', comic(makeCbz)],
  ['cbr', comic(makeCbr)],
  ['epub', epub],
  ['pdf', pdf],
];

/** Routes of every kind of book. */
const allRoutes = ['', '/pages', '/thumbnail', '/covers/embedded/image', '/manifest', '/positions', '/file'];

const digest = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

/** Returns the content of a response without values that differ between two books of the same file. */
function toFact({ status, headers, bytes }: Answer, { url }: Client, book: BookDto): string {
  if (!/json/.test(headers.get('content-type') ?? '')) return `${status} ${digest(bytes)}`;
  const text = bytes
    .toString()
    .replaceAll(url, '')
    .replaceAll(book.id, 'ID')
    .replaceAll(/"modified":"[^"]*"/g, '"modified":0');
  const { book: shown } = JSON.parse(text);
  if (!shown) return `${status} ${text}`;
  const { pageCount, fileSize, fileHash, readerHash, analyzed, analysisError } = shown;
  return `${status} ${JSON.stringify({ pageCount, fileSize, fileHash, readerHash, analyzed, analysisError })}`;
}

/** Pads the file with bytes that every reader ignores. */
const padTo = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length))]);

const counts = { a: 3, b: 5 };
type Letter = keyof typeof counts;

withServer(
  'a replaced file',
  (server) => {
    let other: Awaited<ReturnType<typeof startRival>>;
    /** A reader at each process. */
    let readers: Client[];
    beforeAll(async () => {
      other = await startRival(server());
      const { accessToken } = server().reader.session;
      readers = [server().reader, other.as({ authorization: `Bearer ${accessToken}` })];
    });
    afterAll(() => other.stop());

    /** Retries while the response requests it, because the file was replaced during a read. */
    async function getSettled(client: Client, path: string) {
      return until(async () => {
        const given = await client.get(path);
        return given.status === 409 && given.bytes.toString().includes('Try again') ? undefined : given;
      }).then((given) => given ?? expect.unreachable());
    }

    async function look(client: Client, book: BookDto, routes: readonly string[]) {
      const facts: Record<string, string> = {};
      for (const route of routes)
        facts[route] = toFact(await getSettled(client, `/api/v1/books/${book.id}${route}`), client, book);
      return facts;
    }

    /** Records the responses of every route for each content, from books that were never replaced. */
    async function learn(name: string, make: (letter: Letter) => Promise<Buffer>) {
      const learnt = async (letter: Letter) => {
        const library = await addScannedLibrary(server(), { [`Saga/${name}`]: await make(letter) });
        const book = await getBook(server().admin, library.id, name);
        const [kind] = kinds.flatMap(([extension, one]) => (name.endsWith(extension) ? [one] : []));
        const routes = [...allRoutes, ...(kind?.routes(counts[letter]) ?? []).map((route) => `/${route}`)];
        return look(server().reader, book, routes);
      };
      return { a: await learnt('a'), b: await learnt('b') };
    }

    /** Requests routes at every process until stopped. Returns the contents that each validator was used for. */
    function keepAsking(book: BookDto, routes: readonly string[]) {
      const seen = new Map<string, Set<string>>();
      let isOver = false;
      const request = async (client: Client) => {
        while (!isOver) {
          for (const route of routes) {
            const { status, headers, bytes } = await client.get(`/api/v1/books/${book.id}${route}`);
            const etag = headers.get('etag');
            if (status !== 200 || etag === null) continue;
            const key = `${route} ${etag}`;
            seen.set(key, (seen.get(key) ?? new Set()).add(digest(bytes)));
          }
        }
      };
      const requesting = Promise.all(readers.map(request));
      return async () => {
        isOver = true;
        await requesting;
        return [...seen].filter(([, contents]) => contents.size > 1).map(([key]) => key);
      };
    }

    async function replaceAndScan(library: TestLibrary, path: string, bytes: Buffer, query = '') {
      writeFileSync(`${path}.new`, bytes);
      renameSync(`${path}.new`, path);
      expect(await scan(server(), library.id, query)).toMatchObject({ status: 'completed', booksFound: 1 });
    }

    test.each(kinds)(
      '%s: returns the new content on every route after a scan, even if routes were requested during the replacement',
      async (extension, kind) => {
        const name = `Saga 1.${extension}`;
        const make = (letter: Letter) => kind.make(letter, counts[letter]);
        const known = await learn(name, make);
        const library = await addScannedLibrary(server(), { [`Saga/${name}`]: await make('a') });
        const book = await getBook(server().admin, library.id, name);
        const path = join(library.folder, 'Saga', name);
        const routes = [...new Set([...Object.keys(known.a), ...Object.keys(known.b)])];
        for (const letter of ['b', 'a', 'b', 'a', 'b'] as const) {
          const stop = keepAsking(book, routes);
          await replaceAndScan(library, path, await make(letter));
          const facts = await Promise.all(
            readers.map((client) => look(client, book, Object.keys(known[letter]))),
          );
          const ambiguous = await stop();
          for (const fact of facts) expect(fact).toEqual(known[letter]);
          expect(ambiguous).toEqual([]);
          const errors = await server().admin.get('/api/v1/books/errors');
          expect(errors.bytes.toString()).not.toContain(book.id);
        }
      },
    );

    test.each(kinds)(
      '%s: returns the new content after a deep scan, even with the same size and time',
      async (extension, kind) => {
        const name = `Saga 1.${extension}`;
        const a = await kind.make('a', counts.a);
        const b = await kind.make('b', counts.b);
        const padded = { a: padTo(a, b.length), b: padTo(b, a.length) };
        const known = await learn(name, async (letter) => padded[letter]);
        const library = await addLibrary(server(), { [`Saga/${name}`]: padded.a });
        const path = join(library.folder, 'Saga', name);
        const time = new Date('2020-02-02T02:02:02.020Z');
        utimesSync(path, time, time);
        await scan(server(), library.id);
        const book = await getBook(server().admin, library.id, name);
        const routes = [...new Set([...Object.keys(known.a), ...Object.keys(known.b)])];
        for (const letter of ['b', 'a', 'b'] as const) {
          writeFileSync(`${path}.new`, padded[letter]);
          utimesSync(`${path}.new`, time, time);
          renameSync(`${path}.new`, path);
          for (const client of readers) await look(client, book, routes);
          const stop = keepAsking(book, routes);
          expect(await scan(server(), library.id, 'mode=deep')).toMatchObject({ status: 'completed' });
          for (const client of readers)
            expect(await look(client, book, Object.keys(known[letter]))).toEqual(known[letter]);
          expect(await stop()).toEqual([]);
          const errors = await server().admin.get('/api/v1/books/errors');
          expect(errors.bytes.toString()).not.toContain(book.id);
        }
      },
    );
  },
  { withTasks: true },
);
