import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import { compatEnvironment } from '../../../../test/compat/app.ts';
import {
  addLibrary,
  addScannedLibrary,
  listBooks,
  listSeries,
  scan,
  type TestLibrary,
} from '../../../../test/harness/library.ts';
import { fc } from '../../../../test/harness/property.ts';
import { isWholeRun } from '../../../../test/harness/run/whole-run.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';

onBothDatabases(
  'the reading order of a series',
  (server) => {
    let made = 0;
    /** Readable books, for lists that omit others. */
    const toBooks = async (...names: string[]) => {
      const files: Record<string, Buffer> = {};
      for (const name of names) files[name] = await makeCbz({ mark: `${name} ${++made}` });
      return files;
    };
    const toFiles = (...names: string[]) =>
      Object.fromEntries(names.map((name) => [name, `${name} ${++made}`]));
    const nameOf = ({ path }: BookDto) => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');

    test('is that of lists, adjacent books, on deck, catalogs and compatible apps', async () => {
      const names = ['v01 c001', 'v01 c002', 'v02 c001', 'v02 c002', 'Annual 001'];
      const library = await addScannedLibrary(
        server(),
        await toBooks(...names.toReversed().map((name) => `Tower/Tower ${name}.cbz`)),
      );
      const { admin, reader } = server();
      const books = await listBooks(admin, library.id);
      expect(books.map(nameOf)).toEqual(names.map((name) => `Tower ${name}`));
      const next: string[] = [];
      for (const { id } of books) {
        const { body } = await admin.get<{ next: BookDto | null }>(`/api/v1/books/${id}/adjacent`);
        next.push(body.next?.id ?? '');
      }
      expect(next).toEqual([...books.slice(1).map(({ id }) => id), '']);
      const { seriesId = '' } = books[0] ?? {};
      const apps = await admin.get<{ content: { id: string; metadata: { numberSort: number } }[] }>(
        `/compat/api/v1/series/${seriesId}/books?sort=metadata.numberSort,asc`,
      );
      expect(apps.body.content.map(({ id }) => id)).toEqual(books.map(({ id }) => id));
      expect(apps.body.content.map(({ metadata }) => metadata.numberSort)).toEqual([1, 2, 3, 4, 5]);
      const catalog = await admin.get<{ publications: { metadata: { identifier: string } }[] }>(
        `/opds/v2/series/${seriesId}`,
      );
      const ids = catalog.body.publications.map(({ metadata }) => metadata.identifier.slice(-36));
      expect(ids).toEqual(books.map(({ id }) => id));
      for (const { id } of books.slice(0, 1)) await reader.post(`/api/v1/books/${id}/read`);
      const onDeck = await reader.get<{ data: BookDto[] }>(`/api/v1/books/on-deck?libraryId=${library.id}`);
      expect(onDeck.body.data.map(nameOf)).toEqual(['Tower v01 c002']);
    });

    test('offers an annual on deck only after the last issue', async () => {
      const names = ['Northwind 001', 'Northwind 002', 'Northwind Annual 001 (2012)'];
      const library = await addScannedLibrary(
        server(),
        await toBooks(...names.map((name) => `Northwind/${name}.cbz`)),
      );
      const { reader } = server();
      const read: string[] = [];
      const [first] = await listBooks(reader, library.id);
      for (let book = first; book; ) {
        read.push(nameOf(book));
        await reader.post(`/api/v1/books/${book.id}/read`);
        const path = `/api/v1/books/on-deck?libraryId=${library.id}`;
        book = (await reader.get<{ data: BookDto[] }>(path)).body.data[0];
      }
      expect(read).toEqual(names);
    });

    test('numbers books by their place, also after a file arrived between two others', async () => {
      const library = await addScannedLibrary(server(), toFiles('Letters/Alpha.cbz', 'Letters/Gamma.cbz'));
      const numbers = async () =>
        (await listBooks(server().admin, library.id)).map((book) => [nameOf(book), book.number]);
      expect(await numbers()).toEqual([
        ['Alpha', 1],
        ['Gamma', 2],
      ]);
      writeFiles(library.folder, toFiles('Letters/Beta.cbz'));
      await scan(server(), library.id);
      const after = [
        ['Alpha', 1],
        ['Beta', 2],
        ['Gamma', 3],
      ];
      expect(await numbers()).toEqual(after);
      await scan(server(), library.id, 'mode=deep');
      expect(await numbers()).toEqual(after);
    });

    const name = fc.constantFrom(
      ...['Tale 001', 'TALE 002', 'Tale 002 (Variant)', 'Tale v01 c001', 'Tale v02 c001', 'Tale c005'],
      ...['Tale Annual 001', 'Alpha', 'Beta', 'Gamma', 'Tale 2019-05', 'tale #1A', 'Omake'],
    );
    const path = fc
      .tuple(fc.constantFrom('Tale/', 'Tale/Vol. 1/', 'Tale/Vol. 2/', 'Other/'), name)
      .map(([folder, file]) => `${folder}${file}.cbz`);
    const step = fc.tuple(fc.constantFrom('add', 'add', 'add', 'rename', 'remove'), path, fc.nat());
    const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 });

    test.each(['series_folder', 'series_volume', 'flat'])(
      '%s: several scans of random changes find what one scan finds',
      async (seriesStrategy) => {
        const show = async ({ id, folder }: TestLibrary) => {
          const books = await listBooks(server().admin, id);
          const series = await listSeries(server().admin, id);
          return {
            series: series.map(({ title, bookCount }) => [title, bookCount]),
            books: books.map((book) => [
              book.path.slice(folder.length),
              ...[book.title, book.seriesName, book.number, book.numberText, book.volumeText, book.chapter],
            ]),
          };
        };
        await fc.assert(
          fc.asyncProperty(rounds, async (changes) => {
            const library = await addLibrary(server(), {}, { seriesStrategy });
            const contents = new Map<string, string>();
            for (const steps of changes) {
              for (const [kind, path, n] of steps) {
                const known = [...contents.keys()][n % Math.max(1, contents.size)];
                const content = known === undefined ? undefined : contents.get(known);
                if (kind === 'add' && !contents.has(path)) {
                  contents.set(path, `${path} ${++made}`);
                  writeFiles(library.folder, { [path]: contents.get(path) ?? '' });
                } else if (kind === 'rename' && known !== undefined && content && !contents.has(path)) {
                  mkdirSync(dirname(join(library.folder, path)), { recursive: true });
                  renameSync(join(library.folder, known), join(library.folder, path));
                  contents.delete(known);
                  contents.set(path, content);
                } else if (kind === 'remove' && known !== undefined) {
                  rmSync(join(library.folder, known));
                  contents.delete(known);
                }
              }
              await scan(server(), library.id, 'confirmRemovals=true');
            }
            const gradual = await show(library);
            const files = Object.fromEntries([...contents].map(([path]) => [path, `${path} ${++made}`]));
            const whole = await addLibrary(server(), files, { seriesStrategy });
            await scan(server(), whole.id);
            expect(gradual).toEqual(await show(whole));
            await scan(server(), library.id, 'mode=deep&confirmRemovals=true');
            expect(await show(library)).toEqual(gradual);
          }),
          // The order does not depend on the database, only its storage.
          { numRuns: server().kind === 'sqlite' || isWholeRun ? 6 : 2 },
        );
      },
      120_000,
    );
  },
  { environment: compatEnvironment, withTasks: true },
);
