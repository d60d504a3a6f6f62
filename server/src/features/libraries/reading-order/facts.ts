// The facts of one book from which its place in the series is computed. Stored as JSON with the book.

import { toSortKey } from '#infrastructure/text/sort-key.ts';

/** Part of the series: main run, specials (annuals, one-shots, collections), extras (omake, artbooks). */
export type Part = 'main' | 'special' | 'extra';

export interface OrderFacts {
  part: Part;
  /** Kind of special: "annual", "tpb". Specials of one kind are adjacent. */
  group: string;
  /** Part or year of the story, in which volumes may begin again: "Book - Part 2 Volume 1". */
  section: number | null;
  /** Volume, season, or year of a run. May be fractional. */
  volume: number | null;
  /** Chapter or issue; null for a whole volume. May be fractional or negative. */
  number: number | null;
  /** Sub-number: "a" of the issue 1A. */
  suffix: string;
  /** The number that the book shows: its issue, chapter or volume. Null if it has none. */
  shown: { text: string; value: number; by: 'number' | 'chapter' | 'volume' } | null;
  edition: string;
  /** Year, month or day of publication in ISO 8601. */
  date: string | null;
  /** Whether the date replaces a missing number, as for magazines. */
  isIssueDate: boolean;
  /** The library numbers books by the order of their files only. */
  isByFile: boolean;
  /** Whether the book gets a number by its place if the series has no numbers. */
  isPlaced: boolean;
  /** The number that the file name begins with. */
  place: number | null;
  /** The place precedes a series with its own number, so it belongs to a reading order: "001 - Civil War #3". */
  isPlanned: boolean;
  /** Series name of a series that is identified by its name: books may spell it differently. */
  seriesName: string | null;
  /** Order key set by a user. Takes precedence over everything else. */
  position: string | null;
}

export const noFacts: OrderFacts = {
  part: 'main',
  group: '',
  section: null,
  volume: null,
  number: null,
  suffix: '',
  shown: null,
  edition: '',
  date: null,
  isIssueDate: false,
  isByFile: false,
  isPlaced: false,
  place: null,
  isPlanned: false,
  seriesName: null,
  position: null,
};

/** Omits the values of `noFacts`. */
export function toFactsJson(facts: OrderFacts): string {
  const others = Object.entries(facts).filter(([name, value]) => value !== noFacts[name as keyof OrderFacts]);
  return JSON.stringify(Object.fromEntries(others));
}

/** Values of users and other metadata layers. Undefined keeps the value of the files. */
export interface OrderEdits {
  number?: number | null | undefined;
  numberText?: string | undefined;
  volume?: number | null | undefined;
  chapter?: number | null | undefined;
  bookType?: string | null | undefined;
  edition?: string | null | undefined;
  date?: string | null | undefined;
  position?: string | undefined;
}

/** Applies edits. A number replaces the kind of number that the book shows: its issue, chapter or volume. */
export function editFacts(facts: OrderFacts, edits: OrderEdits): OrderFacts {
  const edited: OrderFacts = {
    ...facts,
    date: edits.date ?? facts.date,
    edition: edits.edition === undefined ? facts.edition : toSortKey(edits.edition ?? ''),
    position: edits.position ?? null,
  };
  if (edits.volume !== undefined) edited.volume = edits.volume;
  if (edits.chapter !== undefined) {
    edited.number = edits.chapter;
    edited.suffix = '';
  }
  const by = facts.shown?.by ?? 'number';
  const number = edits.number === undefined && by !== 'number' ? edits[by] : edits.number;
  if (number !== undefined) {
    edited.shown = number === null ? null : { text: String(number), value: number, by };
    if (by === 'volume') edited.volume = number;
    else edited.number = number ?? edits.chapter ?? null;
    edited.suffix = '';
  }
  if (edits.numberText !== undefined && edited.shown)
    edited.shown = { ...edited.shown, text: edits.numberText };
  if (edits.bookType === 'artbook') edited.part = 'extra';
  if (edits.bookType === 'oneshot' || edits.bookType === 'omnibus') edited.part = 'special';
  return edited;
}

export const parseFacts = (json: string): OrderFacts => ({ ...noFacts, ...JSON.parse(json) });
