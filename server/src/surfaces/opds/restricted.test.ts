import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../test/harness/client.ts';
import {
  basic,
  createOpdsReader,
  textOf,
  titlesOf,
  walkDocuments,
} from '../../../test/harness/clients/opds.ts';
import { addScannedLibrary, listBooks, listSeries, type TestLibrary } from '../../../test/harness/library.ts';
import { withServer } from '../../../test/harness/server.ts';
import { signIn } from '../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../test/makers/books.ts';

const word = (name: string) => `Zq${name}word`;
const spec = (name: string, age: string) =>
  makeCbz({
    mark: name,
    pages: 1,
    comicInfo: `<Title>${word(name)}</Title><Series>${word(name)}</Series><Genre>${word(name)}</Genre>
      <Publisher>${word(name)}</Publisher><Writer>${word(name)}</Writer>${age}`,
  });
const everyone = '<AgeRating>Everyone</AgeRating>';

withServer(
  'OPDS for a user with restrictions',
  (server) => {
    let client: Client;
    let shown: TestLibrary;
    let away: TestLibrary;
    /** Ids and words that must not be revealed. */
    const secrets: string[] = [];
    let hiddenBooks: string[] = [];
    let hiddenSeries: string[] = [];

    beforeAll(async () => {
      const { admin } = server();
      shown = await addScannedLibrary(server(), {
        'Open/1.cbz': await spec('Open', everyone),
        'Tagged/1.cbz': await spec('Tagged', everyone),
        'Adult/1.cbz': await spec('Adult', '<AgeRating>Adults Only 18+</AgeRating>'),
        'Unrated/1.cbz': await spec('Unrated', ''),
      });
      away = await addScannedLibrary(server(), { 'Away/1.cbz': await spec('Away', everyone) });
      const all = [shown, away];
      const series = (await Promise.all(all.map(({ id }) => listSeries(admin, id)))).flat();
      const books = (await Promise.all(all.map(({ id }) => listBooks(admin, id)))).flat();
      const isHidden = ({ title }: { title: string }) => title !== word('Open');
      hiddenSeries = series.filter(isHidden).map(({ id }) => id);
      hiddenBooks = books.filter(isHidden).map(({ id }) => id);
      expect([hiddenSeries.length, hiddenBooks.length]).toEqual([4, 4]);
      secrets.push(...hiddenSeries, ...hiddenBooks, away.id, away.name, 'Zqhidden');
      secrets.push(...['Tagged', 'Adult', 'Unrated', 'Away'].map(word));
      const tag = (await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'no' })).body.id;
      const tagged = series.find(({ title }) => title === word('Tagged'));
      await admin.put(`/api/v1/series/${tagged?.id}/sharing-tags`, { tagIds: [tag] });
      const ids = { series: series.map(({ id }) => id), books: books.map(({ id }) => id) };
      await admin.post('/api/v1/collections', { name: 'All', ids: ids.series });
      await admin.post('/api/v1/collections', { name: 'Zqhidden', ids: hiddenSeries });
      await admin.post('/api/v1/readlists', { name: 'All', ids: ids.books });
      await admin.post('/api/v1/readlists', { name: 'Zqhidden', ids: hiddenBooks });
      const reader = await signIn(server());
      // Progress from before the restrictions must not reveal anything either.
      for (const id of ids.books) {
        await reader.put(`/api/v1/books/${id}/progress`, { currentPage: 1, completed: false });
        await reader.post(`/api/v1/want-to-read/books/${id}`);
      }
      for (const id of ids.series) await reader.post(`/api/v1/want-to-read/series/${id}`);
      for (const target of ['series', 'books'])
        await reader.post('/api/v1/filter-presets', {
          name: `All ${target}`,
          scope: 'list',
          target,
          pinned: true,
          condition: { allOf: [] },
        });
      const sharingTags = [{ tagId: tag, access: 'deny' }];
      const limits = { sharedLibraryIds: [shown.id], sharingTags, maxAgeRating: 12, allowUnrated: false };
      const { status } = await admin.put(`/api/v1/users/${reader.userId}/restrictions`, limits);
      expect(status).toBe(200);
      client = server().as(basic(reader.username, reader.password));
    }, 60_000);

    test.each(['/opds/v1/catalog', '/opds/v2/catalog'])(
      'reveals nothing hidden in any document linked from %s',
      async (start) => {
        const documents = await walkDocuments(client, start);
        expect(documents.size).toBeGreaterThan(20);
        const counts = /(?:thr:count="|totalResults>|"numberOfItems":)([2-9]|\d\d)|[2-9] (?:series|books)/;
        for (const [address, text] of documents) {
          for (const secret of secrets) expect([address, text.includes(secret)]).toEqual([address, false]);
          // There is one of everything except the user's filters: no count may be higher.
          if (address.endsWith('/presets')) continue;
          expect([address, counts.exec(text)?.[0]]).toEqual([address, undefined]);
        }
      },
      60_000,
    );

    test('lists and counts the visible item once everywhere, including searches', async () => {
      const { getXml } = createOpdsReader(client);
      for (const path of [
        'series',
        'series/new',
        'series/updated',
        'books',
        'books/new',
        'keep-reading',
        'want-to-read/series',
        'want-to-read/books',
        'genres',
        'publishers',
        'collections',
        'readlists',
        'search/series?q=Zq',
        'search/books?q=Zq',
        `series?library=${shown.id}`,
      ]) {
        const feed = await getXml(`/opds/v1/${path}`);
        expect([path, textOf(feed, 'opensearch:totalResults'), titlesOf(feed).length]).toEqual([
          path,
          '1',
          1,
        ]);
      }
      for (const path of [
        `search/books?q=${word('Away')}`,
        `search/series?q=${word('Tagged')}`,
        `series?genre=${word('Adult')}`,
        `series?publisher=${word('Unrated')}`,
        `books?genre=${word('Away')}`,
      ]) {
        const feed = await getXml(`/opds/v1/${path}`);
        expect([path, textOf(feed, 'opensearch:totalResults'), titlesOf(feed)]).toEqual([path, '0', []]);
      }
    });

    test('returns 404 for ids of hidden items', async () => {
      for (const version of ['v1', 'v2'])
        for (const path of [
          ...hiddenSeries.map((id) => `series/${id}`),
          ...hiddenBooks.map((id) => `books/${id}`),
          `libraries/${away.id}`,
          `series?library=${away.id}`,
          `books?library=${away.id}`,
          `genres?library=${away.id}`,
          `on-deck?library=${away.id}`,
        ]) {
          const { status, bytes } = await client.get(`/opds/${version}/${path}`);
          expect([path, status]).toEqual([path, 404]);
          expect(bytes.toString()).not.toMatch(/Zq/);
        }
    });
  },
  { withTasks: true },
);
