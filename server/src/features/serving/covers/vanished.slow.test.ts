import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addScannedLibrary, getBook, listBooks } from '../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, makeCoveredEpub, makePdf } from '../../../../test/makers/books.ts';

withServer(
  'a file that disappeared before its cover was drawn',
  (server) => {
    test.each([
      ['Book.epub', () => makeCoveredEpub()],
      ['Book.cbz', () => makeCbz({ mark: 'gone' })],
      ['Book.pdf', () => makePdf()],
    ])(
      '%s returns 404 without a server error, and works again after the file returns',
      async (name, make) => {
        const library = await addScannedLibrary(server(), { [`A/${name}`]: await make() });
        const book = await getBook(server().admin, library.id, name);
        const { db, close } = await openQuietDatabaseOf(server());
        const forget = async () => {
          await expect
            .poll(async () => (await server().reader.get(`/api/v1/books/${book.id}/thumbnail`)).status)
            .toBe(200);
          await db.updateTable('book').set({ thumbnailState: 0 }).where('id', '=', book.id).execute();
        };
        await forget();
        const path = join(library.folder, 'A', name);
        renameSync(path, `${path}.away`);
        const statusOf = async (route: string) => (await server().reader.get(route)).status;
        const routes = [
          `/api/v1/books/${book.id}/thumbnail`,
          `/api/v1/books/${book.id}/covers/embedded/image`,
        ];
        const series = `/api/v1/series/${book.seriesId}/thumbnail`;
        const noSeriesCover = () => statusOf(`${series}?optional`);
        // The cached file state expires after a few seconds.
        for (const route of routes) await expect.poll(() => statusOf(route)).toBe(404);
        await expect.poll(noSeriesCover).toBe(204);
        expect(await statusOf(series)).toBe(200);
        mkdirSync(path);
        for (const route of routes)
          expect([route, (await statusOf(route)) >= 500]).toEqual([route, (await statusOf(route)) === 503]);
        rmSync(path, { recursive: true });
        renameSync(`${path}.away`, path);
        for (const route of [...routes, `${series}?optional`])
          await expect.poll(() => statusOf(route)).toBe(200);
        await close();
        expect(await listBooks(server().admin, library.id)).toHaveLength(1);
      },
    );

    test('a PDF without its cover page has no cover and gets an error', async () => {
      const bytes = makePdf({ pages: [{}, {}] })
        .toString('latin1')
        .replace(/(Kids\[)\d+/, '$199');
      const library = await addScannedLibrary(server(), { 'A/Broken.pdf': Buffer.from(bytes, 'latin1') });
      const book = await getBook(server().admin, library.id, 'Broken.pdf');
      const { status } = await server().reader.get(`/api/v1/books/${book.id}/thumbnail?optional`);
      expect(status).toBe(204);
      const { body } = await server().admin.get<{ groups: { errorType: string }[] }>('/api/v1/books/errors');
      expect(body.groups.map(({ errorType }) => errorType)).toContain('thumbnail');
    });
  },
  { withTasks: true },
);
