// What another server holds, in one form whichever it is. Ids are theirs, paths are as that server sees them.
import type { CreateLibrary } from '@lectern/contract/libraries';
import type { AnnotationColor, AnnotationKind, Permission, PresetScope } from '@lectern/contract/values';
import type { MovedKey } from '#features/identity/api-keys/index.ts';
import type { SchemeName } from '#features/identity/password-schemes/index.ts';
import type { Provided } from '#features/libraries/metadata-layers/index.ts';
import type { CommonRecords } from '#features/transfer/export/index.ts';
import type { TheirDescription } from './described.ts';
import type { Note } from './notes.ts';

export interface TheirUser {
  id: string;
  username: string;
  /** They sign in by this name; otherwise it is made of their address. */
  isNamed: boolean;
  /** Undefined where they have none. */
  email: string | undefined;
  /** Undefined where somebody else authenticates them. */
  password: { scheme: SchemeName | 'lectern'; hash: string } | undefined;
  isAdmin: boolean;
  /** May change libraries and metadata, and administers nothing. */
  isMaintainer: boolean;
  /** What they may besides. */
  permissions: readonly Permission[];
  /** May sign in. */
  isActive: boolean;
  /** The only libraries that they see; undefined for all. */
  libraryIds: readonly string[] | undefined;
  maxAgeRating: number | null;
  allowUnrated: boolean;
  /** Names of sharing tags. */
  allowTags: readonly string[];
  denyTags: readonly string[];
  /** What of their rights cannot be said here. */
  notes: readonly Note[];
}

export interface TheirLibrary {
  id: string;
  name: string;
  roots: readonly string[];
  /** As the API of this server takes them. */
  settings: {
    excludedPatterns: string[];
    cronSchedule: string | null;
  } & Omit<CreateLibrary, 'name' | 'path' | 'paths' | 'scanImmediately' | 'excludedPatterns'>;
}

/** A picture that somebody chose: itself, or the file that it lies in, which is read when it is taken over. */
export type TheirCover = Uint8Array | CoverFile;

export interface CoverFile {
  file: string;
  /** The folder that it has to lie in, also when links are followed. */
  within: string;
}

export interface TheirBook {
  id: string;
  seriesId: string;
  libraryId: string;
  /** Absolute, with slashes. */
  path: string;
  sizeBytes: number;
  /** The partial MD5 of KOReader, lower case; '' where it is not known. */
  readerHash: string;
  /** Set by a person: fields of our metadata. */
  edits: Readonly<Record<string, unknown>>;
  cover: TheirCover | undefined;
}

export interface TheirSeries {
  id: string;
  title: string;
  edits: Readonly<Record<string, unknown>>;
  /** What their program knows of it, whoever said so. It fills what nothing is known of here. */
  known: Readonly<Record<string, unknown>>;
  /** In years. Where it is higher than ours it is taken: limits of users go by it, and tools set it without a lock. */
  ageRating: number | undefined;
  sharingTags: readonly string[];
  cover: TheirCover | undefined;
}

/** Where in a document of an EPUB. The reader finds it by the selector or the fragments (Readium locators). */
export interface TheirSpot {
  cssSelector?: string;
  /** Ids of elements, and CFIs. */
  fragments?: string[];
}

export interface TheirReading {
  userId: string;
  bookId: string;
  /** From 1; 0 where a share of the whole is all that is known. */
  page: number;
  completed: boolean;
  readAtMs: number;
  device: { id: string; name: string } | undefined;
  /** A Readium locator, of an EPUB. */
  locator: unknown;
  /** Of a text: how far they are, 0 to 1; undefined where that is not known. */
  share: number | undefined;
  /** Of a text: the item of its reading order, counted from 0, where that is all that is known. */
  spineIndex: number | undefined;
  /** In that item. */
  spot: TheirSpot | undefined;
}

