// The preview tries each write without changing a file.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileMetadataPreview } from '@lectern/contract/ingest/file-metadata';
import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, makeEpub } from '../../../../test/makers/books.ts';

withServer(
  'the preview of metadata in files',
  (server) => {
    test('marks protected and incomplete files, and omits values that a file cannot hold', async () => {
      const { admin } = server();
      const whole = await makeCbz({ mark: 'cut' });
      // The unique identifier of a package cannot be removed.
      const ofIsbn =
        '<dc:identifier id="uid">urn:isbn:9780306406157</dc:identifier><dc:title>A</dc:title><dc:language>en</dc:language>';
      const library = await addScannedLibrary(
        server(),
        {
          'E/E 1.epub': makeEpub({ files: { 'META-INF/license.lcpl': '{}' } }),
          'E/E 2.cbz': whole.subarray(0, whole.length - 30),
          'E/E 3.cbz': await makeCbz({ mark: 'whole' }),
          'E/E 4.epub': makeEpub({ metadata: ofIsbn }),
        },
        { writeMetadata: 'files', allowedFormats: ['cbz', 'epub'] },
      );
      const timeOf = () => statSync(join(library.folder, 'E/E 3.cbz')).mtimeMs;
      const before = timeOf();
      for (const { id, path } of await listBooks(admin, library.id)) {
        const patch = path.endsWith('E 4.epub') ? { isbns: [] } : { publisher: 'House' };
        expect((await admin.patch(`/api/v1/books/${id}/metadata`, patch)).status).toBe(200);
      }
      const path = `/api/v1/libraries/${library.id}/files/metadata`;
      const { files } = (await admin.get<FileMetadataPreview>(path)).body;
      expect(files.map((file) => [file.path, file.refused?.reason ?? null]).toSorted()).toEqual([
        ['E/E 1.epub', 'file_encrypted'],
        ['E/E 2.cbz', 'file_truncated'],
        ['E/E 3.cbz', null],
      ]);
      expect(timeOf()).toBe(before);
    });

    test('omits a series.json that has the values as far as it can hold them', async () => {
      const { admin } = server();
      const known = { metadata: { type: 'comicSeries', name: 'S', description_text: 'A <b>bold</b> tale' } };
      const library = await addScannedLibrary(
        server(),
        {
          'S/S 1.cbz': await makeCbz({ mark: 'markup' }),
          'S/series.json': JSON.stringify(known),
          'T/T 1.cbz': await makeCbz({ mark: 'broken' }),
        },
        { writeMetadata: 'files' },
      );
      for (const { seriesId, title } of await listBooks(admin, library.id)) {
        const summary = title.startsWith('S') ? 'A <b>bold</b> tale' : 'Another';
        expect((await admin.patch(`/api/v1/series/${seriesId}/metadata`, { summary })).status).toBe(200);
      }
      // Written by another program after the scan.
      writeFileSync(join(library.folder, 'T/series.json'), '[');
      const path = `/api/v1/libraries/${library.id}/files/metadata`;
      const { files } = (await admin.get<FileMetadataPreview>(path)).body;
      expect(files.map((file) => [file.path, file.refused !== null])).toEqual([['T/series.json', true]]);
    });
  },
  { withTasks: true },
);
