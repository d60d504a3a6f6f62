import { mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Restrictions, User } from '@lectern/contract/identity/users';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import type { Series } from '@lectern/contract/libraries/series';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import type { OwnAnnotation } from '@lectern/contract/reading/annotations';
import type { SharedList } from '@lectern/contract/reading/book-lists';
import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import type { Rating } from '@lectern/contract/reading/own-shelves';
import type { HistoryEntry, Progression } from '@lectern/contract/reading/progress';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import type { ReadingSession } from '@lectern/contract/reading/reading-sessions';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../../../test/harness/client.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { type TestServer, withServer } from '../../../../test/harness/server.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';
import { aSmallKavita, kavitaPassword, makeKavitaDatabase } from '../../../../test/peers/kavita.ts';
import { carryOut, expectAgreement, listLeft, listNotes } from '../../../../test/peers/moving.ts';
import { copySample, hasSampleBooks, layOutBooks, makeScratch } from '../../../../test/peers/samples.ts';
import { readPeer, type Snapshot } from '../sources/index.ts';
import type { Outcome, RootMap } from './index.ts';

/** Imports the snapshot twice. */
async function move(server: TestServer, snapshot: Snapshot, maps: RootMap[]) {
  const once = async () => carryOut(server, await server.app.snapshotImport.plan(snapshot, maps));
  const first = await once();
  const again = await once();
  for (const outcomes of [first, again]) expectAgreement(snapshot, outcomes);
  await waitForQuiet(server);
  return { first, again };
}
const list = async <T>(client: Client, path: string): Promise<T[]> =>
  (await client.get<{ data: T[] }>(`${path}?pageSize=500`)).body.data;
const news = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ taken }) => taken > 0).map(({ what, taken }) => [what, taken]);
async function signIn(server: TestServer, username: string, password: string): Promise<Client> {
  const answer = await server.post<{ accessToken: string }>('/api/v1/auth/login', { username, password });
  expect([username, answer.status]).toEqual([username, 200]);
  return createClient(server.url, { authorization: `Bearer ${answer.body.accessToken}` });
}
async function limitsOf({ admin }: TestServer, username: string) {
  const user = (await list<User>(admin, '/api/v1/users')).find((one) => one.username === username);
  const { body } = await admin.get<Restrictions>(`/api/v1/users/${user?.id}/restrictions`);
  return { ...body, isActive: user?.isActive, role: user?.role };
}

withServer(
  'import from Kavita',
  (server) => {
    test('imports users with restrictions, positions across several files, ratings and promoted lists', async () => {
      const mark = 'k1';
      const folder = mkdtempSync(join(server().folder, 'kavita-'));
      const media = join(folder, 'media');
      writeFiles(media, {
        'Saga/1a.cbz': await makeCbz({ mark: 'k 1a', pages: 3 }),
        'Saga/1b.cbz': await makeCbz({ mark: 'k 1b', pages: 4 }),
        'Saga/2.cbz': await makeCbz({ mark: 'k 2', pages: 3 }),
      });
      const sizeOf = (name: string) => statSync(join(media, 'Saga', name)).size;
      const rows = aSmallKavita({ root: '/manga', mark }, [
        sizeOf('1a.cbz'),
        sizeOf('1b.cbz'),
        sizeOf('2.cbz'),
      ]);
      const snapshot = await readPeer(makeKavitaDatabase(join(folder, 'kavita.db'), rows), folder);
      const { first, again } = await move(server(), snapshot, [{ from: '/manga', to: media }]);
      expect(news(first)).toEqual([
        ['libraries', 1],
        ['users', 4],
        ['series with edited metadata', 1],
        ['read lists', 1],
        ['reading positions', 2],
        ['ratings', 1],
        ['want-to-read series and books', 1],
      ]);
      expect(news(again)).toEqual([]);
      expect(listLeft(snapshot)).toEqual([
        ['invitations', 1],
        ['private_lists', 1],
        ['reviews', 1],
        ['reading_profiles', 1],
      ]);
      expect(listNotes(first)).toContain(`Manga ${mark}: the pattern !kept is not valid`);

      const ben = await signIn(server(), `ben-${mark}`, kavitaPassword.typed);
      const books = await list<BookDto>(ben, '/api/v1/books');
      const placeOf = async (end: string) => {
        const id = books.find(({ path }) => path.endsWith(end))?.id;
        return ben.get<ReadProgress>(`/api/v1/books/${id}/progress`);
      };
      expect((await placeOf('1a.cbz')).body).not.toHaveProperty('currentPage');
      expect((await placeOf('1b.cbz')).body).toMatchObject({
        currentPage: 2,
        completed: false,
        updatedAt: expect.stringMatching(/^2026-01-02T10:00:00/),
      });
      expect((await placeOf('2.cbz')).body).toMatchObject({ completed: true });
      const [saga] = await list<Series>(ben, '/api/v1/series');
      expect((await ben.get<Rating>(`/api/v1/series/${saga?.id}/rating`)).body).toMatchObject({
        rating: 90,
        notes: 'Good.',
      });
      expect((await list<Series>(ben, '/api/v1/want-to-read/series')).map(({ id }) => id)).toEqual([
        saga?.id,
      ]);
      const metadata = await server().admin.get<SeriesMetadata>(`/api/v1/series/${saga?.id}/metadata`);
      expect(metadata.body).toMatchObject({ summary: 'Edited.', ageRating: 17, locks: { summary: true } });

      expect(await limitsOf(server(), `chief-${mark}`)).toMatchObject({ role: 'admin', isActive: true });
      expect(await limitsOf(server(), `none-${mark}`)).toMatchObject({ isActive: false });
      expect(await limitsOf(server(), `young-${mark}`)).toMatchObject({
        maxAgeRating: 13,
        allowUnrated: false,
        isActive: true,
      });
      const young = await signIn(server(), `young-${mark}`, kavitaPassword.typed);
      expect(await list<Series>(young, '/api/v1/series')).toEqual([]);
    });

    test.each([
      ['0.7.14.0', /by a Kavita before 0\.8\. Update Kavita, start it once/],
      ['0.10.0.0', /newer Kavita than 0\.9 \(0\.10\.0\.0\)/],
      ['1.0', /newer Kavita than 0\.9 \(1\.0\)/],
    ])('rejects version %s with a message', async (version, sentence) => {
      const folder = mkdtempSync(join(server().folder, 'kavita-'));
      const rows = aSmallKavita({ root: '/manga', mark: 'x' }, [1, 2, 3]);
      const file = makeKavitaDatabase(join(folder, 'kavita.db'), rows, { version });
      await expect(readPeer(file, folder)).rejects.toThrow(sentence);
    });
  },
  { withTasks: true },
);

