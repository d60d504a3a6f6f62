// Images that are known to crash decoders, and a decoder that does crash.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { addLibrary, addScannedLibrary, getBook, listBooks } from '../harness/library.ts';
import { startTestServer, type TestServer, withServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeCbz, makePage } from '../makers/books.ts';
import { makeHostilePictures } from '../makers/hostile-pictures.ts';
import { makeZip } from '../makers/zip.ts';

const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

/** A comic with this image and a valid second page. */
const comicOf = async (picture: Uint8Array): Promise<Buffer> =>
  makeZip([
    { name: '1.jpg', content: picture },
    { name: '2.jpg', content: await makePage(2, 'good') },
  ]);

/** Requests a page of a valid book and the health check until stopped. Returns all statuses other than 200. */
function keepAsking({ get, reader }: TestServer, book: BookDto): () => Promise<number[]> {
  const others: number[] = [];
  let isOver = false;
  let requestCount = 0;
  const requesting = (async () => {
    while (!isOver) {
      for (const answer of [await get('/health'), await reader.get(`/api/v1/books/${book.id}/pages/1`)])
        if (answer.status !== 200) others.push(answer.status);
      requestCount++;
    }
  })();
  const end = async () => {
    isOver = true;
    await requesting;
  };
  onTestFinished(end);
  return async () => {
    await end();
    expect(requestCount).toBeGreaterThan(0);
    return others;
  };
}

test(`serves or rejects images that crash decoders without affecting other requests (seed ${seed})`, {
  timeout: 180_000,
}, async () => {
  const server = await startTestServer({ withTasks: true, backgroundProcesses: 2 });
  onTestFinished(() => server.stop());
  const pictures = await makeHostilePictures({ seed, each: 12 });
  const files: Record<string, Buffer> = { 'Good/Good 1.cbz': await makeCbz({ mark: 'good' }) };
  for (const [name, bytes] of Object.entries(pictures)) files[`Bad/${name}.cbz`] = await comicOf(bytes);
  const library = await addLibrary(server, files);
  const response = await server.admin.post(`/api/v1/libraries/${library.id}/scan`);
  expect(response.status).toBe(202);
  // On a busy machine, this many files, some of 15 MB, take longer than the default timeout.
  const isScanned = async () =>
    (await server.admin.get<{ status: string }>(`/api/v1/libraries/${library.id}/scan-status`)).body
      .status === 'completed';
  await vi.waitUntil(isScanned, { interval: 50, timeout: 90_000 });
  const books = await listBooks(server.admin, library.id);
  expect(books).toHaveLength(Object.keys(files).length);
  const stop = keepAsking(server, await getBook(server.admin, library.id, 'Good 1.cbz'));
  const wrong: string[] = [];
  let shown = 0;
  for (const book of books) {
    const name = book.path.split('/').at(-1);
    for (const route of [
      'pages/1',
      'pages/1?width=20',
      'pages/1/thumbnail',
      'thumbnail',
      'pages/2?width=20',
    ]) {
      const { status } = await server.reader.get(`/api/v1/books/${book.id}/${route}`);
      if (status === 200) shown++;
      // An entry whose first bytes are not an image is not a page; the next entry becomes the first page.
      if (![200, 404, 422].includes(status)) wrong.push(`${name} ${route}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(shown).toBeGreaterThan(books.length);
  expect(await stop()).toEqual([]);
});

const deathsFile = join(tmpdir(), `lectern-deaths-${process.pid}`);
const countDeaths = (name: string): number => {
  try {
    return readFileSync(deathsFile, 'utf8')
      .split('\n')
      .filter((line) => line === name).length;
  } catch {
    return 0;
  }
};

interface Errors {
  groups: { books: { book: BookDto; errors: { errorType: string; details?: { reason?: string } }[] }[] }[];
}

withServer(
  'a crashing decoder',
  (server) => {
    beforeAll(() => rmSync(deathsFile, { force: true }));

    // Each crash starts another process.
    test('restarts its process at most twice; the page and the cover are quarantined and can be retried', {
      timeout: 120_000,
    }, async () => {
      rmSync(deathsFile, { force: true });
      const picture = Buffer.concat([await makePage(1, 'deadly'), Buffer.from('the decoder dies of this')]);
      const library = await addScannedLibrary(server(), {
        'Good/Good 1.cbz': await makeCbz({ mark: 'next to a crashing book' }),
        'Bad/Deadly.cbz': await comicOf(picture),
      });
      const { admin, reader } = server();
      const book = await getBook(admin, library.id, 'Deadly.cbz');
      const stop = keepAsking(server(), await getBook(admin, library.id, 'Good 1.cbz'));
      const statusOf = async (route: string) =>
        (await reader.get(`/api/v1/books/${book.id}/${route}`)).status;
      const readErrors = async () => {
        const { body } = await admin.get<Errors>('/api/v1/books/errors?pageSize=100');
        const noted = body.groups.flatMap(({ books }) => books).filter((one) => one.book.id === book.id);
        const all = noted.flatMap(({ errors }) =>
          errors.map(({ errorType, details }) => `${errorType} ${details?.reason}`),
        );
        return [...new Set(all)].toSorted();
      };
      for (let n = 1; n <= 6; n++) {
        expect([n, await statusOf('thumbnail?optional')]).toEqual([n, 204]);
        expect([n, await statusOf(`pages/1?width=${20 + n}`)]).toEqual([n, 422]);
      }
      // After a crash, every cover of the batch is retried alone, so that the others are not blamed.
      const deaths = countDeaths('covers.books');
      expect([1, 2]).toContain(deaths);
      expect(countDeaths('pages.convert')).toBe(2);
      expect(await readErrors()).toEqual(['page_extraction crashed', 'thumbnail crashed']);
      // The stored page needs no decoder, and other pages are not affected.
      expect([await statusOf('pages/1'), await statusOf('pages/2?width=20')]).toEqual([200, 200]);
      expect(await stop()).toEqual([]);
      const retried = await admin.post(`/api/v1/books/${book.id}/retry`);
      expect(retried.status).toBe(202);
      await until(
        async () => (await statusOf('thumbnail?optional')) === 204 && countDeaths('covers.books') > deaths,
      );
      expect(await statusOf('pages/1?width=20')).toBe(422);
      expect(countDeaths('pages.convert')).toBe(3);
      const sizes = Array.from({ length: 12 }, (_, n) => statusOf(`pages/1?width=${8 + n}`));
      expect(new Set(await Promise.all(sizes))).toEqual(new Set([422]));
      expect(countDeaths('pages.convert')).toBe(4);
      expect(await readErrors()).toEqual(['page_extraction crashed', 'thumbnail crashed']);
    });
  },
  {
    withTasks: true,
    backgroundProcesses: 2,
    workerEntry: new URL('../fixtures/deadly-decoder.ts', import.meta.url),
  },
);
