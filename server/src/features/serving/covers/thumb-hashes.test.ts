// ThumbHashes of covers: blurred placeholders of a few bytes, sent with every book and series.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, makeEpub, makePdf } from '../../../../test/makers/books.ts';
import { makeImage } from '../../../../test/makers/images.ts';

/** The strongest of red, green and blue. */
function colourOf(hash: string | null | undefined): string | undefined {
  if (!hash) return undefined;
  const { r, g, b } = thumbHashToAverageRGBA(new Uint8Array(Buffer.from(hash, 'base64')));
  return [...Object.entries({ red: r, green: g, blue: b })].sort((one, other) => other[1] - one[1])[0]?.[0];
}

withServer(
  'ThumbHashes of covers',
  (server) => {
    const upload = async (path: string, color: string) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await makeImage({ width: 60, height: 90, color }))]), 'a');
      await server().admin.request('POST', `${path}/cover`, { raw: form });
    };
    const look = (path: string) => server().reader.get(`${path}/thumbnail`);
    const listed = async <T>(noun: string, id: string | undefined) => {
      const { body } = await server().reader.get<{ data: (T & { id: string })[] }>(
        `/api/v1/${noun}?pageSize=500`,
      );
      return body.data.find((one) => one.id === id);
    };

    test('are listed after thumbnails are drawn, for every format, and null without a cover', async () => {
      const library = await addScannedLibrary(server(), {
        'A/Comic.cbz': await makeCbz({ mark: 'hash' }),
        'A/Paper.pdf': makePdf(),
        'A/No cover.epub': makeEpub(),
      });
      const seen = async () => {
        const books = await listBooks(server().reader, library.id);
        return Object.fromEntries(
          books.map(({ path, thumbHash }) => [path.split('/').at(-1), typeof thumbHash]),
        );
      };
      await expect
        .poll(seen)
        .toEqual({ 'Comic.cbz': 'string', 'Paper.pdf': 'string', 'No cover.epub': 'object' });
    });

    test('change with the cover of a book, and with that of its series', async () => {
      const library = await addScannedLibrary(server(), { 'S/S 1.cbz': await makeCbz({ mark: 'follow' }) });
      const [book] = await listBooks(server().admin, library.id);
      const path = `/api/v1/books/${book?.id}`;
      for (const [color, strongest] of [
        ['#d01010', 'red'],
        ['#1010d0', 'blue'],
      ] as const) {
        await upload(path, color);
        // The hash of the previous cover is not returned for the new one.
        expect([null, strongest]).toContain(
          colourOf((await listed<BookDto>('books', book?.id))?.thumbHash) ?? null,
        );
        await look(path);
        expect(colourOf((await listed<BookDto>('books', book?.id))?.thumbHash)).toBe(strongest);
        expect(colourOf((await listed<Series>('series', book?.seriesId))?.thumbHash)).toBe(strongest);
      }
    });

    test('of a series with an uploaded cover are those of the upload', async () => {
      const library = await addScannedLibrary(server(), { 'O/O 1.cbz': await makeCbz({ mark: 'own' }) });
      const [book] = await listBooks(server().admin, library.id);
      await upload(`/api/v1/books/${book?.id}`, '#d01010');
      await look(`/api/v1/books/${book?.id}`);
      await upload(`/api/v1/series/${book?.seriesId}`, '#10a010');
      expect(colourOf((await listed<Series>('series', book?.seriesId))?.thumbHash)).toBe('green');
    });
  },
  { withTasks: true },
);
