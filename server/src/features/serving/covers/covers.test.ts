import type { BookDto } from '@lectern/contract/libraries/books';
import type { Cover } from '@lectern/contract/serving/covers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { basic } from '../../../../test/harness/clients/opds.ts';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, makeEpub, makePage, makePdf } from '../../../../test/makers/books.ts';
import { type MadeFormat, makeImage } from '../../../../test/makers/images.ts';

withServer(
  'covers',
  (server) => {
    const upload = async (path: string, bytes: Uint8Array, client = server().admin) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)]), 'cover');
      return client.request<Cover>('POST', path, { raw: form });
    };
    async function someBooks(mark: string): Promise<BookDto[]> {
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 1.cbz': await makeCbz({ mark: `${mark} 1` }),
        'Saga/Saga 2.cbz': await makeCbz({ mark: `${mark} 2` }),
      });
      return listBooks(server().admin, library.id);
    }
    const thumbnail = async (path: string) => {
      const { status, bytes, headers } = await server().reader.get(`/api/v1/${path}/thumbnail`);
      return { status, etag: headers.get('etag'), ...(status === 200 && (await sharp(bytes).metadata())) };
    };

    test('are small JPEGs of the first page in every format, drawn in advance or on request', async () => {
      const library = await addScannedLibrary(server(), {
        'A/Comic.cbz': await makeCbz({ mark: 'thumb' }),
        'A/Paper.pdf': makePdf(),
        'A/No cover.epub': makeEpub(),
        'A/Broken.cbz': 'broken',
      });
      const books = await listBooks(server().admin, library.id);
      const seen: Record<string, unknown> = {};
      for (const { id, path } of books) {
        const { status, format } = await thumbnail(`books/${id}`);
        seen[path.split('/').at(-1) ?? ''] = [status, format];
      }
      expect(seen).toEqual({
        'Comic.cbz': [200, 'jpeg'],
        'Paper.pdf': [200, 'jpeg'],
        'No cover.epub': [200, 'jpeg'],
        'Broken.cbz': [200, 'jpeg'],
      });
      expect((await thumbnail(`series/${books[0]?.seriesId}`)).status).toBe(200);
    });

    test('without an image are designed with title and author, in the size that is requested', async () => {
      const metadata = '<dc:title>The Bare Book</dc:title><dc:creator>Ann Other</dc:creator>';
      const library = await addScannedLibrary(server(), { 'Bare/Bare.epub': makeEpub({ metadata }) });
      const [book] = await listBooks(server().admin, library.id);
      const path = `/api/v1/books/${book?.id}/thumbnail`;
      const drawn = await server().reader.get(path);
      expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const { width = 0, height = 0 } = await sharp(drawn.bytes).metadata();
      expect(height).toBe(Math.round(width * 1.5));
      const large = await server().reader.get(
        `/opds/v1/books/${book?.id}/cover`,
        basic(server().reader.username, server().reader.password),
      );
      expect((await sharp(large.bytes).metadata()).width).toBe(1_200);
      // The title and the author are white, on a colored background.
      const { data, info } = await sharp(large.bytes).grayscale().raw().toBuffer({ resolveWithObject: true });
      const isWhite = (from: number, to: number) =>
        data
          .subarray(Math.round(from * info.height) * info.width, Math.round(to * info.height) * info.width)
          .some((one) => one > 240);
      expect([isWhite(0, 0.1), isWhite(0.15, 0.4), isWhite(0.6, 0.83), isWhite(0.85, 0.95)]).toEqual([
        false,
        true,
        false,
        true,
      ]);
      const etag = drawn.headers.get('etag') ?? '';
      expect((await server().reader.get(path, { 'if-none-match': etag })).status).toBe(304);
      await server().admin.patch(`/api/v1/books/${book?.id}`, { title: 'Another title' });
      expect((await server().reader.get(path)).headers.get('etag')).not.toBe(etag);
      expect((await server().reader.get(`/api/v1/series/${book?.seriesId}/thumbnail`)).status).toBe(200);
    });

    test('with `optional`, return 204 if there is none', async () => {
      const library = await addScannedLibrary(server(), {
        'A/Comic.cbz': await makeCbz({ mark: 'optional' }),
        'B/No cover.epub': makeEpub(),
      });
      const [comic, novel] = await listBooks(server().admin, library.id);
      const { body: list } = await server().admin.post<{ id: string }>('/api/v1/readlists', {
        name: 'Without a picture',
        ids: [novel?.id],
      });
      const statusOf = async (path: string) =>
        (await server().reader.get(`/api/v1/${path}/thumbnail?optional`)).status;
      const seen = [`books/${comic?.id}`, `books/${novel?.id}`, `series/${novel?.seriesId}`];
      expect(await Promise.all([...seen, `readlists/${list.id}`].map(statusOf))).toEqual([
        200, 204, 204, 204,
      ]);
      const strange = '00000000-0000-7000-8000-000000000000';
      for (const noun of ['books', 'series', 'readlists'])
        expect([noun, await statusOf(`${noun}/${strange}`)]).toEqual([noun, 404]);
    });

    test('show the page that the metadata marks as front cover', async () => {
      const front = '<Pages><Page Image="0" Type="Other"/><Page Image="1" Type="FrontCover"/></Pages>';
      const pages = [await makePage(1, 'front'), await makePage(2, 'front')];
      const library = await addScannedLibrary(server(), {
        'F/Plain.cbz': await makeCbz({ mark: 'front', pages: 2 }),
        'F/Front.cbz': await makeCbz({ mark: 'front', pages: 2, comicInfo: front }),
        'F/Beside.cbz': await makeCbz({ mark: 'front', pages: 2, comicInfo: '<Title>Beside</Title>' }),
        'F/Wrong.cbz': await makeCbz({
          mark: 'front',
          pages: 2,
          comicInfo: '<Pages><Page Image="77" Type="FrontCover"/></Pages>',
        }),
      });
      const colourOf = async (bytes: Uint8Array) =>
        (await sharp(bytes).stats()).channels.map(({ mean }) => mean);
      const colours = await Promise.all(pages.map(colourOf));
      const seen: Record<string, number> = {};
      for (const { id, path } of await listBooks(server().admin, library.id)) {
        const colour = await colourOf((await server().reader.get(`/api/v1/books/${id}/thumbnail`)).bytes);
        const isLike = (other: number[]) => other.every((mean, i) => Math.abs(mean - (colour[i] ?? 0)) < 5);
        seen[path.split('/').at(-1) ?? ''] = colours.findIndex(isLike) + 1;
      }
      expect(seen).toEqual({ 'Plain.cbz': 1, 'Front.cbz': 2, 'Beside.cbz': 1, 'Wrong.cbz': 1 });
    });

    test('accept common image formats and reject other files', async () => {
      const [book] = await someBooks('formats');
      const path = `/api/v1/books/${book?.id}/cover`;
      for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as MadeFormat[]) {
        const { status, body } = await upload(path, await makeImage({ format, width: 60, height: 90 }));
        expect([format, status, body]).toEqual([
          format,
          201,
          expect.objectContaining({
            source: 'custom',
            isSelected: true,
            mediaType: `image/${format}`,
            width: 60,
          }),
        ]);
      }
      expect((await upload(path, await makeImage({ format: 'tiff' }))).status).toBe(415);
      expect((await upload(path, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(415);
      expect((await upload(path, Buffer.from('no picture'))).status).toBe(415);
      expect((await upload(path, (await makeImage()).subarray(0, 100))).status).toBe(400);
      expect((await upload(path, Buffer.alloc(21 * 1024 * 1024))).status).toBe(413);
      expect((await upload(path, await makeImage(), server().reader)).status).toBe(403);
    });

    test('return the same image for repeated requests during drawing', async () => {
      const [book] = await someBooks('again');
      const base = `/api/v1/books/${book?.id}`;
      await upload(`${base}/cover`, await makeImage({ width: 300, height: 300 }));
      const first = await thumbnail(`books/${book?.id}`);
      const second = await thumbnail(`books/${book?.id}`);
      const third = await thumbnail(`books/${book?.id}`);
      expect([first.status, second.etag, third.etag]).toEqual([200, first.etag, first.etag]);
    });

    test('can be selected, reset and deleted', async () => {
      const [book] = await someBooks('choice');
      const base = `/api/v1/books/${book?.id}`;
      const before = await thumbnail(`books/${book?.id}`);
      const { body: cover } = await upload(`${base}/cover`, await makeImage({ width: 300, height: 300 }));
      const after = await thumbnail(`books/${book?.id}`);
      expect([after.width === after.height, after.etag === before.etag]).toEqual([true, false]);
      const covers = async () =>
        (await server().admin.get<{ covers: Cover[] }>(`${base}/covers`)).body.covers;
      expect((await covers()).map(({ id, isSelected }) => [id, isSelected])).toEqual([
        ['embedded', false],
        [cover.id, true],
      ]);
      const image = await server().reader.get(`${base}/covers/${cover.id}/image`);
      expect(image.bytes.equals(await makeImage({ width: 300, height: 300 }))).toBe(true);
      expect((await server().admin.put(`${base}/covers/embedded/select`)).status).toBe(200);
      expect((await thumbnail(`books/${book?.id}`)).width).toBe(before.width);
      await server().admin.put(`${base}/covers/${cover.id}/select`);
      expect((await server().admin.delete(`${base}/covers/selected`)).status).toBe(204);
      expect((await covers())[0]?.isSelected).toBe(true);
      await server().admin.put(`${base}/covers/${cover.id}/select`);
      expect((await server().admin.delete(`${base}/covers/${cover.id}`)).status).toBe(204);
      expect((await covers()).map(({ id, isSelected }) => [id, isSelected])).toEqual([['embedded', true]]);
      expect((await server().admin.delete(`${base}/covers/embedded`)).status).toBe(409);
      expect((await server().admin.put(`${base}/covers/nothing/select`)).status).toBe(404);
    });

    test('of a series show its first or newest book, or an uploaded cover', async () => {
      const [first, second] = await someBooks('series');
      const base = `/api/v1/series/${first?.seriesId}`;
      const square = await makeImage({ width: 200, height: 200 });
      await upload(`/api/v1/books/${second?.id}/cover`, square);
      expect((await thumbnail(`series/${first?.seriesId}`)).width).toBe(40);
      const select = (id: string) => server().admin.put<Cover>(`${base}/covers/${id}/select`);
      expect((await select('latest_book')).body).toMatchObject({ source: 'latest_book', isSelected: true });
      const { width, height } = await thumbnail(`series/${first?.seriesId}`);
      expect(width).toBe(height);
      const { body } = await upload(`${base}/cover`, await makeImage({ width: 90, height: 30 }));
      const own = await thumbnail(`series/${first?.seriesId}`);
      expect((own.width ?? 0) > (own.height ?? 0)).toBe(true);
      await server().admin.delete(`${base}/covers/${body.id}`);
      expect((await thumbnail(`series/${first?.seriesId}`)).width).toBe(40);
    });
  },
  { withTasks: true },
);
