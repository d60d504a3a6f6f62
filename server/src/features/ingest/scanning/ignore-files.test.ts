import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks, scan, type TestLibrary } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';

const book = (mark: string) => makeCbz({ mark, pages: 1 });

withServer(
  'an ignore file',
  (server) => {
    const list = async (library: TestLibrary): Promise<string[]> =>
      (await listBooks(server().admin, library.id))
        .map(({ path }) => path.slice(path.indexOf(library.folder) + library.folder.length + 1))
        .toSorted();

    test('excludes matching files and folders in its folder and below', async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/.lecternignore': '\ufeff# not for us\r\n\r\nExtras\r\n*.sample.cbz\r\n/Top/Only.cbz\r\n',
        'Saga/1.cbz': await book('1'),
        'Saga/2.sample.cbz': await book('2'),
        'Saga/EXTRAS/3.cbz': await book('3'),
        'Saga/Deep/Extras/4.cbz': await book('4'),
        'Saga/Top/Only.cbz': await book('5'),
        'Saga/Deep/Top/Only.cbz': await book('6'),
        'Other/Extras/7.cbz': await book('7'),
        'Closed/.kavitaignore': '*\n',
        'Closed/8.cbz': await book('8'),
        'Closed/Deeper/9.cbz': await book('9'),
      });
      const found = ['Other/Extras/7.cbz', 'Saga/1.cbz', 'Saga/Deep/Top/Only.cbz'];
      expect(await list(library)).toEqual(found);
      const { body } = await server().admin.post<{ detectedSeries: { bookCount: number }[] }>(
        '/api/v1/libraries/preview-scan',
        { path: library.folder, seriesStrategy: 'series_folder' },
      );
      expect(body.detectedSeries.reduce((total, { bookCount }) => total + bookCount, 0)).toBe(3);
    });

    test('that is edited removes books and restores them with their progress', async () => {
      const library = await addScannedLibrary(server(), {
        '.lecternignore': '',
        'Saga/1.cbz': await book('places 1'),
        'Saga/Extras/2.cbz': await book('places 2'),
      });
      const { admin } = server();
      const two = (await listBooks(admin, library.id)).find(({ path }) => path.endsWith('2.cbz'));
      await admin.post(`/api/v1/books/${two?.id}/read`);
      writeFiles(library.folder, { '.lecternignore': 'Extras' });
      await scan(server(), library.id);
      expect(await list(library)).toEqual(['Saga/1.cbz']);
      writeFiles(library.folder, { '.lecternignore': '# Extras' });
      await scan(server(), library.id);
      expect(await list(library)).toEqual(['Saga/1.cbz', 'Saga/Extras/2.cbz']);
      const { body } = await admin.get<{ completed: boolean }>(`/api/v1/books/${two?.id}/progress`);
      expect(body.completed).toBe(true);
    });

    test('reports invalid lines and applies the others', async () => {
      const library = await addScannedLibrary(server(), { 'Saga/1.cbz': await book('lines') });
      writeFiles(library.folder, {
        'Saga/.lecternignore': '!keep.cbz\n{a,{b,c}}\n2.cbz\n',
        'Saga/2.cbz': await book('lines 2'),
      });
      const { errors } = await scan(server(), library.id);
      expect(errors).toHaveLength(2);
      expect(JSON.stringify(errors)).toContain('!keep.cbz');
      expect(await list(library)).toEqual(['Saga/1.cbz']);
    });

    test('that is a link or a folder is ignored', async () => {
      const library = await addScannedLibrary(server(), { 'Saga/1.cbz': await book('link') });
      writeFiles(library.folder, { 'patterns.txt': '*' });
      symlinkSync(join(library.folder, 'patterns.txt'), join(library.folder, '.lecternignore'));
      mkdirSync(join(library.folder, 'Saga', '.lecternignore'));
      await scan(server(), library.id);
      expect(await list(library)).toEqual(['Saga/1.cbz']);
      rmSync(join(library.folder, '.lecternignore'));
    });
  },
  { withTasks: true },
);
