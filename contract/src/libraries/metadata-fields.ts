// Metadata fields of books and series, with kinds of values and term types. The API schemas (metadata.ts,
// series-metadata.ts), locks, conditions, stored file metadata, and the editor and pages of the web client derive from
// these tables. Does not import zod, so that the client can load it cheaply.

import { keysOf } from '../records.ts';

/** Empty lists represent missing values. All other kinds use null. */
export const listKinds = ['words', 'isbns', 'people', 'links', 'ids', 'ratings', 'titles'] as const;
type ListKind = (typeof listKinds)[number];
type SingleKind =
  /**
   * `name`: required title. `title`: optional title. `line`: single line. `word`: short line. `text`: several lines.
   */
  | ('name' | 'title' | 'line' | 'word' | 'text')
  | ('number' | 'int32' | 'count' | 'year' | 'age')
  | ('flag' | 'date' | 'language')
  | ('bookType' | 'status' | 'direction')
  | 'json';
export type MetadataKind = ListKind | SingleKind;

export const isListKind = (kind: MetadataKind): kind is ListKind =>
  listKinds.some((listKind) => listKind === kind);

export interface MetadataField {
  kind: MetadataKind;
  /** Type of the terms that index the values. Also the name of the text field in conditions. */
  term?: string;
  /** Whether the full-text search covers the field. */
  isSearched?: true;
}

/** Text field indexed as terms. */
interface PlainField extends MetadataField {
  kind: 'words' | 'word' | 'line';
  term: string;
}

/**
 * Fields without special handling: stored without a column, displayed, edited, locked, and found by term. File metadata
 * uses the same names (formats/src/metadata.ts). A new field needs an entry here and messages of the client.
 */
export const plainBookFields = {
  characters: { kind: 'words', term: 'character', isSearched: true },
  teams: { kind: 'words', term: 'team', isSearched: true },
  locations: { kind: 'words', term: 'location', isSearched: true },
  storyArcs: { kind: 'words', term: 'storyArc', isSearched: true },
  scanInformation: { kind: 'word', term: 'scanInformation' },
} as const satisfies Record<string, PlainField>;

export const bookMetadataFields = {
  title: { kind: 'title' },
  titleSort: { kind: 'line' },
  subtitle: { kind: 'line' },
  number: { kind: 'number' },
  volume: { kind: 'int32' },
  chapter: { kind: 'number' },
  summary: { kind: 'text' },
  bookType: { kind: 'bookType' },
  publisher: { kind: 'word', term: 'publisher' },
  imprint: { kind: 'word', term: 'imprint' },
  language: { kind: 'language', term: 'language' },
  releaseDate: { kind: 'date' },
  ageRating: { kind: 'age' },
  authors: { kind: 'people', term: 'author' },
  isbns: { kind: 'isbns', term: 'isbn' },
  subjects: { kind: 'words' },
  genres: { kind: 'words', term: 'genre' },
  tags: { kind: 'words', term: 'tag' },
  series: { kind: 'line' },
  seriesPosition: { kind: 'number' },
  seriesTotal: { kind: 'count' },
  blackAndWhite: { kind: 'flag' },
  manga: { kind: 'flag' },
  formatDetail: { kind: 'word' },
  edition: { kind: 'line' },
  originalTitle: { kind: 'line' },
  originalYear: { kind: 'year' },
  awards: { kind: 'words' },
  readingDirection: { kind: 'direction' },
  externalLinks: { kind: 'links' },
  externalIds: { kind: 'ids' },
  externalRatings: { kind: 'ratings' },
  customMetadata: { kind: 'json' },
  ...plainBookFields,
} as const satisfies Record<string, MetadataField>;

export const seriesMetadataFields = {
  title: { kind: 'name' },
  titleSort: { kind: 'line' },
  alternateTitles: { kind: 'titles' },
  summary: { kind: 'text' },
  publisher: { kind: 'word', term: 'publisher' },
  imprint: { kind: 'word', term: 'imprint' },
  status: { kind: 'status' },
  ageRating: { kind: 'age' },
  language: { kind: 'language', term: 'language' },
  readingDirection: { kind: 'direction' },
  year: { kind: 'year' },
  totalVolumeCount: { kind: 'count' },
  totalChapterCount: { kind: 'count' },
  authors: { kind: 'people', term: 'author' },
  genres: { kind: 'words', term: 'genre' },
  tags: { kind: 'words', term: 'tag' },
  externalLinks: { kind: 'links' },
  externalIds: { kind: 'ids' },
  externalRatings: { kind: 'ratings' },
  customMetadata: { kind: 'json' },
} as const satisfies Record<string, MetadataField>;

/** Fields that users can set and lock. */
export type BookField = keyof typeof bookMetadataFields;
export type SeriesField = keyof typeof seriesMetadataFields;
export type PlainBookField = keyof typeof plainBookFields;
export const bookFieldNames = keysOf(bookMetadataFields);
export const seriesFieldNames = keysOf(seriesMetadataFields);
export const plainBookFieldNames = keysOf(plainBookFields);

type TermOf<T> = { [F in keyof T]: T[F] extends { term: infer N extends string } ? N : never }[keyof T];
const listTerms = <T extends Record<string, MetadataField>>(fields: T) =>
  Object.values(fields).flatMap(({ term }) => term ?? []) as TermOf<T>[];
export const plainBookTerms = listTerms(plainBookFields);
export const bookTerms = listTerms(bookMetadataFields);
export const seriesTerms = listTerms(seriesMetadataFields);

/** Value of a missing field: an empty list or null. */
type Nothing<T extends Record<string, MetadataField>> = {
  [F in keyof T]: T[F]['kind'] extends ListKind ? never[] : null;
};
export const toNothing = <T extends Record<string, MetadataField>>(fields: T) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [name, isListKind(kind) ? [] : null]),
  ) as Nothing<T>;
