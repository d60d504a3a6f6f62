// Reads the values of every condition field directly from the database of a test server, without using the catalog.
import { type MetadataField, plainBookFields } from '@lectern/contract/libraries/metadata-fields';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';
import type { Item, Value } from './evaluate.ts';

interface Lists {
  [field: string]: unknown;
  genres?: string[];
  tags?: string[];
  authors?: { name: string }[];
  isbns?: string[];
  externalIds?: { source: string; externalId: string }[];
}

export async function readFacts(
  { db }: OpenedDatabase,
  userId: string,
): Promise<{ books: Item[]; series: Item[] }> {
  const all = <T extends Parameters<typeof db.selectFrom>[0] & string>(table: T) =>
    db
      .selectFrom(table as 'book')
      .selectAll()
      .execute() as Promise<unknown[]>;
  const rows = async <T>(table: string) => (await all(table as 'book')) as T[];
  type Row = Record<string, string | number | null>;
  const [libraries, roots, series, books, metadata, extras] = await Promise.all(
    ['library', 'libraryRoot', 'series', 'book', 'bookMetadata', 'seriesMetadata'].map((table) =>
      rows<Row>(table),
    ),
  );
  const [progress, seriesProgress, ratings, wants, errors] = await Promise.all(
    ['readProgress', 'seriesProgress', 'seriesRating', 'wantToRead', 'bookError'].map((table) =>
      rows<Row>(table),
    ),
  );
  const [inCollections, inReadLists, shared, tags] = await Promise.all(
    ['collectionSeries', 'readListBook', 'seriesSharingTag', 'sharingTag'].map((table) => rows<Row>(table)),
  );
  const find = (list: Row[] | undefined, test: Row) =>
    list?.find((row) => Object.entries(test).every(([key, value]) => row[key] === value));
  const filter = (list: Row[] | undefined, test: Row) =>
    (list ?? []).filter((row) => Object.entries(test).every(([key, value]) => row[key] === value));
  const rootOf = (row: Row) => String(find(roots, { id: row.rootId ?? null })?.path);
  const directionOf = (one: Row | undefined): Value =>
    one?.readingDirection ?? find(libraries, { id: one?.libraryId ?? null })?.defaultReadingDirection ?? null;

  const toBook = (book: Row): Item => {
    const about = find(metadata, { bookId: book.id ?? null });
    const lists: Lists = about ? JSON.parse(String(about.lists)) : {};
    const own = find(progress, { bookId: book.id ?? null, userId });
    const home = find(series, { id: book.seriesId ?? null });
    const faults = filter(errors, { bookId: book.id ?? null });
    const date = about?.releaseDate ? String(about.releaseDate) : null;
    return {
      id: String(book.id),
      values: {
        libraryId: book.libraryId ?? null,
        seriesId: book.seriesId ?? null,
        readListId: filter(inReadLists, { bookId: book.id ?? null }).map((row) => String(row.readListId)),
        title: book.title ?? null,
        titleSort: book.titleSort ?? null,
        summary: about?.summary ?? null,
        series: home?.title ?? null,
        genre: lists.genres ?? [],
        tag: lists.tags ?? [],
        author: (lists.authors ?? []).map(({ name }) => name),
        publisher: about?.publisher ?? null,
        imprint: about?.imprint ?? null,
        language: about?.language ?? null,
        isbn: lists.isbns ?? [],
        externalId: toIds(lists),
        bookType: about?.bookType ?? null,
        format: book.fileFormat ?? null,
        readStatus: own ? (own.completed === 1 ? 'read' : 'in_progress') : 'unread',
        path: `${rootOf(book)}/${book.folder ? `${book.folder}/` : ''}${book.fileName}`,
        readingDirection: directionOf(home),
        errorType: faults.map((row) => String(row.errorType)),
        number: book.numberValue ?? book.number ?? null,
        volume: book.volume ?? null,
        chapter: book.chapter ?? null,
        pageCount: book.pageCount ?? null,
        fileSize: book.fileSize ?? null,
        year: date === null ? null : Number.parseInt(date, 10),
        ageRating: about?.ageRating ?? null,
        dateAdded: book.createdAt ?? null,
        dateUpdated: book.updatedAt ?? null,
        releaseDate: toMoment(date),
        lastRead: own?.updatedAt ?? null,
        hasError: faults.length > 0,
        analyzed: book.analyzed === 1,
        deleted: book.deletedAt !== null,
        inReadList: filter(inReadLists, { bookId: book.id ?? null }).length > 0,
        wantToRead: find(wants, { userId, entityType: 'book', entityId: book.id ?? null }) !== undefined,
        inProgress: own?.completed === 0,
        ...Object.fromEntries(
          Object.entries<MetadataField>(plainBookFields).map(([name, { term = '' }]) => [
            term,
            lists[name] ?? [],
          ]),
        ),
      },
    };
  };

  const toSeries = (one: Row): Item => {
    const extra = find(extras, { seriesId: one.id ?? null });
    const lists: Lists = extra ? JSON.parse(String(extra.lists)) : {};
    const own = find(seriesProgress, { seriesId: one.id ?? null, userId });
    const read = Number(own?.readCount ?? 0);
    const begun = Number(own?.inProgressCount ?? 0);
    const count = Number(one.bookCount);
    const rating = find(ratings, { seriesId: one.id ?? null, userId })?.rating ?? null;
    const sharing = filter(shared, { seriesId: one.id ?? null });
    const collections = filter(inCollections, { seriesId: one.id ?? null });
    const live = filter(books, { seriesId: one.id ?? null, deletedAt: null });
    const dates = live.flatMap(
      (book) => toMoment(String(find(metadata, { bookId: book.id ?? null })?.releaseDate ?? '')) ?? [],
    );
    const total = Number(one.totalVolumeCount ?? 0);
    return {
      id: String(one.id),
      values: {
        libraryId: one.libraryId ?? null,
        collectionId: collections.map((row) => String(row.collectionId)),
        title: one.title ?? null,
        titleSort: one.titleSort ?? null,
        summary: one.summary ?? null,
        genre: lists.genres ?? [],
        tag: lists.tags ?? [],
        author: (lists.authors ?? []).map(({ name }) => name),
        publisher: one.publisher ?? null,
        imprint: one.imprint ?? null,
        language: one.language ?? null,
        externalId: toIds(lists),
        status: one.status ?? null,
        readStatus: count > 0 && read >= count ? 'read' : read > 0 || begun > 0 ? 'in_progress' : 'unread',
        readingDirection: directionOf(one),
        sharingTag: sharing.map((row) => String(find(tags, { id: row.sharingTagId ?? null })?.name)),
        path: one.path === null ? null : `${rootOf(one)}/${one.path}`,
        year: one.year ?? null,
        ageRating: one.ageRating ?? null,
        bookCount: count,
        unreadCount: Math.max(0, count - read),
        userRating: rating,
        communityRating: one.communityRating ?? null,
        totalVolumeCount: one.totalVolumeCount ?? null,
        totalChapterCount: one.totalChapterCount ?? null,
        dateAdded: one.createdAt ?? null,
        dateUpdated: one.booksUpdatedAt ?? null,
        releaseDate: count === 0 ? (one.releasedAt ?? null) : dates.length > 0 ? Math.min(...dates) : null,
        lastRead: own?.lastReadAt ?? null,
        completion: total > 0 && Number(one.ownedVolumeCount) >= total,
        hasUserRating: rating !== null,
        hasExternalId: one.hasExternalId === 1,
        inCollection: collections.length > 0,
        wantToRead: find(wants, { userId, entityType: 'series', entityId: one.id ?? null }) !== undefined,
        oneshot: one.isOneshot === 1,
        hasCustomCover: one.coverSource === 'custom',
        deleted: count === 0,
      },
    };
  };
  return { books: (books ?? []).map(toBook), series: (series ?? []).map(toSeries) };
}

const toIds = ({ externalIds = [] }: Lists): string[] =>
  externalIds.map(({ source, externalId }) => `${source}:${externalId}`);

function toMoment(date: string | null): number | null {
  if (!date) return null;
  return Date.parse(`${date}${'-01-01'.slice(date.length - 4)}T00:00:00Z`);
}
