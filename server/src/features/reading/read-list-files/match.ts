// Matches an entry of a `.cbl` file to a book. Pure.

import type { CblEntry } from '@lectern/formats/cbl/parse';
import { parseIssueNumber } from '@lectern/formats/values/number';
import type { MatchingBook } from '#catalog/books/books.ts';
import { replaceBracketed } from '#infrastructure/text/brackets.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';

export interface Match {
  status: 'matched' | 'ambiguous' | 'not_found';
  book: MatchingBook | undefined;
  candidates: MatchingBook[];
}

/** Possible series keys of an entry: with and without text in brackets, year or volume. */
export function toSeriesKeys({ series, volume, year }: CblEntry): string[] {
  const plain = replaceBracketed(series, ' ').replace(/\s+/g, ' ').trim() || series;
  const names = [series, plain];
  for (const run of [volume, year]) {
    if (run === undefined) continue;
    names.push(`${plain} (${run})`, `${plain} ${run}`, `${plain} v${run}`, `${plain} vol. ${run}`);
  }
  return [...new Set(names.map((name) => toSortKey(name)))];
}

const maxNearMisses = 5;

const toNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseIssueNumber(text);

/**
 * `books` are the books of the series that have one of the entry's keys. The candidates of an entry that is not found
 * are the books of the series with the nearest numbers.
 */
export function matchEntry(entry: CblEntry, books: readonly MatchingBook[]): Match {
  const number = toNumber(entry.number);
  const candidates =
    entry.number === undefined
      ? books.filter((book) => book.number === null)
      : books.filter((book) => number !== undefined && book.numberValue === number);
  if (candidates.length === 0)
    return { status: 'not_found', book: undefined, candidates: findNearMisses(entry, books) };
  const scored = candidates
    .map((book) => ({ book, score: toScore(entry, book) }))
    .sort((a, b) => b.score - a.score);
  const [best, next] = scored;
  const isClear = best !== undefined && (next === undefined || best.score > next.score);
  return {
    status: isClear ? 'matched' : 'ambiguous',
    book: isClear ? best.book : undefined,
    candidates: scored.slice(0, 10).map(({ book }) => book),
  };
}

/** Returns books of the series in order of the distance of their numbers, then of the score of the series. */
function findNearMisses(entry: CblEntry, books: readonly MatchingBook[]): MatchingBook[] {
  const number = toNumber(entry.number);
  const distance = ({ numberValue }: MatchingBook) =>
    number === undefined || numberValue === null ? Number.MAX_VALUE : Math.abs(numberValue - number);
  return books
    .toSorted((a, b) => distance(a) - distance(b) || toScore(entry, b) - toScore(entry, a))
    .slice(0, maxNearMisses);
}

/** Letters behind a number: "HU" of "19.HU" and "1.MU", "AU" of "27AU". */
const suffixOf = (number = ''): string | undefined => /\d[\s.]?([A-Za-z]{1,10})$/.exec(number.trim())?.[1];

/** Score of the other properties. The volume counts most, as a number or as the first year of the run. */
function toScore({ series, number, volume, year }: CblEntry, book: MatchingBook): number {
  const run = toNumber(volume);
  const released = toNumber(year);
  let score = 0;
  if (run !== undefined && (book.volume === run || book.seriesYear === run)) score += 4;
  if (run !== undefined && book.seriesTitle.includes(String(run))) score += 4;
  if (released !== undefined && book.year === released) score += 2;
  if (released !== undefined && run === undefined && book.seriesYear === released) score += 1;
  const suffix = suffixOf(number)?.toLowerCase();
  const isSpecial = /\d[.]?[a-z]{1,10}\b/i.test(book.title);
  if (suffix === undefined ? !isSpecial : book.title.toLowerCase().includes(suffix)) score += 3;
  if (toSortKey(series) === book.seriesTitleKey) score += 1;
  return score;
}
