// Common form of other servers' data. Ids and paths are those of the source server.
import type { CreateLibrary } from '@lectern/contract/libraries/libraries';
import type { AnnotationColor, AnnotationKind, Permission, PresetScope } from '@lectern/contract/values';
import type { CommonRecords } from '#features/export/index.ts';
import type { MovedKey } from '#features/identity/api-keys/index.ts';
import type { SchemeName } from '#features/identity/password-schemes/index.ts';
import type { Provided } from '#features/libraries/metadata-layers/index.ts';
import type { TheirDescription } from './described.ts';
import type { Note } from './notes.ts';

export interface TheirUser {
  id: string;
  username: string;
  /** Whether the source has a user name. Otherwise, the name is derived from the e-mail address. */
  isNamed: boolean;
  /** Undefined if the user has no e-mail address. */
  email: string | undefined;
  /** The user, not an administrator, entered the address. Only known for an export of Lectern. */
  choseEmail?: boolean;
  /** Undefined if an external provider authenticates the user. */
  password: { scheme: SchemeName | 'lectern'; hash: string } | undefined;
  isAdmin: boolean;
  /** Can edit libraries and metadata, without other administration. */
  isMaintainer: boolean;
  /** Additional permissions. */
  permissions: readonly Permission[];
  /** Whether the user can sign in. */
  isActive: boolean;
  /** Accessible libraries. Undefined for all. */
  libraryIds: readonly string[] | undefined;
  maxAgeRating: number | null;
  allowUnrated: boolean;
  /** Names of sharing tags. */
  allowTags: readonly string[];
  denyTags: readonly string[];
  /** Permissions and restrictions that cannot be imported. */
  notes: readonly Note[];
}

export interface TheirLibrary {
  id: string;
  name: string;
  roots: readonly string[];
  /** Settings in the format of Lectern's API. */
  settings: {
    excludedPatterns: string[];
    cronSchedule: string | null;
  } & Omit<CreateLibrary, 'name' | 'path' | 'paths' | 'scanImmediately' | 'excludedPatterns'>;
}

/** A cover chosen by a user: image bytes, or a file that is read during the import. */
export type TheirCover = Uint8Array | CoverFile;

export interface CoverFile {
  file: string;
  /** Folder that must contain the file after links are resolved. */
  within: string;
}

export interface TheirBook {
  id: string;
  seriesId: string;
  libraryId: string;
  /** Absolute path with slashes. */
  path: string;
  sizeBytes: number;
  /** KOReader partial MD5 in lower case. Empty if unknown. */
  readerHash: string;
  /** User edits: fields of Lectern's book metadata. */
  edits: Readonly<Record<string, unknown>>;
  /** Other values, from files or from tools. They become values of the source as a provider. */
  provided?: Readonly<Record<string, unknown>> | undefined;
  cover: TheirCover | undefined;
}

export interface TheirSeries {
  id: string;
  title: string;
  edits: Readonly<Record<string, unknown>>;
  /** Other values, from files or from tools. They become values of the source as a provider. */
  provided?: Readonly<Record<string, unknown>> | undefined;
  /** Values from any origin. They only fill empty fields. */
  known: Readonly<Record<string, unknown>>;
  /** Age in years. Raises the local rating, because user restrictions depend on it and tools set it without a lock. */
  ageRating: number | undefined;
  sharingTags: readonly string[];
  cover: TheirCover | undefined;
}

/** Position within an EPUB document, by selector or fragments (Readium locators). */
export interface TheirSpot {
  cssSelector?: string;
  /** Element ids and CFIs. */
  fragments?: string[];
}

export interface TheirReading {
  userId: string;
  bookId: string;
  /** Starts at 1. 0 if only a percentage is known. */
  page: number;
  completed: boolean;
  readAtMs: number;
  /** Start of this reading of the book. Undefined if unknown. */
  startedAtMs: number | undefined;
  device: { id: string; name: string } | undefined;
  /** Readium locator of an EPUB position. */
  locator: unknown;
  /** Progress in a text, 0 to 1. Undefined if unknown. */
  share: number | undefined;
  /** Zero-based index in the reading order of a text, if no locator is known. */
  spineIndex: number | undefined;
  /** Position within the spine item. */
  spot: TheirSpot | undefined;
}

