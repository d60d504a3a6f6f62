// What a file says about itself, in one neutral shape: ComicInfo, MetronInfo, ComicBookInfo, OPF, PDF information
// and series.json all map to it. No policy: merging, locking and file names live above.

/** Roles of people. */
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

/** Kinds of books. */
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
  /** "Last, First": OPF file-as. */
  sortName?: string;
}

export interface Identifier {
  /** Lower case: uuid, doi, asin, calibre, uri, comicvine, metron, gtin, …; the file's own word when unknown. */
  scheme: string;
  value: string;
}

export interface ExternalLink {
  /** Host without "www.", for people. */
  sourceName: string;
  /** http or https only. */
  url: string;
}

/** A place in something larger: a story arc, a collection, another series. */
export interface Membership {
  name: string;
  /** As written: "1", "3.5", "½". */
  numberText?: string;
  /** The same as a number, absent when it is none. */
  number?: number;
  /** How many there are in all, at least 1. */
  total?: number;
}

export interface AlternateTitle {
  /** What kind of title: a language tag, "short", "expanded"; empty when the file does not say. */
  label: string;
  title: string;
}

/** Notes on single pages. Pages count from 0 in the order of the archive's images and are often wrong. */
export interface PageNotes {
  frontCover?: number;
  doublePages?: number[];
  /** To be hidden from readers. */
  deletedPages?: number[];
  bookmarks?: { page: number; title: string }[];
}

/** What is said of a whole series (series.json; the Series element of MetronInfo). */
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
  /** Number of this run among those of its name. */
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
  /** Address of a picture on the web. Never fetched by a reader of files. */
  coverUrl?: string;
}

/**
 * What a file says about one book. Absent = the file does not say: there is no null, no empty text and no empty
 * list. Texts are plain (no markup, nothing decoded twice), trimmed and cut at the limits; whoever shows them
 * escapes them.
 */
export interface EmbeddedMetadata {
  source: 'comic_info' | 'metron_info' | 'comic_book_info' | 'opf' | 'pdf' | 'fb2' | 'mobi' | 'text';

  title?: string;
  /** OPF file-as of the title, calibre:title_sort. */
  titleSort?: string;
  subtitle?: string;
  originalTitle?: string;
  /** "2nd edition": OPF title of type edition. */
  edition?: string;
  alternateTitles?: AlternateTitle[];
  summary?: string;
  bookType?: BookType;

  /** Number in the series as written ("1", "½", "1A", "Annual 1"). ComicInfo Number; OPF position in the series. */
  numberText?: string;
  /** The same as a number, absent when it is none; may be fractional or negative. */
  number?: number;
  /** ComicInfo Volume (a number, or the year in which the run began), MetronInfo Series/Volume. */
  volume?: number;
  chapter?: number;

  series?: string;
  /** OPF group-position or calibre:series_index; else the same as `number`. */
  seriesPosition?: number;
  /** How many books the series has. ComicInfo Count: the newest book's is right. */
  seriesTotal?: number;
  /** What the file says of the series beyond its name. */
  seriesFacts?: SeriesMetadata;
  /** Larger groups that the book or its series is in. ComicInfo SeriesGroup; OPF sets and untyped collections. */
  collections?: Membership[];
  storyArcs?: Membership[];
  alternateSeries?: Membership[];

  authors?: Contributor[];
  publisher?: string;
  imprint?: string;
  /** BCP 47, canonical case. */
  language?: string;
  /** ISO 8601, as much as is known: "2004", "2004-05", "2004-05-31". */
  releaseDate?: string;
  /** The parts of `releaseDate`. */
  year?: number;
  month?: number;
  day?: number;
  /** Year of the first edition. */
  originalYear?: number;

  /** ISBN-13, digits only, check digit right; an ISBN-10 is given as its ISBN-13. */
  isbns?: string[];
  /** All others. */
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
  /** As written: "Mature 17+". */
  ageRatingText?: string;
  /** 0 to 5. */
  communityRating?: number;
  review?: string;

  readingDirection?: ReadingDirection;
  manga?: boolean;
  blackAndWhite?: boolean;
  /** ComicInfo Format, MetronInfo Series/Format, as written: "TPB", "One-Shot", "Annual". */
  formatDetail?: string;
  /** Pages that the file claims. */
  pageCount?: number;
  pageNotes?: PageNotes;

  rights?: string;
  notes?: string;
  scanInformation?: string;
}
