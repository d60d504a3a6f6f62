import { join } from 'node:path';
import type { OwnAnnotation } from '@lectern/contract/annotations';
import type { SharedList } from '@lectern/contract/book-lists';
import type { Library } from '@lectern/contract/libraries';
import type { BookMetadata } from '@lectern/contract/metadata';
import type { Rating } from '@lectern/contract/own-shelves';
import type { Progression } from '@lectern/contract/progress';
import type { ReadProgress } from '@lectern/contract/reading';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/harness/client.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import {
  limitsOf,
  listAll,
  listNew,
  type Moved,
  moveTwice,
  signInMoved,
} from '../../../../test/peers/moving.ts';
import { copySample, hasSamples, makeScratch } from '../../../../test/peers/samples.ts';
import { readPeer } from '../peer-databases/index.ts';

const placeOf = async (client: Client, id: string) =>
  (await client.get<ReadProgress>(`/api/v1/books/${id}/progress`)).body;
const documentOf = async (client: Client, id: string) =>
  (await client.get<Progression>(`/api/v1/books/${id}/progression`)).body;

describe.skipIf(!hasSamples)('a library of calibre', () => {
  onBothDatabases(
    'that is moved from',
    (server) => {
      let moved: Moved;
      let reader: Client;

      beforeAll(async () => {
        const { folder } = server();
        const snapshot = await readPeer(join(copySample('calibre', folder), 'library'), folder);
        moved = await moveTwice(server(), snapshot, []);
        reader = await signInMoved(server(), 'reader', 'Reader-Passw0rd');
      });

      test('is found where it lies, and placed as calibre does', async () => {
        const [library] = await listAll<Library>(server().admin, '/api/v1/libraries');
        expect(library).toMatchObject({ name: 'library', seriesStrategy: 'calibre' });
        expect(moved.books).toHaveLength(7);
        expect(JSON.stringify(moved.snapshot)).not.toContain('Reader-Passw0rd');
        expect(await limitsOf(server(), 'reader')).toMatchObject({ role: 'reader', isActive: true });
      });

      test('gives what calibre knows and its files do not', async () => {
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

      test('gives places of the content server to their users, those of the desktop to the administrator', async () => {
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

      test('gives bookmarks, highlights with their notes, and ratings', async () => {
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

      test('changes nothing when it is taken again, and says what stays behind', () => {
        expect(listNew(moved.again)).toEqual({});
        expect(moved.snapshot.leftOut.map(({ what }) => what)).toEqual([
          'saved searches',
          'virtual libraries',
          'user categories',
        ]);
      });
    },
    { withTasks: true },
  );

  test('of version 9 is read alike', async () => {
    const scratch = makeScratch();
    const folder = copySample('calibre', scratch);
    const { books, marks, users } = await readPeer(join(folder, 'metadata-v27.db'), scratch);
    const { books: former } = await readPeer(join(folder, 'library'), scratch);
    expect(books.map(({ described }) => described)).toEqual(former.map(({ described }) => described));
    expect(marks).toHaveLength(2);
    expect(users).toMatchObject([{ username: 'reader', password: { scheme: 'argon2' } }]);
  });
});

describe.skipIf(!hasSamples)('the database of a Calibre-Web', () => {
  onBothDatabases(
    'that is moved from',
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

      test('gives everybody their password and role, and nobody the guest', async () => {
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
        expect(moved.first.flatMap(({ notes }) => notes)).toEqual(
          expect.arrayContaining([
            'kid may download files here, which Calibre-Web did not allow',
            'kid sees books of every language here',
          ]),
        );
      });

      test('shows to whom tags are allowed and denied only what they may see', async () => {
        const seen = await listAll<{ id: string }>(as('kid'), '/api/v1/books');
        expect(seen.map(({ id }) => id)).toEqual([moved.bookOf('Lewis Carroll.epub')]);
        expect(await listAll(as('reader'), '/api/v1/books')).toHaveLength(7);
      });

      test('gives places of the Kobo and the browser, and what is read', async () => {
        const reader = as('reader');
        expect(await placeOf(reader, moved.bookOf('Franz Kafka.epub'))).toMatchObject({
          completed: true,
          updatedAt: '2026-11-01T10:20:30.000Z',
        });
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

      test('gives public shelves, and says what stays behind', async () => {
        const [list, ...more] = await listAll<SharedList>(server().admin, '/api/v1/readlists');
        expect([list?.name, list?.memberCount, more.length]).toEqual(['For all', 1, 0]);
        expect(moved.first.flatMap(({ notes }) => notes)).toContain('For all: 1 of 2 were not found');
        expect(moved.snapshot.leftOut.map(({ what, count }) => [what, count])).toEqual([
          ['private shelves', 1],
          ['links of Kobo e-readers', 1],
          ['books that are hidden from a Kobo', 1],
          ['times that were spent with a book', 1],
          ['notes of who downloaded what', 1],
          ['saved searches', 1],
          ['virtual libraries', 1],
          ['user categories', 1],
        ]);
        expect(listNew(moved.again)).toEqual({});
      });
    },
    { withTasks: true },
  );

  test('needs the database of calibre, and says where', async () => {
    const scratch = makeScratch();
    const file = copySample('calibre/app.db', scratch);
    await expect(readPeer(file, scratch)).rejects.toThrow(
      'which is not in /mnt/library: copy it beside app.db, or say --map /mnt/library=<folder here>',
    );
  });
});
