import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiKey } from '@lectern/contract/identity/api-keys';
import type { SharingTag } from '@lectern/contract/identity/sharing-tags';
import type { Library } from '@lectern/contract/libraries/libraries';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import type { SharedList } from '@lectern/contract/reading/book-lists';
import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import type { Rating } from '@lectern/contract/reading/own-shelves';
import type { HistoryEntry, Progression } from '@lectern/contract/reading/progress';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import type { ReadingSession } from '@lectern/contract/reading/reading-sessions';
import { hash as argon2 } from '@node-rs/argon2';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../../../test/harness/client.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';
import {
  aSmallCodex,
  codexId,
  codexPassword,
  fillServerDatabase,
  makeCodexDatabase,
} from '../../../../test/peers/codex.ts';
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
import { copySample, hasSampleBooks, layOutBooks, makeScratch } from '../../../../test/peers/samples.ts';
import { copyPeerServer, readPeer } from '../sources/index.ts';

const passwords: Record<string, string> = {
  admin: 'Admin-Passw0rd!',
  reader: 'Reader-pässwort 1',
  keeper: 'Keeper-Passw0rd!',
  kid: 'Kid-Passw0rd!!',
};

withServer(
  'import from Codex',
  (server) => {
    test('imports group restrictions, a restarted book, automatic lists, want-to-read and filters', async () => {
      const mark = 'c1';
      const folder = mkdtempSync(join(server().folder, 'codex-'));
      const media = join(folder, 'media');
      writeFiles(media, {
        'Saga/1.cbz': await makeCbz({ mark: 'c 1', pages: 3 }),
        'Saga/2.cbz': await makeCbz({ mark: 'c 2', pages: 4 }),
      });
      const sizeOf = (name: string) => statSync(join(media, 'Saga', name)).size;
      const options = { memoryCost: 8_192, timeCost: 1 };
      const rows = aSmallCodex({
        root: '/library',
        mark,
        sizes: [sizeOf('1.cbz'), sizeOf('2.cbz')],
        hash: await argon2(codexPassword, options),
      });
      const snapshot = await readPeer(makeCodexDatabase(join(folder, 'codex.db'), rows), folder);
      const moved = await moveTwice(server(), snapshot, [{ from: '/library', to: media }]);
      expect(listNew(moved.first)).toEqual({
        libraries: 1,
        users: 2,
        'sharing tags': 2,
        'series with edited metadata': 1,
        collections: 1,
        'completion times': 1,
        'reading positions': 1,
        'want-to-read series and books': 1,
        'reading sessions': 1,
        'saved filters': 1,
      });
      expect(listNew(moved.again)).toEqual({});
      expect(listNotes(moved.first)).toEqual(
        expect.arrayContaining([
          `Comics ${mark}: its settings are not valid. The defaults are used`,
          `ann-${mark} has permissions that do not exist on this server: no-such-right`,
          `Tracked ${mark} has conditions that are not supported`,
          expect.stringMatching(/^The cover of .+ could not be imported: The file is missing[.]$/),
        ]),
      );
      const ann = await signInMoved(server(), `ann-${mark}`, codexPassword);
      const place = `/api/v1/books/${moved.bookOf(`${media}/Saga/1.cbz`)}/progress`;
      expect((await ann.get<ReadProgress>(place)).body).toMatchObject({
        currentPage: 2,
        completed: false,
        updatedAt: '2026-01-03T10:05:00.000Z',
      });
      expect((await limitsOf(server(), `ann-${mark}`)).sharingTags).toMatchObject([
        { access: 'allow' },
        { access: 'deny' },
      ]);
      expect((await ann.get<{ permissions: string[] }>('/api/v1/user')).body.permissions).toContain(
        'books:write',
      );
    });
  },
  { withTasks: true },
);

