// What a file or folder name says about a book. Only the shape; parse-name.ts fills it.

/** A book's number as people write it, and its place among others: `1A` is text "1A", value 1; `½` is 0.5. */
export interface BookNumber {
  /** As written, without leading zeros: "5", "10.5", "½", "1A", "-1", "8.NOW", "SP1", "Annual 1". */
  text: string;
  value: number;
}

/** The book types that a name can tell. */
export type NamedBookType =
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

/** Every field that is absent was not found in the name. Text keeps its case and is NFC. */
export interface ParsedName {
  /** The name without extension and without the brackets that were understood; numbers are still in it. */
  name: string;
  /** What the book is part of: the text before its number. A name without numbering has a title and no series. */
  series?: string;
  /** The book's own title: the text after its number, or the whole text where there is no number. */
  title?: string;
  /** Issue or book number ("#12", "Book 3", "005"). Volumes and chapters are apart. */
  number?: BookNumber;
  /** Last number of a file that holds several ("001-003"). */
  numberEnd?: number;
  /** Volume, tome or season; 0 and up, whole or fractional. */
  volume?: number;
  volumeEnd?: number;
  /** Chapter or episode; may be fractional. */
  chapter?: number;
  chapterEnd?: number;
  /** How many there are in all ("of 12", "全12巻"). */
  count?: number;
  /** Year of this book, or of the series when the name gives no other. 1800 to 2100. */
  year?: number;
  /** Last year of a range ("2012-2018"). */
  yearEnd?: number;
  /** Year that tells runs of a series apart: "Batman (2016) 005", "v2018 #1". */
  seriesYear?: number;
  /** 1 to 12, and 1 to 31. */
  month?: number;
  day?: number;
  isOneShot: boolean;
  /** Stands beside the numbered books: annual, special, extra, collection, one-shot. */
  isSpecial: boolean;
  /** In ComicInfo's words: Annual, Special, TPB, Graphic Novel, Hardcover, Omnibus, One-Shot, … */
  format?: string;
  bookType?: NamedBookType;
  /** BCP 47: "en", "pt-BR". */
  language?: string;
  /** Scanlators and rippers, as they call themselves. */
  groups: string[];
  /** Known words in brackets ("Digital", "c2c", "F") and notes that are none of the others. */
  tags: string[];
  /** "Deluxe Edition", "2nd edition", "édition spéciale". */
  edition?: string;
  /** First name first. */
  authors?: string[];
  publisher?: string;
  /** 13 digits. */
  isbn?: string;
}

/** Something one piece of a name says. */
export type Fact =
  | { kind: 'number'; number: BookNumber; end?: number }
  | { kind: 'volume' | 'chapter' | 'part'; value: number; end?: number; counted?: boolean }
  | { kind: 'count'; count: number; number?: BookNumber }
  | { kind: 'year'; year: number; end?: number; ofSeries?: boolean }
  | { kind: 'date'; year: number; month: number; day?: number }
  | { kind: 'format'; format?: string; bookType?: NamedBookType; special: boolean; oneShot: boolean }
  | { kind: 'seriesEntry'; series: string; number: BookNumber }
  | { kind: 'language' | 'tag' | 'group' | 'author' | 'edition' | 'publisher' | 'isbn'; text: string }
  | { kind: 'noise' };
