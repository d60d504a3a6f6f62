// Covers in the compatibility API: their true sizes, and made anew.
import { expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { expectClients } from '../../../../test/compat/clients.ts';
import { addScannedLibrary, getBook } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
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

onBothDatabases(
  'covers of the compatibility API',
  (server) => {
    test('tell the size of the picture that is sent', async () => {
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
    });

    test('are made anew when that is asked for', async () => {
      const { admin, reader } = server();
      const staff = anApp(server(), admin);
      const library = await addScannedLibrary(server(), { 'A/1.cbz': await makeCbz({ mark: 'renewed' }) });
      const { id } = await getBook(admin, library.id, '1.cbz');
      const etag = async () => (await staff.get(`/api/v1/books/${id}/thumbnail`)).headers.get('etag');
      for (const query of ['', '?for_bigger_result_only=true']) {
        const before = await etag();
        expect((await staff.request('PUT', `/api/v1/books/thumbnails${query}`)).status).toBe(202);
        await expect.poll(etag, { timeout: 20_000 }).not.toBe(before);
      }
      const refused = await anApp(server(), reader).request('PUT', '/api/v1/books/thumbnails');
      expect(refused.status).toBe(403);
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
