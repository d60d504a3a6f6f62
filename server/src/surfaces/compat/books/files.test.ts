import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { addScannedLibrary, getBook, listBooks } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { listTrash } from '../../../../test/harness/trash.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

withServer(
  'files of the compatibility API',
  (server) => {
    const aLibrary = async (mark: string, settings: object) =>
      addScannedLibrary(
        server(),
        {
          'Saga/Saga 1.cbz': await makeCbz({ mark: `${mark} 1` }),
          'Saga/Saga 2.cbz': await makeCbz({ mark: `${mark} 2` }),
          'Saga/Saga 3.cbz': await makeCbz({ mark: `${mark} 3` }),
        },
        settings,
      );

    test('are moved to the trash, with the permission and where the library allows it', async () => {
      const { admin, reader } = server();
      const library = await aLibrary('trash', {});
      const book = await getBook(admin, library.id, 'Saga 1.cbz');
      const staff = anApp(server(), admin);
      const path = `/api/v1/books/${book.id}/file`;
      expect((await staff.delete(path)).status).toBe(403);
      await admin.patch(`/api/v1/libraries/${library.id}`, { allowFileChanges: true });
      const manager = await signIn(server(), { permissions: ['files:manage'] });
      const limits = { sharedLibraryIds: [(await aLibrary('else', {})).id] };
      await admin.put(`/api/v1/users/${manager.userId}/restrictions`, limits);
      const series = `/api/v1/series/${book.seriesId}/file`;
      for (const one of [path, series]) {
        expect((await anApp(server(), reader).delete(one)).status).toBe(403);
        expect((await anApp(server(), manager).delete(one)).status).toBe(404);
      }
      expect((await staff.delete(path)).status).toBe(202);
      expect(existsSync(join(library.folder, 'Saga/Saga 1.cbz'))).toBe(false);
      expect((await staff.delete(series)).status).toBe(202);
      expect(await listBooks(admin, library.id)).toEqual([]);
      const trashed = (await listTrash(admin)).filter(({ libraryId }) => libraryId === library.id);
      expect(trashed.map((file) => file.path).toSorted()).toEqual([
        'Saga/Saga 1.cbz',
        'Saga/Saga 2.cbz',
        'Saga/Saga 3.cbz',
      ]);
    });

    test('of a read list are a zip in the order of the list, without hidden books', async () => {
      const { admin } = server();
      const shown = await aLibrary('shown', {});
      const hidden = await addScannedLibrary(server(), { 'Zot/Zot 1.cbz': await makeCbz({ mark: 'zot' }) });
      const books = await listBooks(admin, shown.id);
      const secret = await getBook(admin, hidden.id, 'Zot 1.cbz');
      const idOf = (name: string) => books.find(({ path }) => path.endsWith(name))?.id;
      const ids = [idOf('Saga 3.cbz'), secret.id, idOf('Saga 1.cbz')];
      const { body: list } = await admin.post<{ id: string }>('/api/v1/readlists', {
        name: `To go ${server().kind}`,
        ids,
        ordered: true,
      });
      const person = await signIn(server());
      const limits = { sharedLibraryIds: [shown.id] };
      await admin.put(`/api/v1/users/${person.userId}/restrictions`, limits);
      const namesFor = async (who: { username: string; password: string }) => {
        const answer = await anApp(server(), who).get(`/api/v1/readlists/${list.id}/file`);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
        expect(answer.headers.get('content-disposition')).toContain('To go');
        const names: string[] = [];
        const zip = await fromBufferPromise(answer.bytes);
        for await (const { fileName } of zip.eachEntry()) names.push(fileName);
        return names;
      };
      expect(await namesFor(admin)).toEqual(['Saga 3.cbz', 'Zot 1.cbz', 'Saga 1.cbz']);
      expect(await namesFor(person)).toEqual(['Saga 3.cbz', 'Saga 1.cbz']);
      const { body: alone } = await admin.post<{ id: string }>('/api/v1/readlists', {
        name: `Hidden ${server().kind}`,
        ids: [secret.id],
      });
      expect((await anApp(server(), person).get(`/api/v1/readlists/${alone.id}/file`)).status).toBe(404);
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
