import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, onTestFinished, test } from 'vitest';
import { createKoboDevice } from '../../../../test/devices/kobo.ts';
import { bearer, openEvents } from '../../../../test/harness/clients/event-stream.ts';
import { addScannedLibrary, getBook, listBooks, listSeries, scan } from '../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { makeCbz, makeEpub } from '../../../../test/makers/books.ts';

onBothDatabases(
  'files with a new modification time and the same content',
  (server) => {
    const touch = (folder: string, names: readonly string[]) => {
      for (const name of names) utimesSync(join(folder, name), new Date(), new Date(2_001, 1, 1));
    };
    const names = ['Saga/Saga 001.cbz', 'Novel/Novel.epub', 'Novel/Novel.opf'];
    const made = async () => ({
      'Saga/Saga 001.cbz': await makeCbz({ mark: `touch ${server().kind}`, comicInfo: '<Number>1</Number>' }),
      'Novel/Novel.epub': makeEpub({ metadata: `<dc:title>Touched ${server().kind}</dc:title>` }),
      'Novel/Novel.opf':
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Novel</dc:title></metadata></package>',
    });

    test.each(['', 'mode=deep'])(
      'change no book, no series and no device, and send no event in a scan (%s)',
      async (query) => {
        const library = await addScannedLibrary(server(), await made());
        await waitForQuiet(server());
        const book = await getBook(server().admin, library.id, 'Saga 001.cbz');
        await server().admin.patch(`/api/v1/books/${book.id}`, { title: 'Edited' });
        const { body } = await server().admin.post<{ apiEndpoint: string }>('/api/v1/user/kobo', {
          name: 'Libra',
        });
        const device = createKoboDevice(body.apiEndpoint);
        await device.start();
        const read = async () => [
          await listBooks(server().admin, library.id),
          await listSeries(server().admin, library.id),
        ];
        const stream = await openEvents(server().url, { headers: bearer(server().admin) });
        onTestFinished(() => stream.close());
        /** Returns the events of the library since the last call. The progress is sent after those of a scan. */
        const takeEvents = async (mark: 'read' | 'unread') => {
          await server().admin.post(`/api/v1/books/${book.id}/${mark}`);
          await stream.waitFor(({ type, data }) => type.startsWith('progress') && data.bookId === book.id);
          return stream.events
            .splice(0)
            .filter(({ type, data }) => data.libraryId === library.id && type !== 'scan_progress')
            .map(({ data: { type, fields } }) => ({ type, fields }));
        };
        await takeEvents('read');
        await device.sync();
        const before = await read();
        touch(library.folder, names);
        expect(await scan(server(), library.id, query)).toMatchObject({ status: 'completed', booksFound: 2 });
        await waitForQuiet(server());
        expect(await read()).toEqual(before);
        expect(await device.sync()).toEqual([]);
        // The time of the last scan.
        expect(await takeEvents('unread')).toEqual([{ type: 'library_updated' }]);
        // The pages of a touched file are known: the page map has its new time.
        expect((await server().admin.get(`/api/v1/books/${book.id}/pages/1`)).status).toBe(200);
      },
    );

    test('are read once', async () => {
      const library = await addScannedLibrary(server(), await made());
      touch(library.folder, names);
      await scan(server(), library.id);
      const path = join(library.folder, names[0] ?? '');
      const { mtime, size } = statSync(path);
      const before = await getBook(server().admin, library.id, 'Saga 001.cbz');
      // Reading the file again would find an error.
      writeFileSync(path, Buffer.alloc(size, 'x'));
      utimesSync(path, mtime, mtime);
      await scan(server(), library.id);
      const after = await server().admin.get<{ book: BookDto }>(`/api/v1/books/${before.id}`);
      expect(after.body.book.analyzed).toBe(true);
    });

    test('are written again if a user requests it', async () => {
      const library = await addScannedLibrary(server(), await made());
      await waitForQuiet(server());
      const before = await getBook(server().admin, library.id, 'Saga 001.cbz');
      expect((await server().admin.post(`/api/v1/books/${before.id}/analyze`)).status).toBe(202);
      await waitForQuiet(server());
      const after = await getBook(server().admin, library.id, 'Saga 001.cbz');
      expect(after.updatedAt).not.toBe(before.updatedAt);
    });
  },
  { withTasks: true, backgroundProcesses: 2, eventTimes: { windowMs: 20 } },
);
