// Groups series by title, ignoring case, accents, punctuation, articles and notes in brackets. Runs of different years
// are different series.

import { chunks } from '#infrastructure/chunks.ts';
import { replaceBracketed } from '#infrastructure/text/brackets.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import { createYielder } from '#infrastructure/yield.ts';

export interface TitledSeries {
  id: string;
  title: string;
  /** Year of the first volume, if the metadata contains it. */
  year: number | null;
}

export interface TitleGroup {
  /** The normalized title. */
  key: string;
  ids: string[];
}

const characters = /[^\p{L}\p{N}]+/gu;
/** Rows to process before yielding to the event loop. */
const atOnce = 500;

/** `The Sandman (1989) [Digital]` and `Sandman, the` are both `sandman`. */
export function toTitleKey(title: string): string {
  const folded = fold(title).replaceAll('&', ' and ');
  const plain = replaceBracketed(folded, ' ').replace(/,\s*(the|a|an)\s*$/, '');
  const key = toSortKey(plain.replace(characters, ' ').trim()).replaceAll(' ', '');
  return key === '' ? folded : key;
}

/** The year in brackets in the title, otherwise the year of the metadata. */
function toRun({ title, year }: TitledSeries): number | null {
  const named = /[([]((?:18|19|20)\d{2})[)\]]/.exec(title)?.[1];
  return named === undefined ? year : Number(named);
}

/** Groups of two or more series, in the order of their first series. */
export async function groupByTitle(series: readonly TitledSeries[]): Promise<TitleGroup[]> {
  const yieldIfDue = createYielder();
  const byKey = new Map<string, TitledSeries[]>();
  for (const part of chunks(series, atOnce)) {
    for (const one of part) {
      const key = toTitleKey(one.title);
      const same = byKey.get(key);
      if (same) same.push(one);
      else byKey.set(key, [one]);
    }
    await yieldIfDue();
  }
  const groups: TitleGroup[] = [];
  for (const [key, members] of byKey) {
    const ids = members.length > 1 ? withoutOtherRuns(members) : [];
    if (ids.length > 1) groups.push({ key, ids });
  }
  return groups;
}

/**
 * The series that may have a duplicate in the group: another series has the same year, or one of the two has no year.
 */
function withoutOtherRuns(members: readonly TitledSeries[]): string[] {
  const runs = members.map(toRun);
  const countOf = Map.groupBy(runs, (run) => run);
  const hasUnknown = countOf.has(null);
  return members
    .filter((_, i) => hasUnknown || (countOf.get(runs[i] ?? null)?.length ?? 0) > 1)
    .map(({ id }) => id);
}
