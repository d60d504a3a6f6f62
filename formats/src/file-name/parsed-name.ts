// Types of the information in a file or folder name. See parse-name.ts for the parser.
import type { BookType } from '../metadata.ts';

/** A book's number as written, and its value for sorting: `1A` has text "1A" and value 1; `½` has value 0.5. */
export interface BookNumber {
  /** As written, without leading zeros: "5", "10.5", "½", "1A", "-1", "8.NOW", "SP1", "Annual 1". */
  text: string;
  value: number;
}

/** Fields that the name does not contain are absent. Text keeps its case and is in NFC. */
export interface ParsedName {
  /** The name without extension and recognized brackets. It still contains numbers. */
  name: string;
  /** Text before the number. A name without numbering has a title and no series. */
  series?: string;
  /** Title of the book: the text after the number, or the whole text of a name without a number. */
  title?: string;
  /** Issue or book number ("#12", "Book 3", "005"). Volumes and chapters have their own fields. */
  number?: BookNumber;
  /** Last number of a file that contains several ("001-003"). */
  numberEnd?: number;
  /** Volume, tome or season: 0 or greater, may be fractional. */
  volume?: number;
  volumeEnd?: number;
  /** Chapter or episode. May be fractional. */
  chapter?: number;
  chapterEnd?: number;
  /** Total number of books of the series ("of 12", "全12巻"). */
  count?: number;
  /** Year of this book, or of the series if the name has no other year. 1800 to 2100. */
  year?: number;
  /** Last year of a range ("2012-2018"). */
  yearEnd?: number;
  /** Year that distinguishes runs of a series: "Batman (2016) 005", "v2018 #1". */
  seriesYear?: number;
  /** The number counts the issues of the year: "2024年36号", "23-2024". */
  isOfYear?: boolean;
  /** Place in a reading order, before a series with its own number: "001 - Amazing Spider-Man #252". */
  place?: number;
  /** 1 to 12. `day` is 1 to 31. */
  month?: number;
  day?: number;
  isOneShot: boolean;
  /** The book is not one of the numbered books: annual, special, extra, collection, one-shot. */
  isSpecial: boolean;
  /** ComicInfo format: Annual, Special, TPB, Graphic Novel, Hardcover, Omnibus, One-Shot, … */
  format?: string;
  bookType?: BookType;
  /** BCP 47: "en", "pt-BR". */
  language?: string;
  /** Names of scanlators and rippers. */
  groups: string[];
  /** Notes such as "Digital", "c2c" and "F". */
  tags: string[];
  /** "Deluxe Edition", "2nd edition", "édition spéciale". */
  edition?: string;
  /** First name first. */
  authors?: string[];
  publisher?: string;
  /** 13 digits. */
  isbn?: string;
}

/** The information in one part of a name. */
export type Fact =
  | { kind: 'number'; number: BookNumber; end?: number }
  | { kind: 'volume' | 'chapter' | 'part'; value: number; end?: number; counted?: boolean }
  | { kind: 'count'; count: number; number?: BookNumber }
  | { kind: 'year'; year: number; end?: number; ofSeries?: boolean }
  | { kind: 'place'; value: number }
  | { kind: 'date'; year: number; month: number; day?: number }
  | { kind: 'format'; format?: string; bookType?: BookType; special: boolean; oneShot: boolean }
  | { kind: 'seriesEntry'; series: string; number: BookNumber }
  | { kind: 'language' | 'tag' | 'group' | 'author' | 'edition' | 'publisher' | 'isbn'; text: string }
  | { kind: 'noise' };
