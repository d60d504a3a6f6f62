// Unreadable books: each has an error, in every format, and none counts as analyzed.
import { expect, test } from 'vitest';
import { addScannedLibrary, getBook } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, makeEpub, makePage, makePdf } from '../../../../test/makers/books.ts';
import { makeRar4, makeRar5 } from '../../../../test/makers/rar.ts';
import { makeZip } from '../../../../test/makers/zip.ts';

const lockedPages = async () =>
  Promise.all(
    [1, 2].map(async (n) => ({ name: `${n}.jpg`, content: await makePage(n, 'locked'), isEncrypted: true })),
  );

const failed: [string, string, () => Promise<Buffer>][] = [
  ['Cut.cbz', 'parser', async () => (await makeCbz({ mark: 'cut' })).subarray(0, 500)],
  ['Text.cbz', 'format_detection', async () => Buffer.from('no book')],
  ['No pages.cbz', 'zero_pages', async () => makeZip([{ name: 'a.txt', content: 'a' }])],
  ['Locked.cbz', 'page_extraction', async () => makeZip(await lockedPages())],
  ['Locked.cbr', 'page_extraction', async () => makeRar4(await lockedPages())],
  ['Locked 5.cbr', 'page_extraction', async () => makeRar5(await lockedPages())],
  ['Locked names.cbr', 'parser', async () => makeRar5([], { hasEncryptedHeaders: true })],
  [
    'Entities in the package.epub',
    'metadata',
    async () => makeEpub({ files: { 'OEBPS/content.opf': '<!DOCTYPE a [<!ENTITY b "c">]><package/>' } }),
  ],
  ['No package.epub', 'parser', async () => makeEpub({ files: { 'OEBPS/content.opf': undefined } })],
  [
    'No container.epub',
    'parser',
    async () => makeEpub({ files: { 'META-INF/container.xml': undefined, 'OEBPS/content.opf': undefined } }),
  ],
  ['No spine.epub', 'zero_pages', async () => makeEpub({ spine: '' })],
  ['Licence.epub', 'parser', async () => makeEpub({ files: { 'META-INF/license.lcpl': '{}' } })],
  ['Locked.pdf', 'pdf_rendering', async () => makePdf({ password: 'secret' })],
  ['Cut.pdf', 'parser', async () => Buffer.from('%PDF-1.7\n')],
];

withServer(
  'an unreadable book',
  (server) => {
    test('fails with an error in every format', async () => {
      const files: Record<string, Buffer> = {};
      for (const [name, , make] of failed) files[`Failed/${name}`] = await make();
      const library = await addScannedLibrary(server(), files);
      const errors = await server().admin.get<{
        groups: { errorType: string; books: { book: { id: string } }[] }[];
      }>(`/api/v1/books/errors?libraryId=${library.id}&pageSize=100`);
      const results: unknown[] = [];
      for (const [name] of failed) {
        const { id, analyzed, analysisError, pageCount } = await getBook(server().admin, library.id, name);
        const types = errors.body.groups.flatMap(({ errorType, books }) =>
          books.some(({ book }) => book.id === id) ? [errorType] : [],
        );
        results.push([name, { analyzed, isSaid: Boolean(analysisError), pageCount, types }]);
      }
      const expected = failed.map(([name, errorType]) => [
        name,
        { analyzed: false, isSaid: true, pageCount: 0, types: [errorType] },
      ]);
      expect(results).toEqual(expected);
    });

    test('differs from a book with some unreadable pages', async () => {
      const [locked] = await lockedPages();
      const pages = [{ name: '0.jpg', content: await makePage(3) }, ...(locked ? [locked] : [])];
      const library = await addScannedLibrary(server(), { 'Some/Some.cbz': makeZip(pages) });
      const book = await getBook(server().admin, library.id, 'Some.cbz');
      expect(book).toMatchObject({ analyzed: true, pageCount: 2 });
    });
  },
  { withTasks: true },
);
