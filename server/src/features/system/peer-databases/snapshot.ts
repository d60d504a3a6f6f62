// What another server holds, in one form whichever it is. Ids are theirs, paths are as that server sees them.
import type { SeriesStrategy } from '@lectern/contract/values';
import type { SchemeName } from '#features/identity/password-schemes/index.ts';

export interface TheirUser {
  id: string;
  username: string;
  /** They sign in by this name; otherwise it is made of their address. */
  isNamed: boolean;
  /** Undefined where they have none. */
  email: string | undefined;
  /** Undefined where somebody else authenticates them. */
  password: { scheme: SchemeName; hash: string } | undefined;
  isAdmin: boolean;
  /** May sign in. */
  isActive: boolean;
  /** The only libraries that they see; undefined for all. */
  libraryIds: readonly string[] | undefined;
  maxAgeRating: number | null;
  allowUnrated: boolean;
  /** Names of sharing tags. */
  allowTags: readonly string[];
  denyTags: readonly string[];
  /** What of their rights cannot be said here, in sentences. */
  notes: readonly string[];
}

export interface TheirLibrary {
  id: string;
  name: string;
  roots: readonly string[];
  /** As the API of this server takes them. */
  settings: {
    excludedPatterns: string[];
    cronSchedule: string | null;
    seriesStrategy: SeriesStrategy;
  };
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
  cover: Uint8Array | undefined;
}

export interface TheirSeries {
  id: string;
  title: string;
  edits: Readonly<Record<string, unknown>>;
  /** In years. Where it is higher than ours it is taken: limits of users go by it, and tools set it without a lock. */
  ageRating: number | undefined;
  sharingTags: readonly string[];
  cover: Uint8Array | undefined;
}

export interface TheirReading {
  userId: string;
  bookId: string;
  /** From 1. */
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
}

export interface TheirList {
  name: string;
  summary: string | null;
  ordered: boolean;
  /** Of series or books, in their order. */
  memberIds: readonly string[];
  cover: Uint8Array | undefined;
}

export interface TheirRating {
  userId: string;
  seriesId: string;
  /** 1 to 100. */
  rating: number;
  notes: string | null;
}

/** What has no place here. */
interface LeftOut {
  count: number;
  /** In the plural: `API keys`. */
  what: string;
  why: string;
}

export interface Snapshot {
  program: string;
  users: readonly TheirUser[];
  libraries: readonly TheirLibrary[];
  series: readonly TheirSeries[];
  books: readonly TheirBook[];
  readings: readonly TheirReading[];
  collections: readonly TheirList[];
  readLists: readonly TheirList[];
  ratings: readonly TheirRating[];
  /** Series that people want to read. */
  wanted: readonly { userId: string; seriesId: string }[];
  leftOut: readonly LeftOut[];
}
