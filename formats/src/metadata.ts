// Embedded metadata in one shape: ComicInfo, MetronInfo, ComicBookInfo, OPF, PDF information and series.json
// all map to it. Merging, locking and file names are handled elsewhere.

export type ContributorRole =
  | 'author'
  | 'co_author'
  | 'editor'
  | 'translator'
  | 'illustrator'
  | 'contributor'
  | 'writer'
  | 'penciller'
  | 'inker'
  | 'colorist'
  | 'letterer'
  | 'cover_artist';

export type BookType =
  | 'comic'
  | 'manga'
  | 'novel'
  | 'novella'
  | 'anthology'
  | 'artbook'
  | 'oneshot'
  | 'omnibus'
  | 'graphic_novel'
  | 'magazine';

export type ReadingDirection = 'ltr' | 'rtl' | 'ttb' | 'webtoon';

export type SeriesStatus = 'ongoing' | 'ended' | 'hiatus' | 'abandoned' | 'unknown';

export interface Contributor {
  name: string;
  role: ContributorRole;
  /** "Last, First" (OPF file-as). */
  sortName?: string;
}

export interface Identifier {
  /**
   * Lower case: uuid, doi, asin, calibre, uri, comicvine, metron, gtin, …. Unknown schemes keep the spelling
   * of the file.
   */
  scheme: string;
  value: string;
}

export interface ExternalLink {
  /** Host without "www.", for display. */
  sourceName: string;
  /** http or https only. */
  url: string;
}

/** A position in a larger group: a story arc, a collection, another series. */
export interface Membership {
  name: string;
  /** As written: "1", "3.5", "½". */
  numberText?: string;
  /** `numberText` as a number. Absent if it is not a number. */
  number?: number;
  /** Number of members, at least 1. */
  total?: number;
}

export interface AlternateTitle {
  /** Kind of title: a language tag, "short", "expanded". Empty if unspecified. */
  label: string;
  title: string;
}

/** Notes on single pages. Indexes count from 0 in the order of the archive's images and are often wrong. */
export interface PageNotes {
  frontCover?: number;
  doublePages?: number[];
  /** Pages that readers should not show. */
  deletedPages?: number[];
  bookmarks?: { page: number; title: string }[];
}

/** Metadata of a whole series (series.json; the Series element of MetronInfo). */
export interface SeriesMetadata {
  title?: string;
  titleSort?: string;
  alternateTitles?: AlternateTitle[];
  summary?: string;
  publisher?: string;
  imprint?: string;
  status?: SeriesStatus;
  /** Years, 0 to 18. */
  ageRating?: number;
  /** BCP 47. */
  language?: string;
  readingDirection?: ReadingDirection;
  /** First year. */
  year?: number;
  /** Number of this run among the runs of the same name. */
  volume?: number;
  /** "Print", "Digital", "TPB", "Limited Series", …, as written. */
  formatDetail?: string;
  totalVolumeCount?: number;
  /** Chapters or issues. */
  totalChapterCount?: number;
  genres?: string[];
  tags?: string[];
  externalLinks?: ExternalLink[];
  identifiers?: Identifier[];
  /** Web address of an image. File readers never fetch it. */
  coverUrl?: string;
}

/**
 * Metadata of one book as its file states it. A missing value is absent, never null, an empty text or an
 * empty list. Texts are plain (no markup, entities decoded once), trimmed and truncated to the limits. Code
 * that displays them must escape them.
 */
export interface EmbeddedMetadata {
  source: 'comic_info' | 'metron_info' | 'comic_book_info' | 'opf' | 'pdf' | 'fb2' | 'mobi' | 'text' | 'name';

  title?: string;
  /** OPF file-as of the title, or calibre:title_sort. */
  titleSort?: string;
  subtitle?: string;
  originalTitle?: string;
  /** OPF title of type edition, such as "2nd edition". */
  edition?: string;
  alternateTitles?: AlternateTitle[];
  summary?: string;
  bookType?: BookType;

  /**
   * Number in the series as written ("1", "½", "1A", "Annual 1"). ComicInfo Number; OPF position in the
   * series.
   */
  numberText?: string;
  /** `numberText` as a number, possibly fractional or negative. Absent if it is not a number. */
  number?: number;
  /** ComicInfo Volume (a number, or the year in which the run began), or MetronInfo Series/Volume. */
  volume?: number;
  chapter?: number;

  series?: string;
  /** OPF group-position or calibre:series_index, otherwise equal to `number`. */
  seriesPosition?: number;
  /**
   * Number of books in the series. If ComicInfo Count values differ, the value of the newest book is correct.
   */
  seriesTotal?: number;
  /** Metadata of the series apart from its name. */
  seriesFacts?: SeriesMetadata;
  /** Larger groups of the book or its series: ComicInfo SeriesGroup, OPF sets and untyped collections. */
  collections?: Membership[];
  storyArcs?: Membership[];
  alternateSeries?: Membership[];

  authors?: Contributor[];
  publisher?: string;
  imprint?: string;
  /** BCP 47, canonical case. */
  language?: string;
  /** ISO 8601 with the known precision: "2004", "2004-05", "2004-05-31". */
  releaseDate?: string;
  /** The parts of `releaseDate`. */
  year?: number;
  month?: number;
  day?: number;
  /** Year of the first edition. */
  originalYear?: number;

  /** ISBN-13, digits only, with a valid check digit. An ISBN-10 is converted to its ISBN-13. */
  isbns?: string[];
  /** Identifiers other than ISBNs. */
  identifiers?: Identifier[];
  externalLinks?: ExternalLink[];

  genres?: string[];
  tags?: string[];
  /** Subject headings of books (OPF dc:subject). */
  subjects?: string[];
  characters?: string[];
  teams?: string[];
  locations?: string[];
  mainCharacterOrTeam?: string;

  /** Years, 0 to 18. */
  ageRating?: number;
  /** As written, such as "Mature 17+". */
  ageRatingText?: string;
  /** 0 to 5. */
  communityRating?: number;
  review?: string;

  readingDirection?: ReadingDirection;
  manga?: boolean;
  blackAndWhite?: boolean;
  /** ComicInfo Format or MetronInfo Series/Format as written: "TPB", "One-Shot", "Annual". */
  formatDetail?: string;
  /** Page count as the file states it. */
  pageCount?: number;
  pageNotes?: PageNotes;

  rights?: string;
  notes?: string;
  scanInformation?: string;
}
