// Series that are called the same, but for how the title is written: case, accents, punctuation, articles, notes in
// brackets. Runs of different years are different series.

import { chunks } from '#infrastructure/chunks.ts';
import { replaceBracketed } from '#infrastructure/text/brackets.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import { createYielder } from '#infrastructure/yield.ts';

export interface TitledSeries {
  id: string;
  title: string;
  /** Of the first volume, where metadata says it. */
  year: number | null;
}

export interface TitleGroup {
  /** The title without all that does not count. */
  key: string;
  ids: string[];
}

const characters = /[^\p{L}\p{N}]+/gu;
/** Rows after which others may have their turn. */
const atOnce = 500;

/** `The Sandman (1989) [Digital]` and `Sandman, the` are both `sandman`. */
export function toTitleKey(title: string): string {
  const folded = fold(title).replaceAll('&', ' and ');
  const plain = replaceBracketed(folded, ' ').replace(/,\s*(the|a|an)\s*$/, '');
  const key = toSortKey(plain.replace(characters, ' ').trim()).replaceAll(' ', '');
  return key === '' ? folded : key;
}

/** The year that a title names in brackets, else that of the metadata. */
function toRun({ title, year }: TitledSeries): number | null {
  const named = /[([]((?:18|19|20)\d{2})[)\]]/.exec(title)?.[1];
  return named === undefined ? year : Number(named);
}

/** Groups of two and more, in the order of their first series. */
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

/** Those that may be another of them: of its year, or one of the two has none. */
function withoutOtherRuns(members: readonly TitledSeries[]): string[] {
  const runs = members.map(toRun);
  const countOf = Map.groupBy(runs, (run) => run);
  const hasUnknown = countOf.has(null);
  return members
    .filter((_, i) => hasUnknown || (countOf.get(runs[i] ?? null)?.length ?? 0) > 1)
    .map(({ id }) => id);
}
