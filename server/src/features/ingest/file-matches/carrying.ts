// User data that follows a file to another book, and returns after an undo.
import { moveAnnotations } from '#features/reading/annotations/index.ts';
import { replaceInCollections, replaceInReadLists } from '#features/reading/lists/index.ts';
import {
  copyProgress,
  type MergedProgress,
  mergeProgress,
  moveHistory,
  separateProgress,
} from '#features/reading/progress/index.ts';
import { copyRatings, removeCopiedRatings } from '#features/reading/ratings/index.ts';
import { moveSessions } from '#features/reading/reading-sessions/index.ts';
import { replaceInWantToRead, replaceSeriesInWantToRead } from '#features/reading/want-to-read/index.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';

/** A record of carried data: ids of moved rows, of changed lists, and of users. */
export interface Carried {
  progress: MergedProgress[];
  history: string[];
  sessions: string[];
  annotations: string[];
  readLists: string[];
  wishes: string[];
  hasEdits: boolean;
  /** Set if the series of the book became empty. */
  series?: CarriedSeries;
}

interface CarriedSeries {
  from: string;
  to: string;
  ratings: string[];
  collections: string[];
  wishes: string[];
}

interface Books {
  from: string;
  to: string;
  /** The entry of `to`, which lists contain. */
  listed: string;
}

export async function carry(tx: Tx, { from, to, listed }: Books): Promise<Omit<Carried, 'hasEdits'>> {
  return {
    progress: await mergeProgress(tx, { from, to }),
    history: await moveHistory(tx, { from, to }),
    sessions: await moveSessions(tx, { from, to }),
    annotations: await moveAnnotations(tx, { from, to }),
    readLists: await replaceInReadLists(tx, { from, to: listed }),
    wishes: await replaceInWantToRead(tx, { from, to: listed }),
  };
}

export function isNothing({ progress, hasEdits, series, ...ids }: Carried): boolean {
  const lists = [progress, ...Object.values(ids)];
  if (series) lists.push(series.ratings, series.collections, series.wishes);
  return !hasEdits && lists.every((list) => list.length === 0);
}

/** Ratings are copied, because the former series keeps them for its return. */
export async function carrySeries(
  tx: Tx,
  { from, to, nowMs }: { from: string; to: string; nowMs: number },
): Promise<CarriedSeries> {
  return {
    from,
    to,
    ratings: await copyRatings(tx, { from, to, nowMs }),
    collections: await replaceInCollections(tx, { from, to }),
    wishes: await replaceSeriesInWantToRead(tx, { from, to }),
  };
}

/** Returns the data from `to` to `from`. */
export async function carryBack(tx: Tx, { from, to, listed }: Books, carried: Carried): Promise<void> {
  const back = { from: to, to: from };
  await separateProgress(tx, carried.progress);
  await moveHistory(tx, back, { ids: carried.history });
  await moveSessions(tx, back, { ids: carried.sessions });
  await moveAnnotations(tx, back, { ids: carried.annotations });
  await replaceInReadLists(tx, { from: listed, to: from }, carried.readLists);
  await replaceInWantToRead(tx, { from: listed, to: from }, carried.wishes);
  const { series } = carried;
  if (!series) return;
  const reverse = { from: series.to, to: series.from };
  await removeCopiedRatings(tx, { from: series.from, to: series.to, userIds: series.ratings });
  await replaceInCollections(tx, reverse, series.collections);
  await replaceSeriesInWantToRead(tx, reverse, series.wishes);
}

/** Gives the new book of a file the data that was recorded since a time. */
export async function carrySince(
  tx: Tx,
  { from, to, sinceMs }: { from: string; to: string; sinceMs: number },
): Promise<void> {
  await copyProgress(tx, { from, to, sinceMs });
  await moveHistory(tx, { from, to }, { sinceMs });
  await moveSessions(tx, { from, to }, { sinceMs });
  await moveAnnotations(tx, { from, to }, { sinceMs });
}
