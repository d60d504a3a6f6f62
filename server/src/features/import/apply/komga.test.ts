import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Restrictions, User } from '@lectern/contract/identity/users';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { Series } from '@lectern/contract/libraries/series';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import type { HistoryEntry, Progression } from '@lectern/contract/reading/progress';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../../../test/harness/client.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { carryOut, expectAgreement, listLeft } from '../../../../test/peers/moving.ts';
import { copySample, hasSampleBooks, layOutBooks, makeScratch } from '../../../../test/peers/samples.ts';
import { readPeer, type Snapshot } from '../sources/index.ts';
import type { Outcome, Plan } from './index.ts';

const passwords: Record<string, string> = {
  'admin@example.com': 'admin-Passw0rd',
  'reader@example.com': 'Reader-pässwort 1',
  'kid@example.com': 'kid-Passw0rd',
  'teen@example.com': 'teen-Passw0rd',
};

describe.skipIf(!hasSampleBooks)('a Komga database', () => {
  withServer(
    'when imported',
    (server) => {
      let snapshot: Snapshot;
      let plan: Plan;
      let first: Outcome[];
      let again: Outcome[];
      let books: BookDto[];
      let series: Series[];
      const clients = new Map<string, Client>();

      async function signIn(email: string): Promise<Client> {
        const known = clients.get(email);
        if (known) return known;
        const body = { username: email, password: passwords[email] };
        const answer = await server().post<{ accessToken: string }>('/api/v1/auth/login', body);
        expect(answer.status).toBe(200);
        const client = createClient(server().url, { authorization: `Bearer ${answer.body.accessToken}` });
        clients.set(email, client);
        return client;
      }
      const bookOf = (end: string): string => books.find(({ path }) => path.endsWith(end))?.id ?? end;
      const seriesOf = (title: string): string => series.find((one) => one.title === title)?.id ?? title;
      const list = async <T>(client: Client, path: string): Promise<T[]> =>
        (await client.get<{ data: T[] }>(`${path}?pageSize=500`)).body.data;

      beforeAll(async () => {
        const { app, folder, admin } = server();
        snapshot = await readPeer(copySample('komga', folder), folder);
        layOutBooks(
          folder,
          snapshot.books.map(({ path, sizeBytes }) => ({ path: path.replace('/mnt/', 'media/'), sizeBytes })),
        );
        const maps = [{ from: '/mnt', to: join(folder, 'media') }];
        plan = await app.snapshotImport.plan(snapshot, maps);
        first = await carryOut(server(), plan);
        again = await carryOut(server(), await app.snapshotImport.plan(snapshot, maps));
        for (const outcomes of [first, again]) expectAgreement(snapshot, outcomes);
        await waitForQuiet(server());
        books = await list(admin, '/api/v1/books');
        series = await list(admin, '/api/v1/series');
      });

      test('shows a plan with folders, books, and data that cannot be imported', () => {
        expect(plan.libraries.map(({ theirs, roots }) => [theirs.name, roots[0]?.from])).toEqual([
          ['Comics', '/mnt/comics'],
          ['Manga', '/mnt/manga'],
          ['Books & PDFs', '/mnt/books'],
        ]);
        expect([plan.there.length, plan.missing.length, plan.rewritten.length]).toEqual([21, 0, 0]);
        expect(listLeft(snapshot)).toEqual([
          ['oneshots', 1],
          ['kobo_links', 1],
          ['koreader_links', 1],
          ['client_settings', 1],
        ]);
      });

      test('imports libraries with their exclusions and scan schedules', async () => {
        const libraries = await list<Library>(server().admin, '/api/v1/libraries');
        const excludedPatterns = ['**/*#recycle*/**', '**/*@eaDir*/**'];
        expect(
          libraries.map(({ name, bookCount, scanning, seriesStrategy, ...rest }) => ({
            name,
            bookCount,
            excludedPatterns: rest.excludedPatterns.toSorted(),
            cron: scanning.cronSchedule,
            seriesStrategy,
          })),
        ).toEqual([
          {
            name: 'Books & PDFs',
            bookCount: 9,
            excludedPatterns,
            cron: null,
            seriesStrategy: 'series_folder',
          },
          {
            name: 'Comics',
            bookCount: 8,
            excludedPatterns,
            cron: null,
            seriesStrategy: 'series_folder',
          },
          {
            name: 'Manga',
            bookCount: 4,
            excludedPatterns,
            cron: '0 4 * * *',
            seriesStrategy: 'series_folder',
          },
        ]);
      });

      test("accepts the old password on Komga's paths", async () => {
        const get = (password: string) => {
          const basic = Buffer.from(`teen@example.com:${password}`).toString('base64');
          const app = createClient(server().url, { authorization: `Basic ${basic}` });
          return app.get<{ email: string }>('/compat/api/v2/users/me');
        };
        expect((await get('no-Passw0rd')).status).toBe(401);
        // The second request uses the rehashed password.
        for (const _ of [1, 2]) expect((await get('teen-Passw0rd')).body.email).toBe('teen@example.com');
      });

      test('imports passwords, roles and restrictions', async () => {
        for (const email of Object.keys(passwords)) await signIn(email);
        const users = await list<User>(server().admin, '/api/v1/users');
        const find = (email: string) => users.find((user) => user.email === email);
        const roles = ['admin', 'reader', 'kid', 'teen'].map((name) => find(`${name}@example.com`)?.role);
        expect(roles).toEqual(['admin', 'reader', 'reader', 'reader']);
        expect(find('kid@example.com')?.username).toBe('kid');
        const limitsOf = async (email: string) =>
          (await server().admin.get<Restrictions>(`/api/v1/users/${find(email)?.id}/restrictions`)).body;
        const open = { sharedLibraryIds: [], sharingTags: [], maxAgeRating: null, allowUnrated: true };
        expect(await limitsOf('reader@example.com')).toEqual(open);
        expect(await limitsOf('teen@example.com')).toEqual({ ...open, maxAgeRating: 17 });
        const libraries = await list<Library>(server().admin, '/api/v1/libraries');
        const tags = await list<{ id: string; name: string }>(server().admin, '/api/v1/admin/sharing-tags');
        const idOf = (things: { id: string; name: string }[], name: string) =>
          things.find((one) => one.name === name)?.id;
        const kid = await limitsOf('kid@example.com');
        expect(kid).toMatchObject({ maxAgeRating: 12, allowUnrated: false });
        expect(kid.sharedLibraryIds.toSorted()).toEqual(
          [idOf(libraries, 'Comics'), idOf(libraries, 'Manga')].toSorted(),
        );
        expect(kid.sharingTags).toEqual([
          { tagId: idOf(tags, 'kids'), access: 'allow' },
          { tagId: idOf(tags, 'adult'), access: 'deny' },
        ]);
      });

      test('hides the same series from a restricted user as Komga', async () => {
        const kid = await signIn('kid@example.com');
        expect((await list<Series>(kid, '/api/v1/series')).map(({ title }) => title)).toEqual([
          "Alice's Adventures",
        ]);
        const teen = await signIn('teen@example.com');
        const seen = (await list<Series>(teen, '/api/v1/series')).map(({ title }) => title);
        expect(seen).not.toContain('Page Blanche');
        expect(seen).toContain("Alice's Adventures");
      });

      test('imports positions with their times', async () => {
        const reader = await signIn('reader@example.com');
        const placeOf = async (client: Client, end: string) =>
          (await client.get<ReadProgress>(`/api/v1/books/${bookOf(end)}/progress`)).body;
        expect(await placeOf(reader, 'Wonderland v01.cbz')).toMatchObject({
          currentPage: 5,
          completed: true,
        });
        expect(await placeOf(reader, 'Wonderland v02.cbz')).toMatchObject({
          currentPage: 3,
          completed: false,
        });
        expect(await placeOf(reader, 'rar4.cbr')).toMatchObject({ currentPage: 1, completed: false });
        expect(await placeOf(reader, 'simple-multipage.pdf')).toMatchObject({
          currentPage: 2,
          completed: false,
        });
        expect(await placeOf(reader, 'Gnome 4K.cbz')).toMatchObject({
          currentPage: 2,
          completed: true,
          startedAt: '2026-11-23T06:06:59.000Z',
        });
        expect(await placeOf(reader, '第01話.cbz')).toMatchObject({
          currentPage: 2,
          completed: false,
          updatedAt: expect.stringMatching(/^2026-10-05T08:00:00/),
        });
        const admin = await signIn('admin@example.com');
        expect(await placeOf(admin, '#01 (2011) (Digital).cbz')).toMatchObject({ currentPage: 4 });
        const kid = await signIn('kid@example.com');
        expect(await placeOf(kid, 'Wonderland v01.cbz')).toMatchObject({ currentPage: 2, completed: false });
      });

      test('imports exact text positions with their devices', async () => {
        const reader = await signIn('reader@example.com');
        const documentOf = async (end: string) =>
          (await reader.get<Progression>(`/api/v1/books/${bookOf(end)}/progression`)).body;
        const metamorphosis = await documentOf('Metamorphosis.epub');
        expect(metamorphosis).toMatchObject({
          modified: expect.stringMatching(/^2026-11-01T10:20:30/),
          device: { id: 'device-1', name: 'Phone' },
        });
        expect(metamorphosis.locator.locations?.progression).toBeCloseTo(0.41025642, 6);
        const alice = await documentOf('(Gutenberg).epub');
        expect(alice).toMatchObject({
          modified: expect.stringMatching(/^2026-11-02T10:20:30\.123/),
          device: { name: 'Tablet' },
        });
        expect(await documentOf('live-manual.fr.epub')).toMatchObject({
          device: { id: 'ABCDEF0123', name: 'KOReader dev' },
          locator: { href: expect.stringMatching(/about-manual\.xhtml$/) },
        });
        const history = await list<HistoryEntry>(
          reader,
          `/api/v1/books/${bookOf('第01話.cbz')}/read-history`,
        );
        expect(history.map(({ deviceId, deviceName }) => [deviceId, deviceName])).toEqual([
          ['ios-7', 'iPad'],
        ]);
      });

      test('imports edits of series and books as locked values', async () => {
        const { admin } = server();
        const metadataOf = async (title: string) =>
          (await admin.get<SeriesMetadata>(`/api/v1/series/${seriesOf(title)}/metadata`)).body;
        expect(await metadataOf("Alice's Adventures")).toMatchObject({
          titleSort: 'Alice Adventures',
          summary: 'Down the rabbit hole.',
          publisher: 'Macmillan',
          ageRating: 6,
          genres: ['fantasy', 'classic'],
          locks: {
            title: true,
            titleSort: true,
            summary: true,
            publisher: true,
            ageRating: true,
            genres: true,
          },
        });
        expect(await metadataOf('Page Blanche')).toMatchObject({ ageRating: 18 });
        expect(await metadataOf('ハルコさんの彼氏')).toMatchObject({
          readingDirection: 'rtl',
          locks: { readingDirection: true },
        });
        const v02 = bookOf('Wonderland v02.cbz');
        expect((await admin.get<BookMetadata>(`/api/v1/books/${v02}/metadata`)).body).toMatchObject({
          title: 'Second part',
          number: 2,
          summary: 'The second volume.',
          releaseDate: '1865-11-26',
          authors: [
            { name: 'Lewis Carroll', role: 'writer' },
            { name: 'John Tenniel', role: 'penciller' },
          ],
          tags: ['pool of tears'],
          isbns: ['9780141439761'],
          locks: { title: true, summary: true, releaseDate: true, authors: true, tags: true, isbns: true },
        });
      });

      test('imports unlocked values as those of a provider, below edits and above files', async () => {
        const { admin } = server();
        const path = `/api/v1/series/${seriesOf("Alice's Adventures")}/metadata`;
        const read = async () => (await admin.get<SeriesMetadata>(path)).body;
        const before = await read();
        expect(before).toMatchObject({
          status: 'ended',
          totalVolumeCount: 4,
          tags: ['rabbit'],
          alternateTitles: [{ label: 'German', title: 'Alice im Wunderland' }],
          externalLinks: [{ sourceName: 'Wikipedia' }],
          origins: { status: { from: 'provider', provider: 'komga', providerName: 'Komga' } },
        });
        expect(before.locks).not.toHaveProperty('status');
        // Default values, and values that the files state as well, are left out.
        expect(snapshot.series.find(({ title }) => title === 'Okular')?.provided).toBeUndefined();
        const v01 = `/api/v1/books/${bookOf('Wonderland v01.cbz')}/metadata`;
        expect((await admin.get<BookMetadata>(v01)).body.releaseDate).toBe('1865-11');
        await admin.patch(path, { status: 'hiatus' });
        expect(await read()).toMatchObject({ status: 'hiatus', origins: { status: { from: 'person' } } });
        await admin.post(`${path}/reset`);
      });

      test('imports lists in order without duplicates, including those created from files', async () => {
        const { admin } = server();
        type Listed = { id: string; name: string; ordered: boolean; summary: string | null };
        const titles = async (path: string) =>
          Object.fromEntries(
            await Promise.all(
              (await list<Listed>(admin, path)).map(async ({ id, name }) => {
                const member = path.endsWith('collections') ? 'series' : 'books';
                const members = await list<{ id: string }>(admin, `${path}/${id}/${member}`);
                return [name, members.map((one) => one.id)];
              }),
            ),
          );
        const haruko = seriesOf('ハルコさんの彼氏');
        const alice = seriesOf("Alice's Adventures");
        const collections = await titles('/api/v1/collections');
        expect(collections.Classics).toEqual([seriesOf('Page Blanche'), alice]);
        expect(collections.Japan).toHaveLength(2);
        expect(collections.Japan).toContain(haruko);
        expect(collections.Alice).toEqual([alice]);
        const readLists = await titles('/api/v1/readlists');
        expect(readLists['Winter reading']).toEqual(
          ['Wonderland v02.cbz', 'Gnome 4K.cbz', 'Metamorphosis.epub'].map(bookOf),
        );
        expect(readLists['By date']?.toSorted()).toEqual(
          [books.find(({ path }) => path.includes('Torinome'))?.id ?? '', bookOf('rar4.cbr')].toSorted(),
        );
        expect(readLists.Wonderland).toEqual(['Wonderland v01.cbz', 'Wonderland v02.cbz'].map(bookOf));
        const winter = (await list<Listed>(admin, '/api/v1/readlists')).find(
          ({ name }) => name === 'Winter reading',
        );
        expect(winter).toMatchObject({ ordered: true, summary: 'Long nights' });
      });

      test('imports uploaded covers', async () => {
        const { admin } = server();
        const colourOf = async (path: string) => {
          const { status, bytes } = await admin.get(path);
          expect(status).toBe(200);
          const { dominant } = await sharp(bytes).stats();
          return [dominant.r, dominant.g, dominant.b]
            .map((value) => (value > 120 ? 'much' : 'little'))
            .join(' ');
        };
        const cover = (kind: string, id: string) => colourOf(`/api/v1/${kind}/${id}/thumbnail`);
        expect(await cover('books', bookOf('Wonderland v01.cbz'))).toBe('much little little');
        expect(await cover('series', seriesOf("Alice's Adventures"))).toBe('little much little');
        const idOf = async (path: string, name: string) =>
          (await list<{ id: string; name: string }>(admin, path)).find((one) => one.name === name)?.id ?? '';
        expect(await cover('collections', await idOf('/api/v1/collections', 'Alice'))).toBe(
          'little little much',
        );
        expect(await cover('readlists', await idOf('/api/v1/readlists', 'Winter reading'))).toBe(
          'much much little',
        );
      });

      test("accepts imported API keys, also on Komga's paths", async () => {
        const get = (key: string, path: string) =>
          createClient(server().url, { 'x-api-key': key }).get<{ email: string }>(path);
        for (const [key, email] of [
          ['09304d4fd25c469d8c144ef906803d46', 'reader@example.com'],
          ['7ec7f241e0624577a196102155cb081e', 'reader@example.com'],
          ['d683473cbc8e4584aef959cb3cefcaa3', 'admin@example.com'],
        ] as const) {
          expect((await get(key, '/api/v1/user')).body.email).toBe(email);
          expect((await get(key, '/compat/api/v2/users/me')).body.email).toBe(email);
        }
        expect((await get('09304d4fd25c469d8c144ef906803d47', '/api/v1/user')).status).toBe(401);
      });

      test('changes nothing in a second import', () => {
        const news = (outcomes: Outcome[]) =>
          Object.fromEntries(outcomes.map(({ what, taken }) => [what, taken]));
        expect(news(first)).toMatchObject({ libraries: 3, users: 4, 'reading positions': 11 });
        expect(Object.values(news(again)).filter((count) => count > 0)).toEqual([]);
      });
    },
    { withTasks: true, environment: { LECTERN_COMPAT_API_ENABLED: 'true' } },
  );

  test('is read with its write-ahead log while in use, without modifying the source', async () => {
    const scratch = makeScratch();
    const folder = copySample('komga/in-use', scratch);
    const files = readdirSync(folder);
    const snapshot = await readPeer(join(folder, 'database.sqlite'), scratch);
    expect(snapshot.readings).toHaveLength(11);
    expect(readdirSync(folder)).toEqual(files);
    expect(readdirSync(scratch)).toEqual(['in-use']);
  });
});
