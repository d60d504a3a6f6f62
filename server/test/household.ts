// A household with items of every kind, created through the API, for tests of exports and upgrades.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { expect } from 'vitest';
import { newId } from '#infrastructure/ids.ts';
import { makeWoff2 } from './fonts.ts';
import { makeKey } from './harness/api-key.ts';
import { addScannedLibrary, listBooks, listSeries, type TestLibrary } from './harness/library.ts';
import { openDatabaseOf } from './harness/open-database.ts';
import { waitForQuiet } from './harness/quiet.ts';
import type { TestServer } from './harness/server.ts';
import { type SignedIn, signIn } from './harness/sign-in.ts';
import { makeCbz, makeEpub, makePage, makePdf } from './makers/books.ts';

export interface Household {
  library: TestLibrary;
  /** A reader with restrictions. */
  anna: SignedIn;
  /** Anna's API key. */
  key: string;
  collection: string;
}

/** `mark` makes names unique on a server. */
export async function makeHousehold(server: TestServer, mark: string): Promise<Household> {
  const { admin } = server;
  const library = await addScannedLibrary(
    server,
    {
      'Saga/Saga 1.cbz': await makeCbz({ mark: `${mark} 1`, pages: 4 }),
      'Saga/Saga 2.cbz': await makeCbz({ mark: `${mark} 2`, pages: 5 }),
      'Tale/Tale.epub': makeEpub(),
      'Tale/Extra.cbz': await makeCbz({ mark: `${mark} 3`, pages: 2 }),
      // Two formats of one book, and two files with the same name that are separate books.
      'Pair/First.epub': makeEpub({ metadata: `<dc:title>${mark} pair</dc:title>` }),
      'Pair/Second.pdf': makePdf({ info: { Title: `${mark} pair in PDF` } }),
      'Apart/Apart.epub': makeEpub({ metadata: `<dc:title>${mark} apart</dc:title>` }),
      'Apart/Apart.pdf': makePdf({ info: { Title: `${mark} apart in PDF` } }),
    },
    {
      excludedPatterns: ['**/tmp/**'],
      scanning: { cronSchedule: '0 3 * * *' },
      groupFormats: true,
      allowFileChanges: true,
      writeMetadata: 'sidecars',
      namingPattern: '{series}/{series} {number}',
    },
  );
  await waitForQuiet(server);
  const books = await listBooks(admin, library.id);
  const series = await listSeries(admin, library.id);
  const bookOf = (name: string) => books.find(({ path }) => path.endsWith(name))?.id ?? name;
  const seriesOf = (name: string) => series.find(({ title }) => title === name)?.id ?? name;
  const ok = async <T>(asked: Promise<{ status: number; body: T; bytes: Buffer }>): Promise<T> => {
    const { status, body, bytes } = await asked;
    expect([status, bytes.toString().slice(0, 300)]).toSatisfy(() => status < 300);
    return body;
  };
  const upload = (path: string, bytes: Uint8Array, name: string, who = admin) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    return ok(who.request('POST', path, { raw: form }));
  };

  await ok(admin.put('/api/v1/admin/settings/activity.keep_days', { value: 30 }));
  await ok(admin.post(`/api/v1/books/${bookOf('First.epub')}/formats`, { bookIds: [bookOf('Second.pdf')] }));
  const apart = bookOf('Apart.epub');
  const { formats } = (await admin.get<{ formats: { bookId: string }[] }>(`/api/v1/books/${apart}`)).body;
  for (const { bookId } of formats)
    if (bookId !== apart) await ok(admin.delete(`/api/v1/books/${apart}/formats/${bookId}`));
  await ok(
    admin.patch(`/api/v1/series/${seriesOf('Saga')}/metadata`, {
      title: 'The Saga',
      genres: ['Space Opera'],
      ageRating: 12,
      externalLinks: [{ sourceName: 'Publisher', url: 'https://example.com/saga' }],
    }),
  );
  await ok(admin.put(`/api/v1/series/${seriesOf('Saga')}/metadata/locks`, { summary: true }));
  await ok(
    admin.patch(`/api/v1/books/${bookOf('Saga 1.cbz')}/metadata`, {
      title: 'The Beginning',
      authors: [{ name: 'Ann Writer', role: 'writer' }],
      releaseDate: '2012-03',
    }),
  );
  await ok(
    admin.patch(`/api/v1/books/${bookOf('Tale.epub')}/metadata`, { title: 'A Tale', tags: ['short'] }),
  );
  await provide(server, { seriesId: seriesOf('Saga'), bookId: bookOf('Saga 1.cbz') });
  const different = [bookOf('Tale.epub'), bookOf('Extra.cbz')];
  await ok(admin.patch('/api/v1/duplicates/formats', { bookIds: different, dismissed: true }));
  await ok(
    admin.put(`/api/v1/books/${bookOf('Saga 1.cbz')}/pages/2/panels`, { panels: [[0, 0, 100, 50.25]] }),
  );
  await decide(server, { libraryId: library.id, comics: [bookOf('Saga 1.cbz'), bookOf('Saga 2.cbz')] });
  await upload(`/api/v1/series/${seriesOf('Saga')}/cover`, await makePage(1, `${mark} cover`), 'cover.jpg');
  await upload(`/api/v1/books/${bookOf('Saga 2.cbz')}/cover`, await makePage(2, `${mark} cover`), 'two.jpg');

  const tag = await ok(
    admin.post<{ id: string }>('/api/v1/admin/sharing-tags', {
      name: `Grown-ups ${mark}`,
      description: 'Not yet',
    }),
  );
  for (const name of ['Saga', 'Tale'])
    await ok(admin.put(`/api/v1/series/${seriesOf(name)}/sharing-tags`, { tagIds: [tag.id] }));

  const collection = await ok(
    admin.post<SharedList>('/api/v1/collections', {
      name: `Both ${mark}`,
      summary: 'Full summary',
      ordered: true,
      ids: [seriesOf('Tale'), seriesOf('Saga')],
    }),
  );
  await ok(
    admin.post('/api/v1/collections', {
      name: `Of itself ${mark}`,
      condition: { libraryId: { operator: 'is', value: library.id } },
    }),
  );
  await ok(
    admin.post('/api/v1/readlists', {
      name: `Evenings ${mark}`,
      ordered: true,
      ids: [bookOf('Saga 2.cbz'), bookOf('Saga 1.cbz')],
    }),
  );

  const anna = await signIn(server, { username: `anna-${mark}` });
  await ok(
    admin.put(`/api/v1/users/${anna.userId}/restrictions`, {
      sharedLibraryIds: [library.id],
      maxAgeRating: 16,
      allowUnrated: true,
      sharingTags: [{ tagId: tag.id, access: 'allow' }],
    }),
  );
  const place = (book: string, body: object) =>
    ok(anna.put(`/api/v1/books/${bookOf(book)}/progress`, { deviceId: 'd1', deviceName: 'Tablet', ...body }));
  await place('Saga 1.cbz', { currentPage: 2, readAt: '2026-03-01T08:00:00.000Z' });
  await place('Saga 1.cbz', { completed: true, readAt: '2026-03-02T08:00:00.000Z' });
  await place('Saga 2.cbz', { currentPage: 3, readAt: '2026-03-03T08:00:00.000Z' });
  await ok(
    anna.post('/api/v1/reading-sessions', {
      sessions: [
        {
          id: `018f0000-0000-7000-8000-0000000000${mark.length}1`,
          bookId: bookOf('Saga 1.cbz'),
          startedAt: '2026-03-02T07:30:00.000Z',
          endedAt: '2026-03-02T08:00:00.000Z',
          pagesRead: 2,
        },
      ],
    }),
  );
  await ok(
    anna.put(
      `/api/v1/books/${bookOf('Saga 1.cbz')}/annotations/018f0000-0000-7000-8000-0000000001${mark.length}1`,
      {
        kind: 'bookmark',
        locator: { href: 'pages/2', locations: { position: 2 } },
        note: 'Look *here*',
        changedAt: '2026-03-02T07:40:00.000Z',
      },
    ),
  );
  await ok(anna.put(`/api/v1/series/${seriesOf('Saga')}/rating`, { rating: 80, notes: 'Good' }));
  await ok(anna.post(`/api/v1/want-to-read/series/${seriesOf('Tale')}`));
  await ok(anna.post(`/api/v1/want-to-read/books/${bookOf('Tale.epub')}`));
  await ok(
    anna.post('/api/v1/filter-presets', {
      name: 'Mine',
      scope: 'list',
      libraryId: library.id,
      target: 'series',
      condition: { libraryId: { operator: 'is', value: library.id } },
      pinned: true,
    }),
  );
  await choose(anna, { followed: seriesOf('Tale'), ignored: seriesOf('Saga') });
  await upload('/api/v1/user/fonts', makeWoff2(), 'Nice Serif.woff2', anna);
  const { key } = await makeKey(anna, { name: 'Phone' });
  await waitForQuiet(server);
  return { library, anna, key, collection: collection.id };
}

