import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cover } from '@lectern/contract/serving/covers';
import { expect, test } from 'vitest';
import { addScannedLibrary, getBook, scan } from '../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import { makeImage } from '../../../../test/makers/images.ts';

const picture = (hue: number) => makeImage({ color: `hsl(${hue}, 80%, 45%)`, width: 60, height: 90 });

onBothDatabases(
  'pictures next to books',
  (server) => {
    const coversOf = async (noun: 'books' | 'series', id: string) =>
      (await server().admin.get<{ covers: Cover[] }>(`/api/v1/${noun}/${id}/covers`)).body.covers;
    const shown = async (noun: 'books' | 'series', id: string) => {
      const cover = (await coversOf(noun, id)).find(({ isSelected }) => isSelected);
      const image = await server().admin.get(`/api/v1/${noun}/${id}/covers/${cover?.id}/image`);
      return { name: cover?.providerName ?? cover?.source, bytes: image.bytes };
    };

    test('become covers of books and series, follow changes, and give way to uploads', async () => {
      const mark = server().kind;
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 1.cbz': await makeCbz({ mark: `beside 1 ${mark}` }),
        'Saga/Saga 2.cbz': await makeCbz({ mark: `beside 2 ${mark}` }),
        'Saga/Saga 1.jpg': await picture(10),
        'Saga/poster.jpg': await picture(20),
        'Saga/folder.jpg': await picture(30),
      });
      const one = await getBook(server().admin, library.id, 'Saga 1.cbz');
      const two = await getBook(server().admin, library.id, 'Saga 2.cbz');
      expect(await shown('books', one.id)).toEqual({ name: 'Saga 1.jpg', bytes: await picture(10) });
      expect((await shown('books', two.id)).name).toBe('embedded');
      expect(await shown('series', one.seriesId)).toEqual({ name: 'folder.jpg', bytes: await picture(30) });
      // An unchanged picture is not stored again.
      const [before] = (await coversOf('books', one.id)).filter(({ isSelected }) => isSelected);
      await scan(server(), library.id);
      expect((await coversOf('books', one.id)).find(({ isSelected }) => isSelected)).toEqual(before);
      // A changed picture is, and damaged data is ignored.
      const path = (name: string) => join(library.folder, 'Saga', name);
      writeFileSync(path('Saga 1.jpg'), await picture(40));
      writeFileSync(path('Saga 2.png'), 'no picture');
      rmSync(path('folder.jpg'));
      await scan(server(), library.id);
      expect(await shown('books', one.id)).toEqual({ name: 'Saga 1.jpg', bytes: await picture(40) });
      expect((await shown('books', two.id)).name).toBe('embedded');
      expect((await shown('series', one.seriesId)).name).toBe('poster.jpg');
      // An upload stays selected.
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await picture(50))]), 'cover');
      const uploaded = await server().admin.request<Cover>('POST', `/api/v1/books/${one.id}/cover`, {
        raw: form,
      });
      expect(uploaded.status).toBe(201);
      writeFileSync(path('Saga 1.jpg'), await picture(60));
      rmSync(path('poster.jpg'));
      await scan(server(), library.id);
      expect(await shown('books', one.id)).toEqual({ name: 'custom', bytes: await picture(50) });
      expect((await shown('series', one.seriesId)).name).toBe('first_book');
    });

    test('change nothing if only their time or name changes', async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 1.cbz': await makeCbz({ mark: `touched ${server().kind}` }),
        'Saga/Saga 1.jpg': await picture(10),
        'Saga/folder.jpg': await picture(30),
      });
      await waitForQuiet(server());
      const read = async () => {
        const book = await getBook(server().admin, library.id, 'Saga 1.cbz');
        return [book, (await server().admin.get(`/api/v1/series/${book.seriesId}`)).body];
      };
      const before = await read();
      for (const name of ['Saga 1.jpg', 'folder.jpg'])
        utimesSync(join(library.folder, 'Saga', name), new Date(), new Date(2_001, 1, 1));
      await scan(server(), library.id);
      renameSync(join(library.folder, 'Saga/folder.jpg'), join(library.folder, 'Saga/poster.jpg'));
      await scan(server(), library.id);
      await waitForQuiet(server());
      expect(await read()).toEqual(before);
      const { seriesId } = await getBook(server().admin, library.id, 'Saga 1.cbz');
      expect((await shown('series', seriesId)).name).toBe('poster.jpg');
    });

    test('give way to the next picture if one is damaged, and return when an upload is deleted', async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 1.cbz': await makeCbz({ mark: `damaged 1 ${server().kind}` }),
        'Saga/Saga 2.cbz': await makeCbz({ mark: `damaged 2 ${server().kind}` }),
        'Saga/cover.jpg': 'no picture',
        'Saga/poster.jpg': await picture(20),
      });
      const { seriesId } = await getBook(server().admin, library.id, 'Saga 1.cbz');
      expect((await shown('series', seriesId)).name).toBe('poster.jpg');
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await picture(50))]), 'cover');
      const covers = `/api/v1/series/${seriesId}/covers`;
      const upload = await server().admin.request<Cover>('POST', `/api/v1/series/${seriesId}/cover`, {
        raw: form,
      });
      expect((await shown('series', seriesId)).name).toBe('custom');
      expect((await server().admin.delete(`${covers}/${upload.body.id}`)).status).toBeLessThan(300);
      expect((await shown('series', seriesId)).name).toBe('poster.jpg');
      // A good picture that is damaged later stays the cover.
      writeFileSync(join(library.folder, 'Saga/poster.jpg'), 'no picture');
      await scan(server(), library.id);
      expect((await shown('series', seriesId)).bytes).toEqual(await picture(20));
    });
  },
  { withTasks: true, backgroundProcesses: 2 },
);
