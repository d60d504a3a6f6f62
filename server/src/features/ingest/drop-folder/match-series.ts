// Finds the series of a book by title, ignoring differences in spelling.
import { toTitleKey } from '#features/libraries/duplicates/index.ts';
import type { FoundSeries } from './store.ts';

export interface SeriesMatch {
  series: FoundSeries;
  /** The title is equal, and only one series has it. */
  isSure: boolean;
}

/** Minimum similarity of titles that may be spellings of the same series. */
const alike = 0.8;

/** `isChosen`: a user entered the title, so a series with a similar title is a different one. */
export function matchSeries(
  title: string,
  { runYear, isChosen }: { runYear: number | undefined; isChosen: boolean },
  found: readonly FoundSeries[],
): SeriesMatch | undefined {
  const key = toTitleKey(title);
  const isOtherRun = ({ year }: FoundSeries) => runYear !== undefined && year !== null && year !== runYear;
  const candidates = found
    .filter((one) => !isOtherRun(one))
    .map((one) => ({ one, key: toTitleKey(one.title) }));
  const same = candidates
    .filter((candidate) => candidate.key === key)
    .map(({ one }) => one)
    .toSorted((a, b) => Number(b.year === runYear) - Number(a.year === runYear) || b.bookCount - a.bookCount);
  const [first] = same;
  if (first) return { series: first, isSure: same.length === 1 };
  if (isChosen) return undefined;
  const [best] = candidates
    .map((candidate) => ({ series: candidate.one, likeness: toLikeness(key, candidate.key) }))
    .filter(({ likeness }) => likeness >= alike)
    .toSorted((a, b) => b.likeness - a.likeness);
  return best && { series: best.series, isSure: false };
}

/** Sørensen–Dice coefficient of character pairs, from 0 to 1. */
function toLikeness(one: string, other: string): number {
  const a = toPairs(one);
  const b = toPairs(other);
  const left = new Map<string, number>();
  for (const pair of b) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of a) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    left.set(pair, count - 1);
    shared++;
  }
  return a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length);
}

const toPairs = (text: string): string[] => {
  const characters = [...text.slice(0, 200)];
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
};
