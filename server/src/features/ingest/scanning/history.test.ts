import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import { expect, test } from 'vitest';
import { addScannedLibrary, listSeries, scan } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

interface History {
  data: ScanStatus[];
  total: number;
}

withServer(
  'the scan history of a library',
  (server) => {
    test('lists its scans, the newest first, with their results', async () => {
      const { admin } = server();
      const library = await addScannedLibrary(server(), {
        'A/A 1.cbz': await makeCbz({ mark: 'history 1' }),
      });
      await addScannedLibrary(server(), { 'B/B 1.cbz': await makeCbz({ mark: 'history 2' }) });
      writeFileSync(join(library.folder, 'A/A 2.cbz'), await makeCbz({ mark: 'history 3' }));
      await scan(server(), library.id);
      const list = async (query = '') =>
        (await admin.get<History>(`/api/v1/libraries/${library.id}/scans?${query}`)).body;
      expect(await list()).toMatchObject({
        total: 2,
        data: [
          { status: 'completed', booksFound: 2, libraryId: library.id },
          { status: 'completed', booksFound: 1, libraryId: library.id },
        ],
      });
      expect((await list('page=2&pageSize=1')).data.map(({ booksFound }) => booksFound)).toEqual([1]);
    });

    test('hides counts and files of hidden books, and hidden libraries', async () => {
      const { admin } = server();
      const library = await addScannedLibrary(server(), {
        'Open/1.cbz': await makeCbz({ mark: 'history open' }),
        'Hidden/1.cbz': await makeCbz({ mark: 'history hidden' }),
        'Hidden/Secret.cbz': 'no comic',
      });
      const away = await addScannedLibrary(server(), {
        'Away/1.cbz': await makeCbz({ mark: 'history away' }),
      });
      const tag = await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'history' });
      const hidden = (await listSeries(admin, library.id)).find(({ title }) => title === 'Hidden');
      await admin.put(`/api/v1/series/${hidden?.id}/sharing-tags`, { tagIds: [tag.body.id] });
      const maintainer = await signIn(server(), { role: 'maintainer' });
      await admin.put(`/api/v1/users/${maintainer.userId}/restrictions`, {
        sharedLibraryIds: [library.id],
        sharingTags: [{ tagId: tag.body.id, access: 'deny' }],
      });
      const path = (id: string) => `/api/v1/libraries/${id}/scans`;
      const { body, bytes } = await maintainer.get<History>(path(library.id));
      expect(body.data).toMatchObject([{ filesTotal: 100, booksFound: 1, seriesFound: 1, errors: [] }]);
      expect(bytes.toString()).not.toContain('Secret');
      expect((await maintainer.get(path(away.id))).status).toBe(404);
      expect((await server().reader.get(path(library.id))).status).toBe(403);
    });
  },
  { withTasks: true },
);
