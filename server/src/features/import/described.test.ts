import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportDto } from '@lectern/contract/import/imports';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import { expect, test } from 'vitest';
import { waitForQuiet } from '../../../test/harness/quiet.ts';
import { withServer } from '../../../test/harness/server.ts';
import { until } from '../../../test/harness/until.ts';
import { makeCbz, writeFiles } from '../../../test/makers/books.ts';
import { aSmallCalibre, makeCalibreDatabase } from '../../../test/peers/calibre.ts';

const path = '/api/v1/admin/imports';

withServer(
  'a calibre import over the API',
  (server) => {
    test('imports book metadata from a separate file and deletes the file afterwards', async () => {
      const folder = mkdtempSync(join(server().folder, 'calibre-'));
      writeFiles(folder, {
        'V/One (1)/1.cbz': await makeCbz({ mark: 'described 1', pages: 4 }),
        'V/Two (2)/2.cbz': await makeCbz({ mark: 'described 2', pages: 3 }),
      });
      const sizeOf = (name: string) => statSync(join(folder, 'V', name)).size;
      const sizes = [0, sizeOf('One (1)/1.cbz'), sizeOf('Two (2)/2.cbz')] as const;
      makeCalibreDatabase(join(folder, 'metadata.db'), aSmallCalibre(sizes));
      const { admin } = server();
      const given = await admin.post<ImportDto>(path, { path: folder });
      expect(given.body).toMatchObject({ status: 'ready', program: 'calibre', plan: { booksFound: 2 } });
      const show = async () => (await admin.get<ImportDto>(`${path}/${given.body.id}`)).body;
      expect((await admin.post(`${path}/${given.body.id}/start`)).status).toBe(202);
      await until(async () => (await show()).status !== 'running');
      await waitForQuiet(server());

      const done = await show();
      expect(done).toMatchObject({ status: 'completed' });
      expect(done.outcomes).toContainEqual(expect.objectContaining({ kind: 'bookMetadata', taken: 2 }));
      const { data } = (await admin.get<{ data: { id: string }[] }>('/api/v1/books?q=two')).body;
      const metadata = await admin.get<BookMetadata>(`/api/v1/books/${data[0]?.id}/metadata`);
      expect(metadata.body).toMatchObject({
        title: 'Two',
        releaseDate: '2001-02-03',
        customMetadata: { read: true, shelf: 'top' },
        locks: { title: true, customMetadata: true },
      });
      const kept = join(server().folder, 'data', 'imports', given.body.id);
      if (server().kind === 'sqlite') expect(readdirSync(kept).toSorted()).toEqual(['missing', 'state']);
    });
  },
  { withTasks: true },
);
