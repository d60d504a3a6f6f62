// Archives of every format under every file name, and compressed tar files: the content determines the format.
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import { isKeyOf } from '@lectern/contract/records';
import type { Page } from '@lectern/contract/serving/pages';
import { formats } from '@lectern/contract/values';
import { beforeAll, expect, test } from 'vitest';
import { addScannedLibrary, getBook, listBooks, type TestLibrary } from './harness/library.ts';
import { withServer } from './harness/server.ts';
import { comicMakers, makeCbt, makePage } from './makers/books.ts';
import { packWhole } from './makers/seven-zip.ts';

const comicInfo = '<Title>The Day</Title><Number>7</Number>';
const kinds = ['cbz', 'cbr', 'cb7', 'cbt', 'gzip', 'bzip2', 'xz', 'zstd'] as const;
type Kind = (typeof kinds)[number];
const names = [...kinds.slice(0, 4).flatMap((kind) => formats[kind as 'cbz'].extensions), 'pdf', 'epub'];
const formatOf = (kind: Kind) => (kind === 'cbz' || kind === 'cbr' || kind === 'cb7' ? kind : 'cbt');

async function makeBook(kind: Kind): Promise<Buffer> {
  const spec = { mark: kind, pages: 4, comicInfo };
  return isKeyOf(comicMakers, kind) ? comicMakers[kind](spec) : packWhole(await makeCbt(spec), kind);
}

withServer(
  'an archive',
  (server) => {
    let library: TestLibrary;
    const bytes = new Map<Kind, Buffer>();
    beforeAll(async () => {
      for (const kind of kinds) bytes.set(kind, await makeBook(kind));
      const files = kinds.flatMap((kind) =>
        names.map((name) => [`${kind}/Book.${name}`, bytes.get(kind) ?? ''] as const),
      );
      library = await addScannedLibrary(server(), Object.fromEntries(files));
    });

    test.each(kinds)('reads %s under any file name', async (kind) => {
      const books = await listBooks(server().admin, library.id);
      const seen = books
        .filter(({ path }) => path.includes(`/${kind}/`))
        .map(({ path, fileFormat, pageCount, analysisError }) => [
          path.slice(path.indexOf('Book.') + 'Book.'.length),
          ...[fileFormat, pageCount, analysisError],
        ]);
      expect(seen.sort()).toEqual(names.map((name) => [name, formatOf(kind), 4, null]).sort());
    });

    test.each(['gzip', 'bzip2', 'xz', 'zstd'] as const)(
      'reads metadata and page sizes of a tar compressed with %s and serves the file unchanged',
      async (kind) => {
        const { id } = await getBook(server().admin, library.id, `${kind}/Book.cbt`);
        const { body: metadata } = await server().reader.get<BookMetadata>(`/api/v1/books/${id}/metadata`);
        expect(metadata).toMatchObject({ title: 'The Day', number: 7 });
        const { body: pages } = await server().reader.get<Page[]>(`/api/v1/books/${id}/pages`);
        expect(pages.map(({ fileName, width, height }) => [fileName, width, height])).toEqual(
          ['001.jpg', '002.jpg', '003.jpg', '004.jpg'].map((name) => [name, 40, 60]),
        );
        for (const number of [3, 1, 4]) {
          const page = await server().reader.get(`/api/v1/books/${id}/pages/${number}`);
          expect([page.status, page.bytes.equals(await makePage(number, kind))]).toEqual([200, true]);
        }
        expect((await server().reader.get(`/api/v1/books/${id}/thumbnail`)).status).toBe(200);
        const file = await server().reader.get(`/api/v1/books/${id}/file`);
        expect(file.bytes.equals(bytes.get(kind) ?? Buffer.alloc(0))).toBe(true);
      },
    );
  },
  { withTasks: true },
);