describe.skipIf(!hasSampleBooks)('a Codex database', () => {
  withServer(
    'when imported',
    (server) => {
      let moved: Moved;
      const clients = new Map<string, Client>();
      const as = (name: string): Client => clients.get(name) ?? server().admin;

      beforeAll(async () => {
        const { folder } = server();
        const snapshot = await readPeer(copySample('codex', folder), folder);
        layOutBooks(
          folder,
          snapshot.books.map(({ path, sizeBytes }) => ({ path: path.replace('/mnt/', 'media/'), sizeBytes })),
        );
        moved = await moveTwice(server(), snapshot, [{ from: '/mnt', to: join(folder, 'media') }]);
        for (const [name, password] of Object.entries(passwords))
          clients.set(name, await signInMoved(server(), name, password));
      });

      test('imports passwords, roles and sharing tags', async () => {
        expect(await limitsOf(server(), 'reader')).toMatchObject({ role: 'reader', sharingTags: [] });
        expect(await limitsOf(server(), 'keeper')).toMatchObject({ role: 'maintainer', isActive: true });
        expect((await as('admin').get<{ role: string }>('/api/v1/user')).body.role).toBe('admin');
        const tags = await listAll<SharingTag>(server().admin, '/api/v1/admin/sharing-tags');
        const idOf = (name: string) => tags.find((one) => one.name === name)?.id;
        expect((await limitsOf(server(), 'kid')).sharingTags).toEqual([
          { tagId: idOf('kids'), access: 'allow' },
          { tagId: idOf('adult'), access: 'deny' },
        ]);
        const seen = await listAll<{ id: string }>(as('kid'), '/api/v1/series');
        expect(seen.map(({ id }) => id)).toEqual([moved.seriesOf("Alice's Adventures")]);
        expect((await limitsOf(server(), 'off')).isActive).toBe(false);
        const off = { username: 'off', password: 'Off-Passw0rd!!' };
        expect((await server().post('/api/v1/auth/login', off)).status).toBe(401);
      });

      test('creates libraries with their strategies, directions, formats and exclusions', async () => {
        const libraries = await listAll<Library>(server().admin, '/api/v1/libraries');
        const find = (name: string) => libraries.find((one) => one.name === name);
        expect(find('Comics')).toMatchObject({
          seriesStrategy: 'series_volume',
          bookStrategy: 'filename',
          numberStrategy: 'file_order',
          defaultReadingDirection: 'ltr',
          excludedPatterns: ['**/.DS_Store', '**/@eaDir/*'],
        });
        expect(find('Manga')).toMatchObject({ defaultReadingDirection: 'rtl' });
        expect(find('Books')).toMatchObject({
          bookStrategy: 'metadata_first',
          numberStrategy: 'metadata',
          allowedFormats: ['epub', 'pdf'],
        });
        expect(moved.books).toHaveLength(21);
      });

      test('imports every position with time and device', async () => {
        const placeOf = async (name: string, end: string) =>
          (await as(name).get<ReadProgress>(`/api/v1/books/${moved.bookOf(end)}/progress`)).body;
        expect(await placeOf('reader', 'Wonderland v01.cbz')).toMatchObject({ completed: true });
        expect(await placeOf('reader', 'Wonderland v02.cbz')).toMatchObject({
          currentPage: 3,
          completed: false,
          updatedAt: '2026-11-23T06:50:33.002Z',
        });
        expect(await placeOf('reader', 'Metamorphosis.epub')).toMatchObject({ progressPercentage: 0.3725 });
        expect(await placeOf('reader', 'simple-multipage.pdf')).toMatchObject({ currentPage: 2 });
        expect(await placeOf('reader', 'Gnome 4K.cbz')).toMatchObject({ currentPage: 1, completed: false });
        expect(await placeOf('reader', '第01話.cbz')).toMatchObject({
          currentPage: 2,
          updatedAt: '2026-10-05T08:00:00.000Z',
        });
        expect(await placeOf('admin', '#01 (2011) (Digital).cbz')).toMatchObject({ currentPage: 4 });
        const documentOf = async (end: string) =>
          (await as('reader').get<Progression>(`/api/v1/books/${moved.bookOf(end)}/progression`)).body;
        expect(await documentOf('Wonderland (Gutenberg).epub')).toMatchObject({
          modified: '2026-11-02T10:20:30.000Z',
          device: { id: 'device-1', name: 'Tablet' },
          locator: { locations: { progression: 0.38461538461538464 } },
        });
        expect(await documentOf('live-manual.fr.epub')).toMatchObject({
          device: { id: 'ABCDEF0123', name: 'KOReader dev' },
          locator: { locations: { totalProgression: 0.4242 } },
        });
      });

      test('imports completion times, also of a restarted book, and reading durations', async () => {
        const finished = async (end: string) =>
          (
            await listAll<HistoryEntry>(as('reader'), `/api/v1/books/${moved.bookOf(end)}/read-history`)
          ).filter(({ completed }) => completed);
        expect(await finished('Wonderland v01.cbz')).toMatchObject([{ readAt: '2026-11-23T06:50:32.997Z' }]);
        expect(await finished('Gnome 4K.cbz')).toMatchObject([{ readAt: '2026-11-23T06:50:33.011Z' }]);
        expect(await listAll<ReadingSession>(as('reader'), '/api/v1/reading-sessions')).toMatchObject([
          {
            bookId: moved.bookOf('第01話.cbz'),
            startedAt: '2026-10-05T07:58:00.000Z',
            seconds: 65,
            pagesRead: 2,
            deviceName: 'iPad',
          },
        ]);
      });

      test('imports edits of series and books', async () => {
        const { admin } = server();
        const alice = moved.seriesOf("Alice's Adventures");
        expect((await admin.get<SeriesMetadata>(`/api/v1/series/${alice}/metadata`)).body).toMatchObject({
          title: "Alice's Adventures",
          titleSort: 'Alice Adventures',
          status: 'ended',
          ageRating: 6,
          language: 'en',
          readingDirection: 'ltr',
          year: 1865,
          summary: 'Down the rabbit hole.',
          genres: ['Fantasy', 'Classic'],
          tags: ['rabbit'],
          customMetadata: { shelf: 'A' },
          alternateTitles: [{ label: 'German', title: 'Alice im Wunderland' }],
          externalIds: [
            { source: 'manual', externalId: '30013', externalUrl: 'https://anilist.co/manga/30013' },
          ],
          externalLinks: [{ sourceName: 'wikipedia', url: 'https://en.wikipedia.org/wiki/Alice' }],
          locks: { title: true, summary: true, ageRating: true, genres: true },
        });
        const v02 = moved.bookOf('Wonderland v02.cbz');
        expect((await admin.get<BookMetadata>(`/api/v1/books/${v02}/metadata`)).body).toMatchObject({
          summary: 'The second volume.',
          releaseDate: '1865-11-26',
          isbns: ['9780141439761'],
          authors: [{ name: 'Lewis Carroll', role: 'author' }],
          locks: { summary: true, releaseDate: true, isbns: true, authors: true },
        });
        const tagged = await listAll<{ id: string }>(as('reader'), '/api/v1/series');
        expect(tagged.length).toBe(moved.series.length);
      });

      test('imports ordered lists, an automatic list, ratings, want-to-read and saved filters', async () => {
        const { admin } = server();
        const membersOf = async (path: string, name: string, member: string) => {
          const list = (await listAll<SharedList>(admin, path)).find((one) => one.name === name);
          const members = await listAll<{ id: string }>(admin, `${path}/${list?.id}/${member}`);
          return { ...list, members: members.map(({ id }) => id) };
        };
        const alice = moved.seriesOf("Alice's Adventures");
        expect(await membersOf('/api/v1/collections', 'Classics', 'series')).toMatchObject({
          summary: 'For everybody',
          ordered: true,
          members: [moved.books.find(({ path }) => path.includes('Page Blanche'))?.seriesId, alice],
        });
        expect(await membersOf('/api/v1/collections', 'All fantasy', 'series')).toMatchObject({
          automatic: true,
          members: [alice],
        });
        expect(await membersOf('/api/v1/readlists', 'Winter reading', 'books')).toMatchObject({
          summary: 'Long nights',
          members: ['Wonderland v02.cbz', 'Gnome 4K.cbz', 'Metamorphosis.epub'].map(moved.bookOf),
        });
        expect((await as('reader').get<Rating>(`/api/v1/series/${alice}/rating`)).body).toMatchObject({
          rating: 87,
          notes: 'Curiouser and curiouser.',
        });
        const wanted = async (what: string) =>
          (await listAll<{ id: string }>(as('reader'), `/api/v1/want-to-read/${what}`)).map(({ id }) => id);
        expect(await wanted('series')).toEqual([
          moved.books.find(({ path }) => path.includes('Torinome'))?.seriesId,
        ]);
        expect(await wanted('books')).toEqual([moved.bookOf('rar4.cbr')]);
        const { presets } = (await as('reader').get<{ presets: FilterPreset[] }>('/api/v1/filter-presets'))
          .body;
        const books = (await listAll<Library>(admin, '/api/v1/libraries')).find(
          ({ name }) => name === 'Books',
        );
        expect(presets).toMatchObject([
          { name: 'Unread fantasy', scope: 'list', target: 'series', sort: 'name,asc', libraryId: null },
          { name: 'Long EPUBs', scope: 'search', target: 'books', query: 'the', libraryId: books?.id },
        ]);
      });

      test('imports uploaded covers from their files', async () => {
        const colourOf = async (path: string) => {
          const { dominant } = await sharp((await server().admin.get(path)).bytes).stats();
          return [dominant.r, dominant.g, dominant.b].map((value) => value > 120);
        };
        const book = moved.bookOf('Wonderland v01.cbz');
        const series = moved.seriesOf("Alice's Adventures");
        expect(await colourOf(`/api/v1/books/${book}/thumbnail`)).toEqual([true, false, false]);
        expect(await colourOf(`/api/v1/series/${series}/thumbnail`)).toEqual([false, true, false]);
      });

      test('imports keys with their permissions', async () => {
        const get = (key: string, path: string) =>
          createClient(server().url, { 'x-api-key': key }).get<{ username: string }>(path);
        const key = 'codex_d6631d76bdd4349e_dc75876b3e5954d5aa50bc7833f61f08';
        // The second request uses the rehashed password.
        for (const _ of [1, 2]) {
          expect((await get(key, '/api/v1/user')).body.username).toBe('reader');
          expect((await get(key, '/api/v1/books')).status).toBe(200);
        }
        expect((await get(key, '/api/v1/api-keys')).status).toBe(403);
        for (const wrong of [
          `${key.slice(0, -1)}9`,
          `codex_${'0'.repeat(16)}_${'0'.repeat(32)}`,
          '0'.repeat(32),
        ])
          expect((await get(wrong, '/api/v1/user')).status).toBe(401);
        const script = 'codex_3ae08c4fdaaf0f06_46bd255d2d3b0a5875be077e932f027b';
        expect((await get(script, '/api/v1/user')).body.username).toBe('admin');
        const [own] = await listAll<ApiKey>(as('admin'), '/api/v1/api-keys');
        expect(own).toMatchObject({ name: 'Script', expiresAt: '2030-01-01T00:00:00.000Z' });
      });

      test('changes nothing in a second import', () => {
        expect(listNew(moved.first)).toMatchObject({
          libraries: 3,
          users: 5,
          'reading positions': 9,
          'completion times': 2,
          'reading sessions': 1,
          'saved filters': 2,
          'API keys': 2,
        });
        expect(listNew(moved.again)).toEqual({});
        expect(listLeft(moved.snapshot)).toEqual([
          ['koreader_links', 1],
          ['user_preferences', 1],
        ]);
      });
    },
    { withTasks: true },
  );

  test('is read with its write-ahead log', async () => {
    const scratch = makeScratch();
    const { readLists } = await readPeer(copySample('codex/with-log', scratch), scratch);
    expect(readLists).toMatchObject([{ name: 'Winter reading', memberIds: { length: 3 } }]);
  });
});

