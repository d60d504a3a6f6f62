// A feed independent of Atom and JSON. Paths are relative to the base of the version (`/series?page=2`) and identical
// in both.
import type { FileFormat, ReadingDirection } from '@lectern/contract/values';

/** OPDS 1.2 does not mix the two: a feed contains either navigation links or publications. */
export type FeedKind = 'navigation' | 'acquisition';

export interface Feed {
  /** `urn:uuid:…`; the same for all pages. */
  id: string;
  title: string;
  subtitle?: string | undefined;
  kind: FeedKind;
  updatedMs: number;
  /** Path of this page, including its parameters. */
  path: string;
  /** Path of the parent feed; undefined for the root. */
  up?: string | undefined;
  navigation: readonly NavigationEntry[];
  publications: readonly Publication[];
  /** First entries of other feeds, if requested. */
  groups: readonly Group[];
  facets: readonly FacetGroup[];
  paging?: Paging | undefined;
}

export interface NavigationEntry {
  /** Stable `urn:uuid:…`. */
  id: string;
  title: string;
  summary?: string | undefined;
  updatedMs: number;
  path: string;
  kind: FeedKind;
  /** The feed is sorted by date, newest first. */
  isNew?: boolean;
  /** Number of entries of the feed, if known. */
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

/** An order or filter of a feed. At most one facet is active. */
export interface FacetGroup {
  title: string;
  facets: readonly Facet[];
}

export interface Facet {
  title: string;
  path: string;
  isActive: boolean;
  /** Number of remaining entries, if known. */
  count?: number | undefined;
}

export interface Paging {
  /** One-based. */
  page: number;
  pageSize: number;
  total: number;
  toPath(page: number): string;
}

export interface Contributor {
  name: string;
  sortName: string | null;
}

/** Contributors by Readium role. `contributor` also contains the name of the role. */
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
  /** Display name: `PDF`. */
  title: string;
}

export interface Publication {
  /** Id of the book, used in addresses. */
  bookId: string;
  title: string;
  sortTitle: string | null;
  subtitle: string | null;
  addedMs: number;
  updatedMs: number;
  format: FileFormat;
  mediaType: string;
  sizeBytes: number;
  /** Safe in URLs, with the correct extension. */
  fileName: string;
  /** Files of the same book in other formats. */
  otherFiles: readonly OtherFile[];
  /** 0 if unknown or not meaningful. */
  pageCount: number;
  /** Pages can be requested individually. */
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
  /** Null without progress. `page` is one-based. */
  progress: { page: number; atMs: number } | null;
  /** Prefix for clients that show only titles: `#012`, `Saga v02 #012`. */
  label: string | null;
}
