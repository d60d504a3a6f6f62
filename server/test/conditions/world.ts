// A library in which every condition field has several values and is also missing for some books: all formats, and
// books that are deleted, read, rated, listed or damaged.

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';
import { newId } from '#infrastructure/ids.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import type { SeriesTable } from '#schema/tables/libraries/series.ts';
import { addScannedLibrary, listBooks, listSeries, scan } from '../harness/library.ts';
import { openDatabaseOf } from '../harness/open-database.ts';
import type { TestServer } from '../harness/server.ts';
import type { SignedIn } from '../harness/sign-in.ts';
import { makeCbr, makeCbz, makeEpub, makePdf } from '../makers/books.ts';

const tag = (name: string, value: string | number | undefined) =>
  value === undefined ? '' : `<${name}>${value}</${name}>`;
const pick = <T>(list: readonly T[], i: number): T | undefined => list[i % list.length];

const names = [
  'Été 100%',
  'Ångström_Files',
  'straße',
  'Москва',
  '進撃の巨人',
  'Batman',
  'the Zoo',
  'A\\B',
  "O'Neil",
  'Saga',
];

/** ComicInfo of one book. Each field cycles through its values with a different period and has gaps. */
function toComicInfo(series: string, s: number, n: number): string {
  const i = s * 5 + n;
  return [
    tag('Series', s % 4 === 3 ? undefined : series),
    tag('Title', n % 3 === 2 ? undefined : `${series} ${['Début', 'ende_', 'THE 50% Part'][n % 3]} ${n}`),
    tag('TitleSort', pick([undefined, undefined, 'Zz Sorted', 'aa sorted'], i)),
    tag('Number', pick(['1', '2', '10.5', undefined, 'Annual 1'], n)),
    tag('Volume', pick([undefined, 1, 2, 2020], s + n)),
    tag('Count', pick([undefined, 2, 3], s)),
    tag('Summary', pick([undefined, 'A <b>long</b> summary — été', 'short_one', '100% sure'], i)),
    tag('Publisher', pick(['Image', 'Kōdansha', undefined, 'DC_Comics'], s)),
    tag('Imprint', pick([undefined, 'Vertigo', 'Ímprint'], s)),
    tag('Genre', pick(['Drama, Sci-Fi', 'Comédie', undefined, 'drama'], i)),
    tag('Tags', pick(['Alpha, béta', undefined, 'alphabet', '50%'], i)),
    tag('Writer', pick(['Alan Moore', 'Émile Zola, Alan Moore', undefined], i)),
    tag('Penciller', pick([undefined, 'Hergé'], i)),
    tag('LanguageISO', pick(['en', 'ja', undefined, 'fr-FR'], s)),
    tag('Format', pick([undefined, 'One-Shot', 'Annual'], i)),
    tag('Manga', pick([undefined, 'YesAndRightToLeft', 'No'], s)),
    tag('Year', pick([1999, 2010, undefined, 2021], i)),
    tag('Month', pick([5, 12], i)),
    tag('AgeRating', pick([undefined, 'Teen', 'Mature 17+', 'Everyone'], s)),
    tag('CommunityRating', pick([undefined, '4.5', '2'], i)),
    tag('GTIN', pick(['9780306406157', undefined, '9783161484100'], i)),
    tag('StoryArc', pick(['Infinity, L’été', undefined, 'infinity', '50% Off'], i)),
    tag('Characters', pick([undefined, 'Batman, Zoé', 'batman', 'Die Maus'], i)),
    tag('Teams', pick(['X_Men', undefined], i)),
    tag('Locations', pick([undefined, 'Zürich, Gotham_City', 'gotham'], n)),
    tag('ScanInformation', pick([undefined, '50% Scans', 'scänner'], s)),
    tag('Web', pick([undefined, 'https://comicvine.gamespot.com/x/4000-1/'], s)),
  ].join('');
}

export interface World {
  database: OpenedDatabase;
  close(): Promise<void>;
}

export async function makeWorld(server: TestServer, reader: SignedIn): Promise<World> {
  const files: Record<string, Buffer | string> = {};
  for (const [s, name] of names.entries()) {
    for (let n = 0; n < 1 + (s % 4); n++) {
      const comicInfo = toComicInfo(name, s, n);
      const folder = `${name.replace('\\', '')}${s % 5 === 0 ? ' (2003)' : ''}`;
      const spec = { comicInfo, mark: `${s}-${n}`, pages: 1 + ((s + n) % 3) };
      const isCbr = (s + n) % 4 === 1;
      files[`${folder}/Vol_${n} ${name.slice(0, 3).replace('\\', '')}.${isCbr ? 'cbr' : 'cbz'}`] = isCbr
        ? await makeCbr(spec)
        : await makeCbz(spec);
    }
  }
  files['Novels/A Novel.epub'] = makeEpub();
  files['Papers/Paper.pdf'] = makePdf();
  files['Broken/Broken.cbz'] = 'no comic at all';
  const library = await addScannedLibrary(server, files);
  await addScannedLibrary(
    server,
    {
      'Other/One.cbz': await makeCbz({ mark: 'other', comicInfo: toComicInfo('Other', 1, 1) }),
      'Lone.cbz': await makeCbz({ mark: 'lone', pages: 1 }),
    },
    { defaultReadingDirection: 'webtoon' },
  );
  renameSync(join(library.folder, 'Saga'), join(library.folder, '.Saga'));
  await scan(server, library.id, 'confirmRemovals=true');
  await edit(server, library.id);
  const database = await openDatabaseOf(server);
  await read(reader, await listBooks(reader, library.id));
  await gather(database, reader.userId);
  return { database, close: () => database.close() };
}

