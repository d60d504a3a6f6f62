import { mkdtempSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Library } from '@lectern/contract/libraries/libraries';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { OwnAnnotation } from '@lectern/contract/reading/annotations';
import type { SharedList } from '@lectern/contract/reading/book-lists';
import type { Rating } from '@lectern/contract/reading/own-shelves';
import type { HistoryEntry, Progression } from '@lectern/contract/reading/progress';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import type { ReadingSession } from '@lectern/contract/reading/reading-sessions';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/harness/client.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, makeEpub, writeFiles } from '../../../../test/makers/books.ts';
import {
  aSmallCalibre,
  calibreWebPassword,
  makeCalibreDatabase,
  makeCalibreUsers,
  makeCalibreWebDatabase,
} from '../../../../test/peers/calibre.ts';
import {
  limitsOf,
  listAll,
  listLeft,
  listNew,
  listNotes,
  type Moved,
  moveTwice,
  signInMoved,
} from '../../../../test/peers/moving.ts';
import { copySample, hasSamples, makeScratch } from '../../../../test/peers/samples.ts';
import { readPeer, type Snapshot, type TheirDescription } from '../sources/index.ts';

const placeOf = async (client: Client, id: string) =>
  (await client.get<ReadProgress>(`/api/v1/books/${id}/progress`)).body;
const documentOf = async (client: Client, id: string) =>
  (await client.get<Progression>(`/api/v1/books/${id}/progression`)).body;

