// Reads the known facts of a local series or book for matching.
import { formats } from '@lectern/contract/values';
import { parseIsbn } from '@lectern/formats/values/isbn';
import type { Catalog } from '#catalog/catalog.ts';
import type { BookMetadataService } from '#features/libraries/books/index.ts';
import type { SeriesMetadataService } from '#features/libraries/series/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { Kind, LocalWork } from '../scoring/index.ts';
import { findFirstBook } from './store.ts';

export interface SubjectDependencies {
  db: Db;
  catalog: Catalog;
  books: BookMetadataService;
  series: SeriesMetadataService;
}

interface KindFacts {
  fileFormat: string;
  manga: boolean | null;
  bookType: string | null;
  readingDirection: string | null;
}

/** File metadata rarely names the kind. Comics count as manga only if a field says so. */
function toKind({ fileFormat, manga, bookType, readingDirection }: KindFacts): Kind | null {
  if (bookType === 'novel' || bookType === 'novella') return 'novel';
  if (manga || bookType === 'manga' || readingDirection === 'rtl') return 'manga';
  if (readingDirection === 'webtoon' || readingDirection === 'ttb') return 'webtoon';
  const kind = Object.entries(formats).find(([name]) => name === fileFormat)?.[1].kind;
  if (kind === 'text') return 'novel';
  return kind === 'comic' || bookType === 'comic' || bookType === 'graphic_novel' ? 'drawn' : null;
}

const toTitles = (titles: readonly (string | null | undefined)[]): string[] => [
  ...new Set(titles.flatMap((title) => title?.trim() || [])),
];

/** Year of `2012-03` or `2012`. */
const toYear = (date: string | null): number | null => (date ? Number.parseInt(date, 10) : null);

export async function readSeries(
  { db, catalog, series }: SubjectDependencies,
  viewer: Viewer,
  id: string,
): Promise<LocalWork> {
  const row = await catalog.series.get(viewer, id);
  const metadata = await series.get(viewer, id);
  const first = await findFirstBook(db, id);
  const readingDirection = metadata.readingDirection ?? first?.readingDirection ?? null;
  return {
    titles: toTitles([
      metadata.title,
      ...metadata.alternateTitles.map(({ title }) => title),
      row.assignedTitle,
      row.path?.split('/').at(-1),
    ]),
    year: metadata.year,
    kind: first ? toKind({ ...first, manga: first.manga === 1, readingDirection }) : null,
    volumes: row.ownedVolumeCount,
    people: metadata.authors.map(({ name }) => name),
    publishers: metadata.publisher ? [metadata.publisher] : [],
    isbns: [],
    ids: metadata.externalIds,
    ageRating: metadata.ageRating,
  };
}

export async function readBook(
  { catalog, books }: SubjectDependencies,
  viewer: Viewer,
  id: string,
): Promise<LocalWork> {
  const row = await catalog.books.get(viewer, id);
  const metadata = await books.get(viewer, id);
  const number = metadata.volume ?? metadata.number ?? row.number;
  const inSeries = number === null ? null : `${row.seriesTitle} ${number}`;
  const own = metadata.title ?? row.title;
  const kind = toKind({
    fileFormat: row.fileFormat,
    manga: metadata.manga,
    bookType: metadata.bookType,
    readingDirection: metadata.readingDirection ?? row.seriesReadingDirection,
  });
  return {
    // Novels are identified by their own title, comics by their number in the series.
    titles: toTitles(kind === 'novel' || kind === null ? [own, inSeries] : [inSeries ?? own]),
    year: toYear(metadata.releaseDate),
    kind,
    volumes: null,
    people: metadata.authors.map(({ name }) => name),
    publishers: metadata.publisher ? [metadata.publisher] : [],
    isbns: metadata.isbns.flatMap((isbn) => parseIsbn(isbn) ?? []),
    ids: metadata.externalIds,
    ageRating: metadata.ageRating,
  };
}
