// The response for one book must be valid for every client, for all formats.
import { expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { expectClients } from '../../../../test/compat/clients.ts';
import { addScannedLibrary, getBook } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCb7, makeCbr, makeCbt, makeCbz, makeEpub, makePdf } from '../../../../test/makers/books.ts';

withServer(
  'one book for apps of another server',
  (server) => {
    test('is valid for every client as a cbz, a cbr, a cb7, a cbt, a PDF and an EPUB', async () => {
      const library = await addScannedLibrary(server(), {
        'A/1.cbz': await makeCbz({ mark: 'shapes' }),
        'A/2.cbr': await makeCbr({ mark: 'shapes' }),
        'A/3.cbt': await makeCbt({ mark: 'shapes' }),
        'A/4.cb7': await makeCb7({ mark: 'shapes' }),
        'B/1.pdf': makePdf({ pages: [{}, {}] }),
        'C/1.epub': makeEpub(),
      });
      const app = anApp(server(), server().admin);
      const list = await app.post<{ id: string }>('/api/v1/readlists', {
        name: `shapes ${server().kind}`,
        ordered: true,
        bookIds: [(await getBook(server().admin, library.id, '1.cbz')).id],
      });
      for (const name of ['1.cbz', '2.cbr', '3.cbt', '4.cb7', '1.pdf', '1.epub']) {
        const { id, seriesId } = await getBook(server().admin, library.id, name);
        const of = async (path: string, shape: Parameters<typeof expectClients>[0]) => {
          const { status, body } = await app.get(path);
          expect([name, path, status]).toEqual([name, path, 200]);
          expectClients(shape, body);
        };
        const base = `/api/v1/books/${id}`;
        await of(base, 'book');
        if (name !== '1.epub') await of(`${base}/pages`, 'pages');
        await of(`${base}/manifest`, 'manifest');
        await of(`${base}/positions`, 'positions');
        await of(`${base}/thumbnails`, 'thumbnails');
        await of(`/api/v1/series/${seriesId}/thumbnails`, 'thumbnails');
        expect((await app.get(`${base}/progression`)).status).toBe(204);
        expect((await app.patch(`${base}/read-progress`, { page: 1 })).status).toBe(204);
        await of(`${base}/progression`, 'progression');
        await of(base, 'book');
        await of(`/api/v1/series/${seriesId}`, 'series');
        await of(`/api/v2/series/${seriesId}/read-progress/tachiyomi`, 'trackerSeries');
      }
      const tracked = await app.get(`/api/v1/readlists/${list.body.id}/read-progress/tachiyomi`);
      expect(tracked.status).toBe(200);
      expectClients('trackerReadList', tracked.body);
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
