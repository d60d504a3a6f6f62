import { mkdtempSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Restrictions, User } from '@lectern/contract/identity/users';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { SharedList } from '@lectern/contract/reading/book-lists';
import type { Cover } from '@lectern/contract/serving/covers';
import { expect, test } from 'vitest';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';
import { makeImage } from '../../../../test/makers/images.ts';
import type { PeerRows } from '../../../../test/peers/fill.ts';
import { aSmallKomga, komgaPassword, makeKomgaDatabase } from '../../../../test/peers/komga.ts';
import { carryOut, listAll, listNew, listNotes } from '../../../../test/peers/moving.ts';
import { readPeer } from '../sources/index.ts';

withServer(
  'a repeated import',
  (server) => {
    const folder = () => mkdtempSync(join(server().folder, 'komga-'));
    let copies = 0;

    async function importFrom(at: string, rows: PeerRows, maps: readonly string[]) {
      const snapshot = await readPeer(makeKomgaDatabase(join(at, `${++copies}.sqlite`), rows), at);
      const given = maps.map((name) => ({ from: `/mnt/${name}`, to: join(at, name) }));
      const outcomes = await carryOut(server(), await server().app.snapshotImport.plan(snapshot, given));
      await waitForQuiet(server());
      return outcomes;
    }

    async function layOut() {
      const at = folder();
      writeFiles(at, {
        'comics/Saga/1.cbz': await makeCbz({ mark: 'one', pages: 3 }),
        'comics/Saga/2.cbz': await makeCbz({ mark: 'two', pages: 4 }),
        'manga/Other/3.cbz': await makeCbz({ mark: 'three', pages: 2 }),
      });
      const sizeOf = (name: string) => statSync(join(at, name)).size;
      const rows = aSmallKomga('/mnt/comics', [sizeOf('comics/Saga/1.cbz'), sizeOf('comics/Saga/2.cbz')]);
      const user = (ID: string, name: string, all: 0 | 1) => ({
        ID,
        EMAIL: `${name}@example.com`,
        PASSWORD: komgaPassword.hash,
        SHARED_ALL_LIBRARIES: all,
      });
      const list = (ID: string, NAME: string) => ({ ID, NAME, SUMMARY: '', ORDERED: 1 });
      const inList = (READLIST_ID: string, BOOK_ID: string, NUMBER: number) => ({
        READLIST_ID,
        BOOK_ID,
        NUMBER,
      });
      const cover = await makeImage({ format: 'png', width: 20, height: 30 });
      const changed: PeerRows = {
        ...rows,
        USER: [...(rows.USER ?? []), user('u3', 'kid', 0), user('u4', 'late', 0), user('u5', 'gone', 1)],
        USER_LIBRARY_SHARING: [
          { USER_ID: 'u3', LIBRARY_ID: 'l1' },
          { USER_ID: 'u3', LIBRARY_ID: 'l2' },
          { USER_ID: 'u4', LIBRARY_ID: 'l2' },
        ],
        LIBRARY: [
          ...(rows.LIBRARY ?? []),
          { ID: 'l2', NAME: 'Manga', ROOT: 'file:/mnt/manga/', SCAN_INTERVAL: 'DAILY' },
        ],
        BOOK: [
          ...(rows.BOOK ?? []),
          {
            ID: 'b3',
            URL: 'file:/mnt/manga/Other/3.cbz',
            SERIES_ID: 's2',
            LIBRARY_ID: 'l2',
            FILE_SIZE: sizeOf('manga/Other/3.cbz'),
          },
        ],
        READLIST: [list('r1', 'Evenings'), list('r2', 'Mornings')],
        READLIST_BOOK: [inList('r1', 'b1', 0), inList('r1', 'b2', 1), inList('r2', 'b1', 0)],
        THUMBNAIL_BOOK: [{ ID: 't1', BOOK_ID: 'b1', TYPE: 'USER_UPLOADED', SELECTED: 1, THUMBNAIL: cover }],
      };
      return { at, rows: changed };
    }

    test('keeps deletions, renames and choices of this server, and shows new libraries to imported users', async () => {
      const { admin } = server();
      const { at, rows } = await layOut();
      const first = await importFrom(at, rows, ['comics']);
      expect(listNew(first)).toMatchObject({ users: 5, 'read lists': 2, 'covers of books': 1 });
      const users = () => listAll<User>(admin, '/api/v1/users');
      const idOf = async (name: string) => (await users()).find(({ username }) => username === name)?.id;
      const limitsOf = async (id: string | undefined) =>
        (await admin.get<Restrictions>(`/api/v1/users/${id}/restrictions`)).body.sharedLibraryIds;
      const lists = () => listAll<SharedList>(admin, '/api/v1/readlists');
      const [kid, late, gone] = await Promise.all(['kid', 'late', 'gone'].map(idOf));
      const [evenings, mornings] = ['Evenings', 'Mornings'].map(
        (name) => async () => (await lists()).find((one) => one.name === name)?.id,
      );
      const [book1] = (await listAll<BookDto>(admin, '/api/v1/books')).filter(({ path }) =>
        path.endsWith('1.cbz'),
      );
      const covers = `/api/v1/books/${book1?.id}/covers`;
      expect((await users()).find(({ id }) => id === late)?.isActive).toBe(false);
      expect(await limitsOf(kid)).toHaveLength(1);

      const renamed = { username: 'grown', email: 'grown@example.com' };
      expect((await admin.patch(`/api/v1/users/${kid}`, renamed)).status).toBe(200);
      expect((await admin.delete(`/api/v1/users/${gone}`)).status).toBe(204);
      const list = `/api/v1/readlists/${await evenings?.()}`;
      expect((await admin.patch(list, { name: 'Nights' })).status).toBe(200);
      expect((await admin.delete(`${list}/books/${book1?.id}`)).status).toBe(204);
      expect((await admin.delete(`/api/v1/readlists/${await mornings?.()}`)).status).toBe(204);
      expect((await admin.put(`${covers}/embedded/select`)).status).toBeLessThan(300);

      const again = await importFrom(at, rows, ['comics', 'manga']);
      expect(listNew(again)).toEqual({ libraries: 1 });
      expect(listNotes(again)).toEqual(
        expect.arrayContaining([
          'gone was deleted on this server and was not imported again',
          'Mornings was deleted on this server and was not imported again',
        ]),
      );
      const names = (await users()).map(({ username }) => username);
      expect(names).toEqual(expect.arrayContaining(['anna', 'boss', 'grown', 'late']));
      expect(names).not.toEqual(expect.arrayContaining(['kid']));
      expect(names).not.toEqual(expect.arrayContaining(['gone']));
      expect(await limitsOf(kid)).toHaveLength(2);
      expect(await limitsOf(late)).toHaveLength(1);
      expect((await users()).find(({ id }) => id === late)?.isActive).toBe(true);
      expect((await lists()).map(({ name, memberCount }) => [name, memberCount])).toEqual([['Nights', 1]]);
      const { body } = await admin.get<{ covers: Cover[] }>(covers);
      expect(body.covers.filter(({ source }) => source === 'custom')).toMatchObject([{ isSelected: false }]);
    });
  },
  { withTasks: true },
);
