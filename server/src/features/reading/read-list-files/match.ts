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

/** Words of specials, whose books may be in the series of the main run. */
const specialWord = / (annual|special)s?$/i;

/**
 * Possible series keys of an entry: with and without text in brackets, year or volume, with the signs that file systems
 * allow ("Batman - Year One"), and without the word for specials.
 */
export function toSeriesKeys({ series, volume, year }: CblEntry): string[] {
  const plain = replaceBracketed(series, ' ').replace(/\s+/g, ' ').trim() || series;
  const bases = [plain, plain.replace(specialWord, '')].flatMap(listSpellings);
  const names = [series, ...bases];
  for (const run of [volume, year]) {
    if (run === undefined) continue;
    for (const base of bases)
      names.push(`${base} (${run})`, `${base} ${run}`, `${base} v${run}`, `${base} vol. ${run}`);
  }
  return [...new Set(names.map((name) => toSortKey(name)))];
}

/**
 * "Batman: Year One" and "Batman - Year One", "Hawk & Dove" and "Hawk and Dove", "Spider-Man/Deadpool" and
 * "Spider-Man-Deadpool".
 */
function listSpellings(name: string): string[] {
  const forms = [
    name,
    name.replace(/\s?:\s/g, ' - ').replaceAll('/', '-'),
    name.replaceAll(':', '').replaceAll('/', ' '),
    name.replaceAll(' - ', ': '),
    name.replaceAll(' - ', ' '),
  ].map((form) => form.replace(/[?*"<>|]/g, ''));
  return [
    ...new Set(
      forms.flatMap((form) => [form, form.replaceAll(' & ', ' and '), form.replaceAll(' and ', ' & ')]),
    ),
  ];
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
  const special = toSpecial(entry);
  const isNumbered = (book: MatchingBook) =>
    special !== undefined && !book.seriesTitleKey.includes(special)
      ? isSpecial(book, special, number)
      : number !== undefined && book.numberValue === number;
  const candidates =
    entry.number === undefined ? books.filter((book) => book.number === null) : books.filter(isNumbered);
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

/** The word for specials in the series or the number: "Batman Annual", "Annual 1". */
function toSpecial({ series, number }: CblEntry): string | undefined {
  const word =
    /^(annual|special)/i.exec(number ?? '') ?? specialWord.exec(replaceBracketed(series, ' ').trim());
  return word?.[1]?.toLowerCase();
}

/** Specials next to a main run have no value, because their numbers are separate. */
function isSpecial(book: MatchingBook, word: string, number: number | undefined): boolean {
  return book.numberValue === null && book.number === number && book.title.toLowerCase().includes(word);
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
  const hasSuffix = /\d[.]?[a-z]{1,10}\b/i.test(book.title);
  if (suffix === undefined ? !hasSuffix : book.title.toLowerCase().includes(suffix)) score += 3;
  if (toSortKey(series) === book.seriesTitleKey) score += 1;
  return score;
}