withServer(
  'import from calibre',
  (server) => {
    const opf = (title: string, index: number) =>
      `<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
         <dc:title>${title}</dc:title><meta name="calibre:series" content="Numbers"/>
         <meta name="calibre:series_index" content="${index}"/></metadata></package>`;

    async function aLibrary(mark: string) {
      const folder = join(mkdtempSync(join(server().folder, 'calibre-')), `Shelf ${mark}`);
      writeFiles(folder, {
        'V/One (1)/metadata.opf': opf('One', 1),
        'V/Two (2)/metadata.opf': opf('Two', 2.5),
        'V/One (1)/1.epub': makeEpub({ metadata: `<dc:title>${mark} one</dc:title>` }),
        'V/One (1)/1.cbz': await makeCbz({ mark: `${mark} 1`, pages: 4 }),
        'V/Two (2)/2.cbz': await makeCbz({ mark: `${mark} 2`, pages: 3 }),
      });
      const sizeOf = (name: string) => statSync(join(folder, 'V', name)).size;
      makeCalibreDatabase(
        join(folder, 'metadata.db'),
        aSmallCalibre([sizeOf('One (1)/1.epub'), sizeOf('One (1)/1.cbz'), sizeOf('Two (2)/2.cbz')]),
      );
      return folder;
    }

    test("imports each file of a book, users' positions and annotations, and user restrictions", async () => {
      const folder = await aLibrary('k1');
      makeCalibreUsers(join(folder, 'server-users.sqlite'), basename(folder));
      const snapshot = await readPeer(folder, server().folder);
      expect(JSON.stringify(snapshot)).not.toContain('plain Passw0rd');
      const moved = await moveTwice(server(), snapshot, []);
      expect(listNew(moved.first)).toMatchObject({
        libraries: 1,
        users: 3,
        'reading positions': 3,
        'bookmarks and highlights': 1,
        ratings: 1,
      });
      expect(listNew(moved.again)).toEqual({});
      const lea = await signInMoved(server(), 'lea', 'plain Passw0rd');
      expect(await placeOf(lea, moved.bookOf(`${folder}/V/One (1)/1.cbz`))).toMatchObject({ currentPage: 2 });
      expect(await placeOf(lea, moved.bookOf(`${folder}/V/One (1)/1.epub`))).toMatchObject({
        progressPercentage: 0.25,
      });
      expect(await placeOf(server().admin, moved.bookOf(`${folder}/V/Two (2)/2.cbz`))).toMatchObject({
        completed: true,
      });
      expect(await listAll<OwnAnnotation>(lea, '/api/v1/annotations')).toMatchObject([
        {
          kind: 'highlight',
          text: 'Call me',
          note: 'Famous.',
          color: 'pink',
          locator: { locations: { fragments: ['epubcfi(/6/2!/4/2,/1:0,/1:7)'] } },
        },
      ]);
      const metadata = `/api/v1/books/${moved.bookOf(`${folder}/V/Two (2)/2.cbz`)}/metadata`;
      expect((await server().admin.get<BookMetadata>(metadata)).body).toMatchObject({
        title: 'Two',
        series: 'Numbers',
        seriesPosition: 2.5,
        authors: [],
        releaseDate: '2001-02-03',
        customMetadata: { read: true, shelf: 'top' },
      });
      expect((await limitsOf(server(), 'out')).isActive).toBe(false);
      // Converted from a search for a tag.
      expect(await limitsOf(server(), 'some')).toMatchObject({
        isActive: true,
        sharingTags: [{ access: 'allow' }],
      });
      const some = await signInMoved(server(), 'some', 'plain Passw0rd');
      const seen = await listAll<{ title: string }>(some, '/api/v1/series');
      expect(seen.map(({ title }) => title)).toEqual(['Numbers']);
      expect(listLeft(snapshot)).toEqual([['formats', 1]]);
    });

    test('imports Calibre-Web data: tag restrictions, positions and shelves', async () => {
      const folder = await aLibrary('w1');
      const file = makeCalibreWebDatabase(join(folder, '..', 'app.db'), 'w1');
      const snapshot = await readPeer(file, server().folder, [{ from: '/books', to: folder }]);
      const moved = await moveTwice(server(), snapshot, []);
      expect(listNew(moved.again)).toEqual({});
      const [chief, ned] = await Promise.all(
        ['chief-w1', 'ned-w1'].map((name) => signInMoved(server(), name, calibreWebPassword.typed)),
      );
      expect(await placeOf(chief ?? server(), moved.bookOf(`${folder}/V/Two (2)/2.cbz`))).toMatchObject({
        completed: true,
        updatedAt: '2026-01-04T10:00:00.000Z',
      });
      expect(await documentOf(chief ?? server(), moved.bookOf(`${folder}/V/One (1)/1.epub`))).toMatchObject({
        locator: { locations: { fragments: ['epubcfi(/6/2!/4/2/1:0)'] } },
      });
      // One book of the series has the denied tag, so the whole series is denied although all its books are allowed.
      const denied = moved.books.find(({ path }) => path.startsWith(folder))?.seriesId;
      const seen = await listAll<{ id: string }>(ned ?? server(), '/api/v1/series');
      expect(seen.map(({ id }) => id)).not.toContain(denied);
      expect(snapshot.series).toMatchObject([{ sharingTags: ['Kids', 'odd (in part)'] }]);
      expect(snapshot.readings.find(({ userId, page }) => userId === '2' && page === 2)).toMatchObject({
        completed: false,
      });
      expect((await limitsOf(server(), 'both-w1')).isActive).toBe(false);
      const open = (await listAll<SharedList>(server().admin, '/api/v1/readlists')).find(
        ({ name }) => name === 'Open w1',
      );
      expect(open?.memberCount).toBe(2);
      const byColumn = await readPeer(
        makeCalibreWebDatabase(join(folder, '..', 'b.db'), 'w2', 1),
        server().folder,
        [{ from: '/books', to: folder }],
      );
      expect(byColumn.readings.filter(({ completed }) => completed).map(({ bookId }) => bookId)).toEqual(
        expect.arrayContaining(['2 CBZ']),
      );
    });
  },
  { withTasks: true },
);

