// Matches an entry of a `.cbl` file to a book. Pure.

import type { CblEntry } from '@lectern/formats/cbl/parse';
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
    if (run !== undefined) names.push(`${plain} (${run})`, `${plain} ${run}`, `${plain} v${run}`);
  }
  return [...new Set(names.map((name) => toSortKey(name)))];
}

const toNumber = (text: string | undefined): number | undefined => {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : undefined;
};

/** `books` are the books of the series that have one of the entry's keys. */
export function matchEntry(entry: CblEntry, books: readonly MatchingBook[]): Match {
  const number = toNumber(entry.number);
  const candidates =
    entry.number === undefined
      ? books.filter((book) => book.number === null)
      : books.filter((book) => number !== undefined && book.sortNumber === number);
  if (candidates.length === 0) return { status: 'not_found', book: undefined, candidates: [] };
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

/** Score of the other properties. The volume counts most, as a number or as the first year of the run. */
function toScore({ series, volume, year }: CblEntry, book: MatchingBook): number {
  const [run, released] = [toNumber(volume), toNumber(year)];
  let score = 0;
  if (run !== undefined && (book.volume === run || book.seriesYear === run)) score += 4;
  if (run !== undefined && book.seriesTitle.includes(String(run))) score += 4;
  if (released !== undefined && book.year === released) score += 2;
  if (toSortKey(series) === book.seriesTitleKey) score += 1;
  return score;
}
