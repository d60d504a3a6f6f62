import type { BookDto } from '@lectern/contract/libraries/books';
import type { Cover } from '@lectern/contract/serving/covers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
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
        'No cover.epub': [404, undefined],
        'Broken.cbz': [404, undefined],
      });
      expect((await thumbnail(`series/${books[0]?.seriesId}`)).status).toBe(200);
    });

    test('with `optional`, return 204 instead of 404 if there is none', async () => {
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