describe.skipIf(!hasSampleBooks)('a Kavita database', () => {
  withServer(
    'when imported',
    (server) => {
      let snapshot: Snapshot;
      let first: Outcome[];
      let again: Outcome[];
      let books: BookDto[];
      const clients = new Map<string, Client>();
      const passwords: Record<string, string> = {
        admin: 'admin-Passw0rd',
        reader: 'Reader-pässwort 1',
        old: 'old-Passw0rd',
        ancient: 'ancient-Passw0rd',
        kid: 'kid-Passw0rd',
      };
      const bookOf = (end: string): string => books.find(({ path }) => path.endsWith(end))?.id ?? end;

      beforeAll(async () => {
        const { folder, admin } = server();
        mkdirSync(join(folder, 'covers'));
        const create = { width: 20, height: 30, channels: 3, background: '#1ec81e' } as const;
        await sharp({ create })
          .png()
          .toFile(join(folder, 'covers', 'series1.png'));
        snapshot = await readPeer(copySample('kavita/kavita.db', folder), folder);
        layOutBooks(
          folder,
          snapshot.books.map(({ path, sizeBytes }) => ({ path: path.replace('/mnt/', 'media/'), sizeBytes })),
        );
        const maps = [{ from: '/mnt', to: join(folder, 'media') }];
        ({ first, again } = await move(server(), snapshot, maps));
        books = await list(admin, '/api/v1/books');
        for (const [name, password] of Object.entries(passwords))
          clients.set(name, await signIn(server(), name, password));
      });
      const as = (name: string): Client => clients.get(name) ?? server().admin;

      test('imports passwords, roles and restrictions', async () => {
        const open = { maxAgeRating: null, allowUnrated: true, isActive: true };
        expect(await limitsOf(server(), 'admin')).toMatchObject({
          ...open,
          role: 'admin',
          sharedLibraryIds: [],
        });
        expect(await limitsOf(server(), 'reader')).toMatchObject({ ...open, role: 'reader' });
        const libraries = await list<Library>(server().admin, '/api/v1/libraries');
        const idsOf = (...names: string[]) =>
          libraries.flatMap(({ id, name }) => (names.includes(name) ? id : [])).toSorted();
        for (const name of ['old', 'ancient']) {
          const limited = await limitsOf(server(), name);
          expect(limited).toMatchObject({ ...open, sharedLibraryIds: idsOf('Comics') });
        }
        const kid = await limitsOf(server(), 'kid');
        expect(kid).toMatchObject({ maxAgeRating: 10, allowUnrated: false, isActive: true });
        expect(kid.sharedLibraryIds.toSorted()).toEqual(idsOf('Comics', 'Manga'));
        expect(await limitsOf(server(), 'blocked')).toMatchObject({ isActive: false });
        expect(await limitsOf(server(), 'sso')).toMatchObject({ isActive: true });
        const body = { username: 'blocked', password: 'blocked-Passw0rd' };
        expect((await server().post('/api/v1/auth/login', body)).status).toBe(401);
        expect(snapshot.users.map(({ username }) => username)).not.toContain('invited');
      });

      test('imports positions with their times', async () => {
        const placeOf = async (name: string, end: string) =>
          (await as(name).get<ReadProgress>(`/api/v1/books/${bookOf(end)}/progress`)).body;
        expect(await placeOf('reader', 'Wonderland v01.cbz')).toMatchObject({
          completed: true,
          startedAt: '2026-09-01T08:00:00.000Z',
          updatedAt: expect.stringMatching(/^2026-10-03T20:15:30\.123/),
        });
        // Read twice: Kavita does not store when it was finished the first time.
        const history = `/api/v1/books/${bookOf('Wonderland v01.cbz')}/read-history`;
        expect(await list<HistoryEntry>(as('reader'), history)).toMatchObject([
          { completed: true, readAt: expect.stringMatching(/^2026-10-03/) },
          { completed: true, readAt: '2026-09-01T08:00:00.000Z' },
        ]);
        expect(await placeOf('reader', 'Wonderland v02.cbz')).toMatchObject({
          currentPage: 3,
          completed: false,
        });
        expect(await placeOf('reader', '第01話.cbz')).toMatchObject({ currentPage: 2 });
        expect(await placeOf('reader', 'simple-multipage.pdf')).toMatchObject({ currentPage: 2 });
        expect(await placeOf('reader', 'Gnome 4K.cbz')).toMatchObject({ completed: true });
        expect(await placeOf('reader', 'rar4.cbr')).not.toHaveProperty('currentPage');
        expect(await placeOf('kid', 'Wonderland v01.cbz')).toMatchObject({ currentPage: 2 });
        expect(await placeOf('old', '#01 (2011) (Digital).cbz')).toMatchObject({ currentPage: 4 });
      });

      test('imports text positions to the paragraph, from each format that Kavita has used', async () => {
        const documentOf = async (name: string, end: string) =>
          (await as(name).get<Progression>(`/api/v1/books/${bookOf(end)}/progression`)).body;
        expect(await documentOf('reader', 'Metamorphosis.epub')).toMatchObject({
          modified: expect.stringMatching(/^2026-11-01T10:20:30/),
          locator: {
            href: expect.stringContaining('.'),
            locations: {
              cssSelector: 'body > div:nth-of-type(1) > p:nth-of-type(4)',
              // 2,288 of the 32,653 letters of part II are before the paragraph.
              progression: expect.closeTo(2_288 / 32_653, 6),
            },
          },
        });
        // The second file of a chapter: 200 pages are 190 of the first file and 10 of this one.
        expect(await documentOf('reader', 'live-manual.fr.epub')).toMatchObject({
          modified: expect.stringMatching(/^2026-11-04/),
          locator: { locations: { fragments: ['x1'] } },
        });
        const spotOf = (userId: string) =>
          snapshot.readings.find((one) => one.userId === userId && one.spineIndex !== undefined);
        expect(spotOf('3')).toMatchObject({
          spineIndex: 4,
          spot: { cssSelector: 'body > div:nth-of-type(1) > p:nth-of-type(4)' },
        });
        expect(spotOf('6')).toMatchObject({
          spineIndex: 2,
          spot: { cssSelector: 'body > div:nth-of-type(1) > p:nth-of-type(2)' },
        });
      });

      test('imports bookmarks, highlights with notes, sessions and smart filters', async () => {
        const marks = await list<OwnAnnotation>(as('reader'), '/api/v1/annotations');
        const markOf = (end: string, kind: string) =>
          marks.find((one) => one.bookId === bookOf(end) && one.kind === kind);
        expect(marks).toHaveLength(3);
        expect(markOf('Wonderland v01.cbz', 'bookmark')).toMatchObject({
          locator: { href: 'pages/4', locations: { position: 4 } },
          createdAt: '2026-11-20T12:00:00.000Z',
        });
        expect(markOf('Metamorphosis.epub', 'bookmark')).toMatchObject({
          text: 'It wasn’t a dream.',
          note: 'My place',
          locator: { locations: { cssSelector: 'body > div:nth-of-type(1) > p:nth-of-type(2)' } },
        });
        expect(markOf('Metamorphosis.epub', 'highlight')).toMatchObject({
          text: 'transformed in his bed',
          note: 'A famous line.',
          color: 'yellow',
          locator: { text: { highlight: 'transformed in his bed' } },
        });
        expect(await list<OwnAnnotation>(as('kid'), '/api/v1/annotations')).toEqual([]);
        expect(await list<ReadingSession>(as('reader'), '/api/v1/reading-sessions')).toMatchObject([
          {
            bookId: bookOf('Wonderland v02.cbz'),
            startedAt: '2026-10-04T08:30:00.000Z',
            seconds: 1_800,
            startPage: 1,
            endPage: 3,
          },
        ]);
        const manga = (await list<Library>(server().admin, '/api/v1/libraries')).find(
          ({ name }) => name === 'Manga',
        );
        const { presets } = (await as('reader').get<{ presets: FilterPreset[] }>('/api/v1/filter-presets'))
          .body;
        expect(presets).toMatchObject([
          {
            name: 'Unread fantasy',
            target: 'series',
            sort: 'dateUpdated,desc',
            pinned: true,
            condition: {
              allOf: [
                { genre: { operator: 'in', values: ['Fantasy'] } },
                { readStatus: { operator: 'isNot', value: 'read' } },
                { title: { operator: 'contains', value: 'Alice & co' } },
              ],
            },
          },
          {
            name: 'Old style',
            sort: 'name,asc',
            pinned: false,
            condition: { anyOf: [{ libraryId: { operator: 'in', values: [manga?.id] } }] },
          },
        ]);
      });

      test('imports chosen covers from their files', async () => {
        const [rating] = await list<Rating>(as('reader'), '/api/v1/user/ratings');
        const { bytes } = await server().admin.get(`/api/v1/series/${rating?.seriesId}/thumbnail`);
        const { dominant } = await sharp(bytes).stats();
        expect([dominant.r, dominant.g, dominant.b].map((value) => value > 120)).toEqual([
          false,
          true,
          false,
        ]);
      });

      test('imports ratings, want-to-read, edits and promoted lists, and reports data that cannot be imported', async () => {
        const counts = Object.fromEntries(first.map(({ what, taken }) => [what, taken]));
        expect(counts).toMatchObject({
          libraries: 3,
          users: 7,
          'read lists': 1,
          collections: 1,
          ratings: 1,
          'want-to-read series and books': 1,
          'reading positions': 11,
          'bookmarks and highlights': 3,
          'covers of series': 1,
          'saved filters': 2,
        });
        const [rating] = await list<Rating>(as('reader'), '/api/v1/user/ratings');
        expect(rating).toMatchObject({ rating: 90, notes: 'Curiouser and curiouser.' });
        const alice = await server().admin.get<SeriesMetadata>(`/api/v1/series/${rating?.seriesId}/metadata`);
        expect(alice.body).toMatchObject({
          titleSort: 'Alice Adventures',
          summary: 'Down the rabbit hole.',
          genres: ['Fantasy', 'Classic'],
          status: 'ended',
          alternateTitles: [{ title: 'Alice im Wunderland' }],
          // Not locked in Kavita: values of a provider.
          year: 1865,
          externalIds: [{ source: 'anilist', externalId: '30013' }],
          externalLinks: [{ sourceName: 'en.wikipedia.org' }, { sourceName: 'anilist.co' }],
          origins: { externalIds: { from: 'provider', provider: 'kavita', providerName: 'Kavita' } },
        });
        const { admin } = server();
        const [classics] = await list<SharedList>(admin, '/api/v1/collections');
        const [winter] = await list<SharedList>(admin, '/api/v1/readlists');
        expect([classics?.name, winter?.name]).toEqual(['Classics', 'Winter reading']);
        const members = await list<Series>(admin, `/api/v1/collections/${classics?.id}/series`);
        const blanche = books.find(({ path }) => path.includes('Page Blanche'))?.seriesId;
        expect(members.map(({ id }) => id).toSorted()).toEqual([rating?.seriesId, blanche].toSorted());
        const read = await list<BookDto>(admin, `/api/v1/readlists/${winter?.id}/books`);
        expect(read.map(({ id }) => id)).toEqual(
          ['Wonderland v02.cbz', 'Gnome 4K.cbz', 'Metamorphosis.epub'].map(bookOf),
        );
        expect(listLeft(snapshot).map(([what]) => what)).toEqual(
          expect.arrayContaining(['invitations', 'keys', 'private_collections', 'private_lists', 'reviews']),
        );
      });

      test('changes nothing in a second import', () => {
        expect(news(again)).toEqual([]);
      });
    },
    { withTasks: true },
  );

  test('reads an older version with fewer columns', async () => {
    const scratch = makeScratch();
    const { users, readings, books } = await readPeer(copySample('kavita/kavita-0.8.3.db', scratch), scratch);
    expect(users).toMatchObject([{ username: 'reader', isAdmin: true }]);
    expect(books).toHaveLength(1);
    expect(readings).toMatchObject([
      { page: 3, completed: false, readAtMs: Date.parse('2024-09-01T10:00:00Z') },
    ]);
  });
});
