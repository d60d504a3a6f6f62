// Covers in the compatibility API: actual sizes, and redrawing.
import { expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { expectClients } from '../../../../test/compat/clients.ts';
import { someId } from '../../../../test/harness/calls/good-calls.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { addScannedLibrary, getBook } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, makePage } from '../../../../test/makers/books.ts';

interface Thumbnail {
  id: string;
  type: string;
  selected: boolean;
  mediaType: string;
  fileSize: number;
  width: number;
  height: number;
}

withServer(
  'covers of the compatibility API',
  (server) => {
    test('report the size of the sent image', async () => {
      const { admin } = server();
      const staff = anApp(server(), admin);
      const { id } = await addScannedLibrary(server(), {
        'A/1.cbz': await makeCbz({ mark: 'measured' }),
        'A/2.cbz': 'no comic',
      });
      const book = await getBook(admin, id, '1.cbz');
      const path = `/api/v1/books/${book.id}/thumbnails`;
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await makePage(1))], { type: 'image/jpeg' }), 'c.jpg');
      expect((await staff.request('POST', path, { raw: form })).status).toBe(200);
      const { body } = await staff.get<Thumbnail[]>(path);
      expectClients('thumbnails', body);
      expect(body.map(({ type }) => type)).toEqual(['GENERATED', 'USER_UPLOADED']);
      for (const one of body) {
        const picture = await staff.get(`${path}/${one.id}`);
        expect([one.mediaType, one.fileSize]).toEqual([
          picture.headers.get('content-type'),
          picture.bytes.length,
        ]);
        expect([one.width > 0, one.height > 0]).toEqual([true, true]);
      }
      const broken = await getBook(admin, id, '2.cbz');
      expect((await staff.get(`/api/v1/books/${broken.id}/thumbnails`)).body).toEqual([]);
      const designed = await staff.get(`/api/v1/books/${broken.id}/thumbnail`);
      expect([designed.status, designed.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    });

    test('are uploaded, selected and deleted for collections and read lists', async () => {
      const { admin, reader } = server();
      const staff = anApp(server(), admin);
      const library = await addScannedLibrary(server(), { 'A/1.cbz': await makeCbz({ mark: 'of lists' }) });
      const { id: bookId, seriesId } = await getBook(admin, library.id, '1.cbz');
      for (const [noun, owner, member] of [
        ['collections', 'collectionId', seriesId],
        ['readlists', 'readListId', bookId],
      ] as const) {
        const list = { name: `covers ${server().kind}`, ids: [member] };
        const { id } = (await admin.post<{ id: string }>(`/api/v1/${noun}`, list)).body;
        const path = `/api/v1/${noun}/${id}`;
        const shown = async () => {
          const own = await admin.get(`${path}/thumbnail`);
          const other = await staff.get(`${path}/thumbnail`);
          expect([own.status, other.headers.get('etag')]).toEqual([200, own.headers.get('etag')]);
          return own.headers.get('etag');
        };
        const upload = async (app: Client, page: number) => {
          const form = new FormData();
          form.append('file', new Blob([new Uint8Array(await makePage(page))]), 'cover.jpg');
          form.append('selected', 'true');
          return app.request<Thumbnail>('POST', `${path}/thumbnails`, { raw: form });
        };
        const listed = async () => {
          const { body } = await staff.get<Thumbnail[]>(`${path}/thumbnails`);
          expectClients('thumbnails', body);
          return body.map((one) => [one.id, one.selected]);
        };
        const ofMembers = await shown();
        expect(await listed()).toEqual([]);
        const one = (await upload(staff, 1)).body;
        const two = (await upload(staff, 2)).body;
        expect(two).toMatchObject({ [owner]: id, type: 'USER_UPLOADED', selected: true });
        const picture = await staff.get(`${path}/thumbnails/${two.id}`);
        expect([picture.bytes.length, picture.headers.get('content-type')]).toEqual([
          two.fileSize,
          two.mediaType,
        ]);
        expect(await listed()).toEqual([
          [one.id, false],
          [two.id, true],
        ]);
        const ofTwo = await shown();
        expect((await staff.request('PUT', `${path}/thumbnails/${one.id}/selected`)).status).toBe(204);
        const ofOne = await shown();
        expect(new Set([ofMembers, ofOne, ofTwo]).size).toBe(3);
        expect((await staff.delete(`${path}/thumbnails/${one.id}`)).status).toBe(204);
        expect(await shown()).toBe(ofMembers);
        expect(await listed()).toEqual([[two.id, false]]);

        const app = anApp(server(), reader);
        expect((await upload(app, 3)).status).toBe(403);
        expect((await app.delete(`${path}/thumbnails/${two.id}`)).status).toBe(403);
        const text = new FormData();
        text.append('file', new Blob(['no picture']), 'cover.jpg');
        expect((await staff.request('POST', `${path}/thumbnails`, { raw: text })).status).toBe(415);
        expect((await staff.get(`${path}/thumbnails/${someId}`)).status).toBe(404);
        expect((await staff.get(`/api/v1/${noun}/${someId}/thumbnails`)).status).toBe(404);
      }
    });

    test('of lists without a picture are missing, with a message that names what is missing', async () => {
      const { admin } = server();
      const staff = anApp(server(), admin);
      const messageOf = async (path: string, method = 'GET') => {
        const { status, body } = await staff.request<{ message: string }>(method, `/api/v1/${path}`);
        expect([path, status]).toEqual([path, 404]);
        return body.message;
      };
      const missing = (thing: string) => `This ${thing} does not exist, or you cannot access it.`;
      for (const [noun, thing] of [
        ['collections', 'collection'],
        ['readlists', 'read list'],
      ] as const) {
        const list = { name: `Bare ${noun} ${server().kind}`, ids: [] };
        const { id } = (await admin.post<{ id: string }>(`/api/v1/${noun}`, list)).body;
        expect(await messageOf(`${noun}/${id}/thumbnail`)).toBe(missing('thumbnail'));
        expect(await messageOf(`${noun}/${someId}/thumbnail`)).toBe(missing(thing));
        expect(await messageOf(`${noun}/${id}/thumbnails/${someId}`)).toBe(missing('cover'));
        expect(await messageOf(`${noun}/${id}/thumbnails/${someId}`, 'DELETE')).toBe(missing('cover'));
      }
    });

    test('are redrawn on request', async () => {
      const { admin, reader } = server();
      const staff = anApp(server(), admin);
      const library = await addScannedLibrary(server(), { 'A/1.cbz': await makeCbz({ mark: 'renewed' }) });
      const { id } = await getBook(admin, library.id, '1.cbz');
      // The same image has the same ETag, regardless of when it was drawn.
      const drawnAt = async () =>
        Date.parse((await staff.get(`/api/v1/books/${id}/thumbnail`)).headers.get('last-modified') ?? '');
      for (const query of ['', '?for_bigger_result_only=true']) {
        const before = await drawnAt();
        const renew = async () => {
          expect((await staff.request('PUT', `/api/v1/books/thumbnails${query}`)).status).toBe(202);
          return drawnAt();
        };
        // The time has a resolution of one second.
        await expect.poll(renew, { interval: 200, timeout: 20_000 }).toBeGreaterThan(before);
      }
      const refused = await anApp(server(), reader).request('PUT', '/api/v1/books/thumbnails');
      expect(refused.status).toBe(403);
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
