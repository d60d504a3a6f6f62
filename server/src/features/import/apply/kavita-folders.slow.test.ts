import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import { expect, test } from 'vitest';
import { createClient } from '../../../../test/harness/client.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makePage, writeFiles } from '../../../../test/makers/books.ts';
import type { PeerRows } from '../../../../test/peers/fill.ts';
import { aSmallKavita, kavitaPassword, makeKavitaDatabase } from '../../../../test/peers/kavita.ts';
import { carryOut } from '../../../../test/peers/moving.ts';
import { readPeer } from '../sources/index.ts';

withServer(
  'import from Kavita with folders of images',
  (server) => {
    test('imports folders of images as books', async () => {
      const folder = mkdtempSync(join(server().folder, 'kavita-'));
      const media = join(folder, 'media');
      const page = await makePage(1, 'kavita');
      const names = ['Vol 1/1.jpg', 'Vol 1/2.jpg', 'Vol 1/10.jpg', 'Vol 2/1.jpg', 'Vol 2/2.jpg'];
      writeFiles(media, Object.fromEntries(names.map((name) => [`Scans/${name}`, page])));
      const rows: PeerRows = {
        ...aSmallKavita({ root: '/manga', mark: 'folders' }, [0, 0, 0]),
        MangaFile: names.map((name, i) => ({
          Id: i + 1,
          ChapterId: name.startsWith('Vol 1') ? 1 : 2,
          FilePath: `/manga/Scans/${name}`,
          Bytes: 1,
          Pages: 1,
          Format: 0,
        })),
        Chapter: [
          { Id: 1, VolumeId: 1, Pages: 3 },
          { Id: 2, VolumeId: 1, Pages: 2 },
        ],
        AppUserProgresses: [
          { AppUserId: 2, ChapterId: 1, PagesRead: 3, LastModifiedUtc: '2026-01-02 10:00:00' },
          { AppUserId: 2, ChapterId: 2, PagesRead: 1, LastModifiedUtc: '2026-01-03 10:00:00' },
        ],
        ReadingList: [],
      };
      const snapshot = await readPeer(makeKavitaDatabase(join(folder, 'kavita.db'), rows), folder);
      const { snapshotImport } = server().app;
      await carryOut(server(), await snapshotImport.plan(snapshot, [{ from: '/manga', to: media }]));
      await waitForQuiet(server());
      const { body: session } = await server().post<{ accessToken: string }>('/api/v1/auth/login', {
        username: 'ben-folders',
        password: kavitaPassword.typed,
      });
      const ben = createClient(server().url, { authorization: `Bearer ${session.accessToken}` });
      const { data: books } = (await ben.get<{ data: BookDto[] }>('/api/v1/books')).body;
      expect(books.map(({ fileFormat, path, pageCount }) => [fileFormat, path, pageCount]).sort()).toEqual([
        ['folder', 'Vol 1', 3],
        ['folder', 'Vol 2', 2],
      ]);
      const placeOf = async (end: string) => {
        const id = books.find(({ path }) => path.endsWith(end))?.id;
        return (await ben.get<ReadProgress>(`/api/v1/books/${id}/progress`)).body;
      };
      expect(await placeOf('Vol 1')).toMatchObject({ completed: true });
      expect(await placeOf('Vol 2')).toMatchObject({ currentPage: 2, completed: false });
    });
  },
  { withTasks: true },
);