describe.skipIf(!hasSamples)('a calibre library', () => {
  withServer(
    'when imported',
    (server) => {
      let moved: Moved;
      let reader: Client;

      beforeAll(async () => {
        const { folder } = server();
        const snapshot = await readPeer(join(copySample('calibre', folder), 'library'), folder);
        moved = await moveTwice(server(), snapshot, []);
        reader = await signInMoved(server(), 'reader', 'Reader-Passw0rd');
      });

      test('maps the library folder, and assigns books to series like calibre', async () => {
        const [library] = await listAll<Library>(server().admin, '/api/v1/libraries');
        expect(library).toMatchObject({ name: 'library', seriesStrategy: 'calibre' });
        expect(moved.books).toHaveLength(7);
        expect(JSON.stringify(moved.snapshot)).not.toContain('Reader-Passw0rd');
        expect(await limitsOf(server(), 'reader')).toMatchObject({ role: 'reader', isActive: true });
      });

      test('imports calibre metadata that the files do not contain', async () => {
        const of = async (end: string) =>
          (await server().admin.get<BookMetadata>(`/api/v1/books/${moved.bookOf(end)}/metadata`)).body;
        expect(await of('Lewis Carroll.epub')).toMatchObject({
          title: "Alice's Adventures in Wonderland",
          series: 'Classics of nonsense',
          seriesPosition: 1.5,
          subjects: ['Fantasy', 'Nonsense'],
          publisher: 'Macmillan',
          releaseDate: '1865-11-26',
          language: 'en',
          isbns: ['9780141439761'],
          externalIds: [{ source: 'goodreads', externalId: '24213' }],
          authors: [{ name: 'Lewis Carroll' }, { name: 'John Tenniel' }],
          summary: 'Down the rabbit hole.',
          customMetadata: { read: false, progress: 0.42 },
        });
        expect((await of('Franz Kafka.epub')).customMetadata).toEqual({
          read: true,
          myshelf: ['winter', 'night table'],
          myseries: 'Kafka first',
          finished: '2026-10-01',
        });
        expect((await of('rar4 - Unknown.cbr')).releaseDate).toBeNull();
        expect((await of('Test Author.epub')).locks).not.toHaveProperty('title');
      });

      test('imports positions of content server users, and those of the desktop for the administrator', async () => {
        const { admin } = server();
        const kafka = moved.bookOf('Franz Kafka.epub');
        expect(await placeOf(reader, kafka)).toMatchObject({
          progressPercentage: 0.37,
          updatedAt: new Date(1_793_529_600_000).toISOString(),
        });
        expect(await documentOf(reader, kafka)).toMatchObject({
          device: { name: 'phone' },
          locator: { locations: { fragments: ['epubcfi(/6/6!/4/2[x]/6/1:0)'] } },
        });
        expect(await documentOf(admin, moved.bookOf('Lewis Carroll.epub'))).toMatchObject({
          device: { name: 'calibre-desktop-viewer' },
          locator: { locations: { totalProgression: 0.05, fragments: ['epubcfi(/6/4!/4/2/1:3)'] } },
        });
        expect(await placeOf(admin, kafka)).toMatchObject({
          completed: true,
          updatedAt: '2026-10-01T00:00:00.000Z',
        });
      });

      test('imports bookmarks, highlights with notes, and ratings', async () => {
        const { admin } = server();
        const marks = await listAll<OwnAnnotation>(admin, '/api/v1/annotations');
        const bookId = moved.bookOf('Franz Kafka.epub');
        expect(marks).toHaveLength(2);
        expect(marks.find(({ kind }) => kind === 'bookmark')).toMatchObject({
          bookId,
          note: 'My place',
          locator: { locations: { fragments: ['epubcfi(/6/6!/4/2/6/1:0)'] } },
        });
        expect(marks.find(({ kind }) => kind === 'highlight')).toMatchObject({
          bookId,
          text: 'One morning',
          note: 'A famous line.',
          color: 'yellow',
          locator: { href: expect.stringMatching(/^resources\/OEBPS\//), text: { highlight: 'One morning' } },
        });
        const ratings = await listAll<Rating>(admin, '/api/v1/user/ratings');
        expect(ratings.map(({ rating }) => rating).toSorted()).toEqual([50, 80]);
      });

      test('changes nothing in a second import, and reports data that cannot be imported', () => {
        expect(listNew(moved.again)).toEqual({});
        expect(listLeft(moved.snapshot).map(([what]) => what)).toEqual([
          'searches',
          'virtual_libraries',
          'categories',
        ]);
      });
    },
    { withTasks: true },
  );

  test('reads version 9 alike', async () => {
    const scratch = makeScratch();
    const folder = copySample('calibre', scratch);
    const listDescribed = async ({ described }: Snapshot) => {
      const list: TheirDescription[] = [];
      for await (const one of described?.() ?? []) list.push(one);
      return list;
    };
    const read = await readPeer(join(folder, 'metadata-v27.db'), scratch);
    const { marks, users } = read;
    const described = await listDescribed(read);
    expect(described).toHaveLength(7);
    expect(described).toEqual(await listDescribed(await readPeer(join(folder, 'library'), scratch)));
    expect(marks).toHaveLength(2);
    expect(users).toMatchObject([{ username: 'reader', password: { scheme: 'argon2' } }]);
  });
});

describe.skipIf(!hasSamples)('a Calibre-Web database', () => {
  withServer(
    'when imported',
    (server) => {
      let moved: Moved;
      const passwords: Record<string, string> = {
        admin: 'admin-Passw0rd',
        reader: 'Reader-pässwort 1',
        old: 'old-Passw0rd',
        kid: 'kid-Passw0rd',
      };
      const clients = new Map<string, Client>();
      const as = (name: string): Client => clients.get(name) ?? server().admin;

      beforeAll(async () => {
        const { folder } = server();
        const snapshot = await readPeer(join(copySample('calibre', folder), 'app.db'), folder);
        moved = await moveTwice(server(), snapshot, [
          { from: '/mnt/library', to: join(folder, 'calibre', 'library') },
        ]);
        for (const [name, password] of Object.entries(passwords))
          clients.set(name, await signInMoved(server(), name, password));
      });

      test('imports passwords and roles of all users except the guest', async () => {
        expect((await as('admin').get<{ role: string }>('/api/v1/user')).body.role).toBe('admin');
        const { permissions } = (await as('reader').get<{ permissions: string[] }>('/api/v1/user')).body;
        expect(permissions).toContain('readlists:write');
        expect(permissions).not.toContain('books:write');
        expect(moved.snapshot.users.map(({ username }) => username)).toEqual([
          'admin',
          'reader',
          'old',
          'kid',
        ]);
        expect(listNotes(moved.first)).toEqual(
          expect.arrayContaining([
            'kid can download files, which Calibre-Web did not allow',
            'kid sees books in all languages',
          ]),
        );
      });

      test('applies allowed and denied tags to what users see', async () => {
        const seen = await listAll<{ id: string }>(as('kid'), '/api/v1/books');
        expect(seen.map(({ id }) => id)).toEqual([moved.bookOf('Lewis Carroll.epub')]);
        expect(await listAll(as('reader'), '/api/v1/books')).toHaveLength(7);
      });

      test('imports positions of Kobo and browser readers, and read states', async () => {
        const reader = as('reader');
        expect(await placeOf(reader, moved.bookOf('Franz Kafka.epub'))).toMatchObject({
          completed: true,
          startedAt: '2026-10-01T09:00:00.000Z',
          updatedAt: '2026-11-01T10:20:30.000Z',
        });
        // Started twice: the first time has no date.
        const history = `/api/v1/books/${moved.bookOf('Franz Kafka.epub')}/read-history`;
        expect(await listAll<HistoryEntry>(reader, history)).toMatchObject([
          { completed: true, readAt: '2026-11-01T10:20:30.000Z' },
          { completed: true, readAt: '2026-10-01T09:00:00.000Z' },
        ]);
        expect(await listAll<ReadingSession>(reader, '/api/v1/reading-sessions')).toMatchObject([
          { bookId: moved.bookOf('Lewis Carroll.epub'), seconds: 90 * 60, deviceName: 'Kobo' },
        ]);
        expect(await documentOf(reader, moved.bookOf('Lewis Carroll.epub'))).toMatchObject({
          device: { name: 'Kobo' },
          locator: {
            href: 'resources/OEBPS/3024803926727201407_11-h-1.htm.html',
            locations: { progression: 0.105 },
          },
        });
        expect(await placeOf(reader, moved.bookOf('rar4 - Unknown.cbr'))).toMatchObject({ currentPage: 3 });
        expect((await placeOf(reader, moved.bookOf('Test Author.epub'))).currentPage).toBeUndefined();
      });

      test('imports public shelves, and reports data that cannot be imported', async () => {
        const [list, ...more] = await listAll<SharedList>(server().admin, '/api/v1/readlists');
        expect([list?.name, list?.memberCount, more.length]).toEqual(['For all', 1, 0]);
        expect(listNotes(moved.first)).toContain('For all: 1 of 2 were not found');
        expect(listLeft(moved.snapshot)).toEqual([
          ['private_shelves', 1],
          ['kobo_links', 1],
          ['kobo_hidden', 1],
          ['downloads', 1],
          ['searches', 1],
          ['virtual_libraries', 1],
          ['categories', 1],
        ]);
        expect(listNew(moved.again)).toEqual({});
      });
    },
    { withTasks: true },
  );

  test("requires calibre's database, and reports its expected path", async () => {
    const scratch = makeScratch();
    const file = copySample('calibre/app.db', scratch);
    await expect(readPeer(file, scratch)).rejects.toThrow(
      'which is not in /mnt/library. Copy it next to app.db, or use the command line with --map /mnt/library=',
    );
  });
});
