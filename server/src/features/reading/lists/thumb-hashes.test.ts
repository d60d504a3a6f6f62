// ThumbHashes of lists: placeholders of their thumbnails, which clients draw until the image is loaded.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { addScannedLibrary, listBooks, listSeries } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import { makeImage } from '../../../../test/makers/images.ts';

withServer(
  'ThumbHashes of lists',
  (server) => {
    const names = ['Akira', 'Bone', 'Saga', 'Zot'];
    test('are those of the first member, of the first four in order, or of the uploaded cover', async () => {
      const { admin, reader } = server();
      const files: Record<string, Buffer> = {};
      for (const name of names)
        files[`${name}/${name} 1.cbz`] = await makeCbz({ mark: `hashes ${name}`, pages: 1 });
      const library = await addScannedLibrary(server(), files);
      const books = await listBooks(admin, library.id);
      const series = await listSeries(admin, library.id);
      const ids = { books: books.map(({ id }) => id), series: series.map(({ id }) => id) };
      const backwards = ids.series.toReversed();
      const create = async (path: string, body: object) =>
        (await admin.post<SharedList>(`/api/v1/${path}`, body)).body.id;
      const four = await create('collections', { name: 'Four', ordered: true, ids: backwards });
      const free = await create('collections', { name: 'Free', ordered: false, ids: backwards });
      const two = await create('readlists', { name: 'Two', ids: [ids.books[2], ids.books[0]] });
      const none = await create('readlists', { name: 'None' });
      const automatic = await create('readlists', {
        name: 'All',
        condition: { allOf: [{ libraryId: { operator: 'is', value: library.id } }] },
      });
      // The thumbnails are drawn in the background.
      const readHashes = async () => ({
        books: (await listBooks(admin, library.id)).map(({ thumbHash }) => thumbHash),
        series: (await listSeries(admin, library.id)).map(({ thumbHash }) => thumbHash),
      });
      await expect.poll(async () => Object.values(await readHashes()).flat()).not.toContain(null);
      const hashes = await readHashes();
      const wanted = {
        [four]: hashes.series.toReversed(),
        [free]: hashes.series,
        [two]: [hashes.books[2]],
        [none]: [],
        [automatic]: hashes.books,
      };
      const listed: Record<string, string[]> = {};
      for (const path of ['collections', 'readlists']) {
        const { body } = await admin.get<{ data: SharedList[] }>(`/api/v1/${path}?pageSize=100`);
        for (const { id, thumbHashes } of body.data) if (id in wanted) listed[id] = thumbHashes;
      }
      expect(listed).toEqual(wanted);
      const readOne = async (path: string) =>
        (await reader.get<SharedList>(`/api/v1/${path}`)).body.thumbHashes;
      expect(await readOne(`collections/${four}`)).toEqual(wanted[four]);
      expect(await readOne(`readlists/${two}`)).toEqual(wanted[two]);
      expect(await readOne(`readlists/${automatic}`)).toEqual(wanted[automatic]);
      const form = new FormData();
      const picture = await makeImage({ width: 60, height: 90, color: '#d01010' });
      form.append('file', new Blob([new Uint8Array(picture)]), 'cover.png');
      form.append('selected', 'true');
      // Apps upload covers of lists through the compatibility API.
      const app = anApp(server(), admin);
      await app.request('POST', `/api/v1/collections/${four}/thumbnails`, { raw: form });
      await admin.get(`/api/v1/collections/${four}/thumbnail`);
      const [own, ...others] = await readOne(`collections/${four}`);
      expect([typeof own, others]).toEqual(['string', []]);
      expect(hashes.series).not.toContain(own);
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
