// A feed before it is written as Atom or JSON. Paths are those below the version's own (`/series?page=2`): both
// versions have the same ones.
import type { FileFormat, ReadingDirection } from '@lectern/contract/values';

/** OPDS 1.2 never mixes the two: links to feeds, or publications. */
export type FeedKind = 'navigation' | 'acquisition';

export interface Feed {
  /** `urn:uuid:…`; the same for every page of it. */
  id: string;
  title: string;
  subtitle?: string | undefined;
  kind: FeedKind;
  updatedMs: number;
  /** Of this page of it, with everything that was asked for. */
  path: string;
  /** Path of the feed above; the root has none. */
  up?: string | undefined;
  navigation: readonly NavigationEntry[];
  publications: readonly Publication[];
  /** The beginnings of other feeds; only where they were asked for. */
  groups: readonly Group[];
  facets: readonly FacetGroup[];
  paging?: Paging | undefined;
}

export interface NavigationEntry {
  /** `urn:uuid:…`, stable. */
  id: string;
  title: string;
  summary?: string | undefined;
  updatedMs: number;
  path: string;
  kind: FeedKind;
  /** It lists what is new, newest first. */
  isNew?: boolean;
  /** How many entries it has, where that is known. */
  count?: number | undefined;
  /** Path of a small JPEG. */
  thumbnail?: string | undefined;
}

export interface Group {
  title: string;
  path: string;
  kind: FeedKind;
  count?: number | undefined;
  navigation: readonly NavigationEntry[];
  publications: readonly Publication[];
}

/** One way to order or to narrow a feed; at most one choice is active. */
export interface FacetGroup {
  title: string;
  facets: readonly Facet[];
}

export interface Facet {
  title: string;
  path: string;
  isActive: boolean;
  /** Entries that it leaves, where that is known. */
  count?: number | undefined;
}

export interface Paging {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  toPath(page: number): string;
}

export interface Contributor {
  name: string;
  sortName: string | null;
}

/** By what they did; the names of roles are those of Readium, `contributor` with the role beside it. */
export interface Contributors {
  author: Contributor[];
  translator: Contributor[];
  editor: Contributor[];
  illustrator: Contributor[];
  penciler: Contributor[];
  inker: Contributor[];
  colorist: Contributor[];
  letterer: Contributor[];
  artist: Contributor[];
  contributor: Contributor[];
}

interface OtherFile {
  bookId: string;
  fileName: string;
  mediaType: string;
  sizeBytes: number;
  /** As people know it: `PDF`. */
  title: string;
}

export interface Publication {
  /** The book's; addresses are made of it. */
  bookId: string;
  title: string;
  sortTitle: string | null;
  subtitle: string | null;
  addedMs: number;
  updatedMs: number;
  format: FileFormat;
  mediaType: string;
  sizeBytes: number;
  /** Safe in an address, with the true extension. */
  fileName: string;
  /** Files of the same book in other formats. */
  otherFiles: readonly OtherFile[];
  /** 0 where it is not known, or means nothing. */
  pageCount: number;
  /** There is a picture of it, or may be one. */
  hasCover: boolean;
  /** Pages can be asked for one by one. */
  hasPages: boolean;
  direction: ReadingDirection;
  contributors: Contributors;
  summary: string | null;
  language: string | null;
  publisher: string | null;
  imprint: string | null;
  /** ISO 8601: a year, a month or a day. */
  issued: string | null;
  isbns: readonly string[];
  genres: readonly string[];
  /** Tags and subjects. */
  subjects: readonly string[];
  webLinks: readonly { title: string; url: string }[];
  series: { id: string; title: string; position: number | null; volume: number | null };
  /** Null when nothing was read. `page` counts from 1. */
  progress: { page: number; atMs: number } | null;
  /** What stands before the title where titles are all that is shown: `#012`, `Saga v02 #012`. */
  label: string | null;
}
