// A library in which a reader sees one series. The others are hidden by library, sharing tag and age rating. For the
// tests that look for leaks.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import { permissions } from '@lectern/contract/values';
import { expect } from 'vitest';
import { addScannedLibrary, listBooks, listSeries } from './harness/library.ts';
import type { TestServer } from './harness/server.ts';
import { type SignedIn, signIn } from './harness/sign-in.ts';
import { makeCbz } from './makers/books.ts';

export interface Thing {
  name: string;
  libraryId: string;
  series: Series;
  book: BookDto;
}

export interface HiddenWorld {
  /** Sees only `open`; deny rules hide the rest. */
  reader: SignedIn;
  maintainer: SignedIn;
  /** A maintainer with the same restrictions and all permissions except `system:admin`. */
  steward: SignedIn;
  /** Sees only `open`, through an allow rule. */
  allowed: SignedIn;
  open: Thing;
  hidden: readonly Thing[];
  lists: { collection: string; hiddenCollection: string; readList: string; hiddenReadList: string };
}

const word = (name: string) => `Zq${name}word`;
const comicInfo = (name: string, age = '') =>
  `<Title>${word(name)}</Title><Series>${word(name)}</Series><Genre>${word(name)}</Genre><Writer>${word(name)}</Writer><Publisher>${word(name)}</Publisher>${age}`;

/** Texts that a caller without access to the item must never receive. */
export const secretsOf = ({ name, series, book }: Thing): string[] => [
  name,
  series.id,
  book.id,
  book.fileHash,
];

export async function makeHiddenWorld(server: TestServer): Promise<HiddenWorld> {
  const { admin } = server;
  const spec = async (name: string, age?: string) =>
    makeCbz({ mark: name, pages: 2, comicInfo: comicInfo(name, age) });
  const shown = await addScannedLibrary(server, {
    'Open/1.cbz': await spec('Open', '<AgeRating>Everyone</AgeRating>'),
    'Tagged/1.cbz': await spec('Tagged', '<AgeRating>Everyone</AgeRating>'),
    'Adult/1.cbz': await spec('Adult', '<AgeRating>Adults Only 18+</AgeRating>'),
    'Unrated/1.cbz': await spec('Unrated'),
  });
  const away = await addScannedLibrary(server, { 'Away/1.cbz': await spec('Away') });
  const found: Thing[] = [];
  for (const library of [shown, away]) {
    const books = await listBooks(admin, library.id);
    for (const series of await listSeries(admin, library.id)) {
      const book = books.find(({ seriesId }) => seriesId === series.id);
      if (book) found.push({ name: series.title, libraryId: library.id, series, book });
    }
  }
  const of = (name: string) => found.find((one) => one.name === word(name));
  const make = async (path: string, body: object) => (await admin.post<{ id: string }>(path, body)).body.id;
  const tagId = await make('/api/v1/admin/sharing-tags', { name: 'grown-ups' });
  const kidsId = await make('/api/v1/admin/sharing-tags', { name: 'kids' });
  await admin.put(`/api/v1/series/${of('Tagged')?.series.id}/sharing-tags`, { tagIds: [tagId, kidsId] });
  await admin.put(`/api/v1/series/${of('Open')?.series.id}/sharing-tags`, { tagIds: [kidsId] });
  const open = of('Open');
  if (!open) throw new Error('Series "Open" not found');
  const hidden = found.filter((one) => one !== open);
  expect(hidden).toHaveLength(4);
  const seriesOf = (things: readonly Thing[]) => things.map(({ series }) => series.id);
  const booksOf = (things: readonly Thing[]) => things.map(({ book }) => book.id);
  const lists = {
    collection: await make('/api/v1/collections', { name: 'All', ids: seriesOf(found) }),
    hiddenCollection: await make('/api/v1/collections', { name: 'Zqhidden', ids: seriesOf(hidden) }),
    readList: await make('/api/v1/readlists', { name: 'All', ids: booksOf(found) }),
    hiddenReadList: await make('/api/v1/readlists', { name: 'Zqhidden', ids: booksOf(hidden) }),
  };
  const limit = async (who: SignedIn, sharingTags: object[]) => {
    // Progress, ratings and wants from before the restrictions must not reveal anything either.
    for (const { book, series } of found) {
      await who.post(`/api/v1/books/${book.id}/read`);
      await who.put(`/api/v1/series/${series.id}/rating`, { rating: 50 });
      await who.post(`/api/v1/want-to-read/series/${series.id}`);
      await who.post(`/api/v1/want-to-read/books/${book.id}`);
    }
    const limits = { sharedLibraryIds: [shown.id], sharingTags, maxAgeRating: 12, allowUnrated: false };
    const { status } = await admin.put(`/api/v1/users/${who.userId}/restrictions`, limits);
    expect(status).toBe(200);
    return who;
  };
  return {
    reader: await limit(await signIn(server), [{ tagId, access: 'deny' }]),
    steward: await limit(
      await signIn(server, {
        role: 'maintainer',
        permissions: permissions.filter((one) => one !== 'system:admin'),
      }),
      [{ tagId, access: 'deny' }],
    ),
    maintainer: await limit(await signIn(server, { role: 'maintainer' }), [{ tagId, access: 'deny' }]),
    // Deny overrides allow: the tagged series has both tags.
    allowed: await limit(await signIn(server), [
      { tagId: kidsId, access: 'allow' },
      { tagId, access: 'deny' },
    ]),
    open,
    hidden,
    lists,
  };
}