/** A bookmark, or a highlight. */
export interface TheirMark {
  /** Of all marks of the program no other has it. */
  id: string;
  userId: string;
  bookId: string;
  kind: AnnotationKind;
  /** From 1; undefined in a text. */
  page: number | undefined;
  /** Of a text, as of a reading. */
  spineIndex: number | undefined;
  spot: TheirSpot | undefined;
  text: string | null;
  note: string | null;
  color: AnnotationColor | null;
  madeAtMs: number;
}

/** A stretch of reading. */
export interface TheirSession {
  /** Of all sessions of the program no other has it. */
  id: string;
  userId: string;
  bookId: string;
  startedAtMs: number;
  endedAtMs: number;
  /** From 1. */
  startPage: number | undefined;
  endPage: number | undefined;
  pagesRead: number | undefined;
  device: { id: string; name: string } | undefined;
}

/** A filter that somebody saved. Ids of libraries in its condition are theirs. */
export interface TheirPreset {
  userId: string;
  name: string;
  scope: PresetScope;
  target: 'books' | 'series';
  libraryId: string | undefined;
  /** As our API takes it. */
  condition: unknown;
  query: string | null;
  sort: string | null;
  pinned: boolean;
}

/** A key that programs send in their name. */
export interface TheirKey extends MovedKey {
  userId: string;
}

export interface TheirList {
  /** Where conditions of others may name it. */
  id?: string;
  name: string;
  summary: string | null;
  ordered: boolean;
  /** Of series or books, in their order. */
  memberIds: readonly string[];
  /** Its members are what meets this, as our API takes it; undefined for one that was put together. */
  condition: unknown;
  cover: TheirCover | undefined;
}

export interface TheirRating {
  userId: string;
  seriesId: string;
  /** 1 to 100. */
  rating: number;
  notes: string | null;
}

/**
 * The user id of whoever used a program that has no account for them: what is theirs comes to the administrator whose
 * account is the oldest.
 */
export const desktop = 'desktop';

/** What only another Lectern has: read from its export when it is taken over. */
export interface OwnRecords {
  /** The folder of the export. */
  folder: string;
  users: readonly CommonRecords['users'][];
  tags: readonly CommonRecords['sharing-tags'][];
  settings: readonly CommonRecords['settings'][];
  /** Uploaded covers that are not shown. */
  covers: readonly CommonRecords['covers'][];
  counts: Readonly<Record<string, number>>;
  /** What providers of metadata say, of series and of books. */
  provided: Readonly<Record<'series' | 'books', readonly { id: string; provided: readonly Provided[] }[]>>;
  /** Files that people made one book, or an entry of its own. */
  formats: readonly { bookId: string; formatGroup: string }[];
  differentBooks: readonly CommonRecords['different-books'][];
  creditPages: readonly CommonRecords['credit-pages'][];
}

export interface Snapshot {
  program: string;
  users: readonly TheirUser[];
  libraries: readonly TheirLibrary[];
  series: readonly TheirSeries[];
  books: readonly TheirBook[];
  readings: readonly TheirReading[];
  /** When books were read to their end, also those that were begun again. */
  finished: readonly { userId: string; bookId: string; finishedAtMs: number }[];
  sessions: readonly TheirSession[];
  marks: readonly TheirMark[];
  collections: readonly TheirList[];
  readLists: readonly TheirList[];
  ratings: readonly TheirRating[];
  /** Series that people want to read. */
  wanted: readonly { userId: string; seriesId: string }[];
  wantedBooks: readonly { userId: string; bookId: string }[];
  presets: readonly TheirPreset[];
  keys: readonly TheirKey[];
  /** What has no place here. */
  leftOut: readonly Note[];
  own?: OwnRecords;
  /**
   * What their program knows of its books, whoever said so, in a program whose word counts more than the files'. Only what is
   * read otherwise here becomes an edit. It lies in a file: of a large library it is more than fits into memory.
   */
  described?: () => AsyncIterable<TheirDescription>;
}

/** What a reader finds nothing of where it does not say otherwise. */
export const nothing = {
  readings: [],
  finished: [],
  sessions: [],
  marks: [],
  collections: [],
  readLists: [],
  ratings: [],
  wanted: [],
  wantedBooks: [],
  presets: [],
  keys: [],
} satisfies Partial<Snapshot>;