describe('Codex on a database server', () => {
  const rows = aSmallCodex({ root: '/library', mark: 's', sizes: [10, 20], hash: 'x' });

  test('reads the same data from one snapshot without writing', async () => {
    const scratch = makeScratch();
    const file = makeCodexDatabase(join(scratch, 'codex.db'), rows);
    const { address, drop } = await fillServerDatabase({
      ...rows,
      seaql_migrations: [{ version: 'm20260820_000108_create_user_plugin_oauth_states' }],
    });
    try {
      const copy = join(scratch, 'copy');
      await copyPeerServer(address, copy);
      const read = await readPeer(copy, scratch);
      expect(read.books).toHaveLength(2);
      expect(read).toEqual(await readPeer(file, scratch));
    } finally {
      await drop();
    }
  });

  test.each([
    [
      'postgres://someone:secret@127.0.0.1:1/codex',
      'The database codex on 127.0.0.1:1 cannot be read: no program listens at 127.0.0.1:1',
    ],
    ['postgres://', 'The address of the database server is invalid'],
    ['postgres://a:secret@%2Frun%2Fpostgresql/codex', 'The address of the database server is invalid'],
    ['postgres://a:secret@host/codex?sslkey=/etc/key', 'The address of the database server is invalid'],
  ])('rejects %s with a message that does not contain the password', async (address, sentence) => {
    const scratch = makeScratch();
    const refusal = await copyPeerServer(address, join(scratch, 'copy')).catch((error: unknown) =>
      String(error),
    );
    expect(refusal).toContain(sentence);
    expect(refusal).not.toContain('secret');
    expect(readdirSync(scratch)).toEqual([]);
  });

  test('rejects a database of another program with a message', async () => {
    const { address, drop } = await fillServerDatabase({ users: [{ id: codexId(1), username: 'x' }] });
    try {
      await expect(copyPeerServer(address, join(makeScratch(), 'copy'))).rejects.toThrow(
        /contains no Codex database/,
      );
    } finally {
      await drop();
    }
  });
});