export interface TheirCompletion {
  userId: string;
  bookId: string;
  finishedAtMs: number;
  /** Start of that reading. Undefined if unknown. */
  startedAtMs: number | undefined;
  /** Whether the time is an approximation, which statistics do not count. */
  isUndated: boolean;
}

/** A bookmark or highlight. */
export interface TheirMark {
  /** Unique among the annotations of the source. */
  id: string;
  userId: string;
  bookId: string;
  kind: AnnotationKind;
  /** Starts at 1. Undefined for texts. */
  page: number | undefined;
  /** Position in a text, as in a reading position. */
  spineIndex: number | undefined;
  spot: TheirSpot | undefined;
  text: string | null;
  note: string | null;
  color: AnnotationColor | null;
  madeAtMs: number;
}

/** A reading session. */
export interface TheirSession {
  /** Unique among the sessions of the source. */
  id: string;
  userId: string;
  bookId: string;
  startedAtMs: number;
  endedAtMs: number;
  /** Starts at 1. */
  startPage: number | undefined;
  endPage: number | undefined;
  pagesRead: number | undefined;
  device: { id: string; name: string } | undefined;
}

/** A saved filter. Library ids in its condition are source ids. */
export interface TheirPreset {
  userId: string;
  name: string;
  scope: PresetScope;
  target: 'books' | 'series';
  libraryId: string | undefined;
  /** Condition in the format of Lectern's API. */
  condition: unknown;
  query: string | null;
  sort: string | null;
  pinned: boolean;
}

/** An API key of the user. */
export interface TheirKey extends MovedKey {
  userId: string;
}

export interface TheirList {
  id: string;
  name: string;
  summary: string | null;
  ordered: boolean;
  /** Series or book ids in order. */
  memberIds: readonly string[];
  /** Condition of an automatic list in the format of Lectern's API. Undefined for a manual list. */
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

/** User id for programs without accounts. The data is imported for the administrator with the oldest account. */
export const desktop = 'desktop';

/** Data that only Lectern exports contain. Read from the export during the import. */
export interface OwnRecords {
  /** Folder of the export. */
  folder: string;
  users: readonly CommonRecords['users'][];
  tags: readonly CommonRecords['sharing-tags'][];
  settings: readonly CommonRecords['settings'][];
  /** Uploaded covers that are not selected. */
  covers: readonly CommonRecords['covers'][];
  counts: Readonly<Record<string, number>>;
  /** Provider metadata of series and books. */
  provided: Readonly<Record<'series' | 'books', readonly { id: string; provided: readonly Provided[] }[]>>;
  /** Files that users grouped as formats of one book, or separated. */
  formats: readonly { bookId: string; formatGroup: string }[];
  differentBooks: readonly CommonRecords['different-books'][];
  creditPages: readonly CommonRecords['credit-pages'][];
  panelCorrections: readonly CommonRecords['panel-corrections'][];
}

export interface Snapshot {
  program: string;
  /** Stable id of the source server, so that a repeated import recognizes what it has imported before. */
  source: string;
  users: readonly TheirUser[];
  libraries: readonly TheirLibrary[];
  series: readonly TheirSeries[];
  books: readonly TheirBook[];
  readings: readonly TheirReading[];
  /** Completions, including those of restarted books. */
  finished: readonly TheirCompletion[];
  sessions: readonly TheirSession[];
  marks: readonly TheirMark[];
  collections: readonly TheirList[];
  readLists: readonly TheirList[];
  ratings: readonly TheirRating[];
  /** Want-to-read series and books, oldest first. `addedAtMs` is undefined if the program does not store the time. */
  wanted: readonly { userId: string; seriesId: string; addedAtMs: number | undefined }[];
  wantedBooks: readonly { userId: string; bookId: string; addedAtMs: number | undefined }[];
  presets: readonly TheirPreset[];
  keys: readonly TheirKey[];
  /** Data that cannot be imported. */
  leftOut: readonly Note[];
  own?: OwnRecords;
  /**
   * Book metadata of a program whose metadata takes precedence over files. Only values that differ from the files
   * become edits. Streamed from a file, because it may not fit into memory.
   */
  described?: () => AsyncIterable<TheirDescription>;
  /** Number of books with such metadata. */
  describedCount?: number;
}

/** Empty defaults for readers. */
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
