// The metadata of a book in its layers: what a person set lies over what the file says. Pure.
import { type BookField, type BookMetadata, bookFieldNames } from '@lectern/contract/metadata';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import type { BookMetadataTable, BookTable } from '#schema/tables/book.ts';
import { type Layers, mergeLayers } from '../../metadata-layers/index.ts';
import { toBookMetadata } from './to-metadata.ts';

export type BookValues = Pick<BookMetadata, BookField>;
/** `numberText` is how somebody wrote the number where it says more than a number can ("1-3"): it orders nothing. */
type BookEdits = Partial<BookValues> & { numberText?: string };
export type BookLocks = Partial<Record<BookField, boolean>>;

/** What a scan made of the book's path and metadata. */
type Derived = Pick<
  BookTable,
  'title' | 'titleSort' | 'number' | 'volume' | 'chapter' | 'sortNumber' | 'releasedAt'
>;

export interface Original {
  values: BookValues | null;
  /** JSON of what no field shows but series and lists use. */
  derived: Derived;
}

export type BookLayers = Layers<BookEdits, BookField>;

/** Order of a book without a number: after all others. */
const noNumber = 1e300;

export const emptyValues: BookValues = {
  title: null,
  titleSort: null,
  subtitle: null,
  number: null,
  volume: null,
  chapter: null,
  summary: null,
  bookType: null,
  publisher: null,
  imprint: null,
  language: null,
  releaseDate: null,
  ageRating: null,
  authors: [],
  isbns: [],
  subjects: [],
  genres: [],
  tags: [],
  series: null,
  seriesPosition: null,
  seriesTotal: null,
  blackAndWhite: null,
  manga: null,
  formatDetail: null,
  edition: null,
  originalTitle: null,
  originalYear: null,
  awards: [],
  readingDirection: null,
  externalLinks: [],
  externalIds: [],
  customMetadata: null,
};

/** The values that count: what was set over what the file says. */
export const mergeBook = (file: BookValues, layers: BookLayers): BookValues =>
  mergeLayers(file, layers, bookFieldNames);

export function toValues(row: BookMetadataTable): BookValues {
  const metadata = toBookMetadata(row);
  return Object.fromEntries(bookFieldNames.map((field) => [field, metadata[field]])) as BookValues;
}

/** Columns of the metadata row. `lists` is the JSON that was there: it holds more than fields. */
export function toMetadataColumns(values: BookValues, lists: string | undefined) {
  const toFlag = (value: boolean | null) => (value === null ? null : value ? 1 : 0);
  const { authors, isbns, subjects, genres, tags, awards, externalLinks, externalIds, ...rest } = values;
  const { customMetadata, blackAndWhite, manga, ...plain } = rest;
  const others: object = lists === undefined ? {} : JSON.parse(lists);
  const stated = {
    authors,
    isbns,
    subjects,
    genres,
    tags,
    awards,
    externalLinks,
    externalIds,
    customMetadata,
  };
  return {
    ...plain,
    blackAndWhite: toFlag(blackAndWhite),
    manga: toFlag(manga),
    summaryFolded: values.summary === null ? null : fold(values.summary),
    year: toYear(values.releaseDate),
    lists: JSON.stringify({ ...others, ...stated }),
  } satisfies Partial<BookMetadataTable>;
}

const toYear = (releaseDate: string | null): number | null =>
  releaseDate === null ? null : Number.parseInt(releaseDate, 10);

/** First moment of a release date, which may be a mere year, in UTC. */
export function toReleasedAt(releaseDate: string | null | undefined): number | null {
  const [, year, month = '01', day = '01'] =
    /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(releaseDate ?? '') ?? [];
  const ms = year === undefined ? Number.NaN : Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isFinite(ms) ? ms : null;
}

/** Columns of the book: as the scan derived them, but for what is set. */
export function toBookColumns({ derived }: Original, merged: BookValues, { locks }: BookLayers) {
  const title = locks.title && merged.title !== null ? merged.title : derived.title;
  const titleSort = locks.titleSort ? merged.titleSort : derived.titleSort;
  const number = locks.number ? merged.number : undefined;
  return {
    title,
    titleSort,
    titleFolded: fold(title),
    titleSortFolded: titleSort === null ? null : fold(titleSort),
    titleKey: toSortKey(titleSort ?? title),
    number: number === undefined ? derived.number : number === null ? null : toInt32(number),
    sortNumber: number === undefined ? derived.sortNumber : (number ?? noNumber),
    volume: locks.volume ? merged.volume : derived.volume,
    chapter: locks.chapter ? merged.chapter : derived.chapter,
    releasedAt: toReleasedAt(merged.releaseDate),
  } satisfies Partial<BookTable>;
}

const toInt32 = (value: number): number =>
  Math.max(-2_147_483_648, Math.min(2_147_483_647, Math.trunc(value)));