/** Edits the series fields that ComicInfo does not have. */
async function edit({ admin }: TestServer, libraryId: string): Promise<void> {
  const series = await listSeries(admin, libraryId);
  for (const [i, { id }] of series.entries()) {
    const titleSort = pick([null, 'Zebra, The', 'ámbito'], i);
    const externalIds = i % 3 === 0 ? [{ source: 'anilist', externalId: String(i) }] : [];
    await admin.patch(`/api/v1/series/${id}/metadata`, { titleSort, externalIds });
  }
}

async function read(reader: SignedIn, books: readonly { id: string; seriesId: string }[]): Promise<void> {
  for (const [i, { id }] of books.entries()) if (i % 3 === 0) await reader.post(`/api/v1/books/${id}/read`);
  const last = books.at(-1);
  if (last) await reader.post(`/api/v1/series/${last.seriesId}/read`);
}

/** Writes rows of other features: started books, ratings, lists, wanted series, sharing tags, and old timestamps. */
async function gather({ db }: OpenedDatabase, userId: string): Promise<void> {
  const nowMs = Date.now();
  const series = await db.selectFrom('series').select('id').orderBy('titleKey').execute();
  const books = await db.selectFrom('book').select(['id', 'seriesId']).orderBy('fileKey').execute();
  const named = (name: string) => ({ id: newId(), name, nameFolded: fold(name), nameKey: toSortKey(name) });
  const times = { createdAt: nowMs, updatedAt: nowMs };
  const lists = ['First', 'Second'].map((name) => ({
    ...named(name),
    summary: null,
    ordered: 1,
    condition: null,
    ...times,
  }));
  await db.insertInto('collection').values(lists).execute();
  await db.insertInto('readList').values(lists).execute();
  const tags = ['kids', 'Grown Ups'].map((name) => ({ ...named(name), description: null, ...times }));
  await db.insertInto('sharingTag').values(tags).execute();
  for (const [i, { id }] of series.entries()) {
    const list = lists[i % 3];
    const sharingTag = tags[i % 4];
    if (list)
      await db
        .insertInto('collectionSeries')
        .values({ collectionId: list.id, seriesId: id, position: i, addedAt: nowMs })
        .execute();
    if (sharingTag)
      await db.insertInto('seriesSharingTag').values({ seriesId: id, sharingTagId: sharingTag.id }).execute();
    if (i % 3 === 1)
      await db
        .insertInto('seriesRating')
        .values({ userId, seriesId: id, rating: 20 + i * 5, notes: null, ...times })
        .execute();
    if (i % 4 === 1)
      await db
        .insertInto('wantToRead')
        .values({ userId, entityType: 'series', entityId: id, createdAt: nowMs })
        .execute();
    const change: Partial<SeriesTable> = {
      createdAt: nowMs - i * 20 * 86_400_000,
      booksUpdatedAt: nowMs - i * 9 * 86_400_000,
      status: (['ongoing', 'ended', null] as const)[i % 3] ?? null,
      totalChapterCount: i % 2 === 0 ? i : null,
      coverSource: i % 5 === 0 ? 'custom' : 'first_book',
    };
    await db.updateTable('series').set(change).where('id', '=', id).execute();
  }
  for (const [i, { id, seriesId }] of books.entries()) {
    const list = lists[i % 4];
    if (list)
      await db
        .insertInto('readListBook')
        .values({ readListId: list.id, bookId: id, position: i, addedAt: nowMs })
        .execute();
    if (i % 5 === 2)
      await db
        .insertInto('wantToRead')
        .values({ userId, entityType: 'book', entityId: id, createdAt: nowMs })
        .execute();
    const change = {
      createdAt: nowMs - i * 11 * 86_400_000,
      updatedAt: nowMs - i * 3 * 86_400_000,
      chapter: i % 3 === 0 ? i / 2 : null,
    };
    await db.updateTable('book').set(change).where('id', '=', id).execute();
    const progress = await db
      .selectFrom('readProgress')
      .select('id')
      .where('bookId', '=', id)
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (progress || i % 4 !== 1) continue;
    const begun = { currentPage: 1, percentage: 0.5, completed: 0, locator: null, completedAt: null };
    const at = { startedAt: nowMs - i * 86_400_000, updatedAt: nowMs - i * 86_400_000 };
    await db
      .insertInto('readProgress')
      .values({ id: newId(), userId, bookId: id, ...begun, ...at })
      .execute();
    await db
      .insertInto('seriesProgress')
      .values({ userId, seriesId, readCount: 0, inProgressCount: 1, lastReadAt: at.updatedAt })
      .onConflict((conflict) => conflict.columns(['userId', 'seriesId']).doUpdateSet({ inProgressCount: 1 }))
      .execute();
  }
}