/** Sets followed releases and preferences. */
async function choose(who: SignedIn, { followed, ignored }: { followed: string; ignored: string }) {
  const answers = [
    await who.put('/api/v1/user/preferences/web.theme', 'dark'),
    await who.put('/api/v1/user/preferences/web.hidden', { series: [ignored] }),
    await who.put(`/api/v1/series/${followed}/releases/follow`, { isFollowed: true }),
    await who.put(`/api/v1/series/${ignored}/releases/follow`, { isFollowed: false }),
    await who.patch('/api/v1/user/releases/settings', { isAutomatic: false, languages: ['en', 'ja'] }),
  ];
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
}

/** Stores metadata of a provider whose plugin is not installed. */
async function provide(server: TestServer, { seriesId, bookId }: { seriesId: string; bookId: string }) {
  const provided = JSON.stringify([
    {
      provider: 'some-provider',
      name: 'Some provider',
      externalId: '7',
      externalUrl: null,
      fields: null,
      values: {
        summary: { value: 'Summary from a provider', at: 1_600_000_000_000 },
        externalIds: {
          value: [{ source: 'plugin:some', externalId: '7', externalUrl: null }],
          at: 1_600_000_000_000,
        },
      },
      dropped: ['year'],
      takenAt: 1_600_000_000_000,
      refreshedAt: 1_600_000_000_000,
    },
  ]);
  const database = await openDatabaseOf(server);
  await database.db
    .updateTable('seriesMetadata')
    .set({ provided })
    .where('seriesId', '=', seriesId)
    .execute();
  await database.db.updateTable('bookEdit').set({ provided }).where('bookId', '=', bookId).execute();
  await database.close();
}

/** Dismisses a pair of similar comics and skips a credit page. */
async function decide(server: TestServer, { libraryId, comics }: { libraryId: string; comics: string[] }) {
  const [bookId = '', otherId = ''] = comics.toSorted();
  const database = await openDatabaseOf(server);
  await database.db
    .insertInto('similarBook')
    .values({ id: newId(), bookId, otherId, matching: 8, compared: 10, isDismissed: 1, foundAt: 1 })
    .execute();
  await database.db
    .insertInto('creditPage')
    .values({ id: newId(), libraryId, hash: 'c0'.repeat(16), state: 'skipped', foundAt: 1, decidedAt: 1 })
    .execute();
  await database.close();
}
