// The place of a chapter without a volume among volumes that contain chapters.
import type { OrderFacts } from './facts.ts';

export interface Volumes {
  /** Volumes with their first chapter, ascending. Empty if chapters start again in each volume. */
  starts: readonly { volume: number; first: number }[];
  /** The last chapter in any volume. */
  lastChapter: number;
}

/** Chapters continue over the volumes if each volume begins with a later chapter than the volume before. */
export function gatherVolumes(books: Iterable<Pick<OrderFacts, 'volume' | 'number'>>): Volumes {
  const firsts = new Map<number, number>();
  let lastChapter = Number.NEGATIVE_INFINITY;
  for (const { volume, number } of books) {
    if (volume === null || number === null) continue;
    firsts.set(volume, Math.min(number, firsts.get(volume) ?? number));
    lastChapter = Math.max(lastChapter, number);
  }
  const starts = [...firsts]
    .map(([volume, first]) => ({ volume, first }))
    .sort((a, b) => a.volume - b.volume);
  const isContinued = starts.every(
    ({ first }, i) => first > (starts[i - 1]?.first ?? Number.NEGATIVE_INFINITY),
  );
  return { starts: isContinued ? starts : [], lastChapter };
}

/** The volume of a chapter: the last volume that begins before it. Null after the last chapter of the volumes. */
export function placeChapter({ starts, lastChapter }: Volumes, chapter: number): number | null {
  if (chapter > lastChapter) return null;
  const home = starts.findLast(({ first }) => first <= chapter) ?? starts[0];
  return home?.volume ?? null;
}
