// When one of two files with the same content disappears, the data of its users follows the remaining file.
import { isFileThere } from '#catalog/books/presence.ts';
import { publishProgress } from '#catalog/changes.ts';
import type { ApplyEdits, BookFiles, SameContent } from '#features/libraries/books/index.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { newId } from '#infrastructure/ids.ts';
import type { FileMatchTable } from '#schema/tables/ingest/file-match.ts';
import { type Carried, carry, carryBack, carrySeries, isNothing } from './carrying.ts';
import { toFile, toFormer } from './former.ts';
import { isSameFile, isSamePages } from './same.ts';
import * as store from './store.ts';

export interface FollowDependencies {
  database: Database;
  books: BookFiles;
  edits: ApplyEdits;
  isFileMissing(row: SameContent): Promise<boolean>;
}

/** A book whose file disappears, and a remaining one with the same content. */
export interface Follower {
  gone: SameContent;
  rest: SameContent;
}

export interface Followed {
  /** Books with new user data. */
  books: { id: string; seriesId: string; libraryId: string }[];
  progress: { userId: string; bookId: string }[];
}

/** The remaining file of each book. `goneIds`: all books that are about to be deleted, `ids` among them. */
export async function findFollowers(
  { database, books, isFileMissing }: FollowDependencies,
  ids: readonly string[],
  goneIds: ReadonlySet<string>,
): Promise<Follower[]> {
  const gone = (await books.findByIds(ids)).filter(isFileThere);
  const alike = await listAlike(books, gone);
  const candidates = alike.filter((row) => isFileThere(row) && !goneIds.has(row.id));
  const followers: Follower[] = [];
  if (candidates.length === 0) return followers;
  const separated = await listSeparatedPairs(database, ids);
  for (const one of gone) {
    const same = candidates.filter(
      (row) => isSameContent(one, row) && !separated.has(toPair(one.id, row.id)),
    );
    const likeness = (row: SameContent) =>
      (row.libraryId === one.libraryId ? 4 : 0) +
      (row.seriesId === one.seriesId ? 2 : 0) +
      (row.fileName === one.fileName ? 1 : 0);
    for (const rest of same.toSorted((a, b) => likeness(b) - likeness(a) || (a.id < b.id ? -1 : 1))) {
      if (await isFileMissing(rest)) continue;
      followers.push({ gone: one, rest });
      break;
    }
  }
  return followers;
}

/** Thousands of books may have equal placeholder pages. */
const maxAlike = 20;

/**
 * Deleted books with the content of books that return: if two copies disappear together and one of them returns, it gets
 * the data of both. `returning`: rows whose files were found, in order of precedence.
 */
export async function findLeftBehind(
  { database, books }: Pick<FollowDependencies, 'database' | 'books'>,
  returning: readonly SameContent[],
): Promise<Follower[]> {
  if (returning.length === 0) return [];
  const ids = new Set(returning.map(({ id }) => id));
  const alike = await listAlike(books, returning);
  const gone = alike.filter((row) => !isFileThere(row) && !ids.has(row.id));
  const byContent = Map.groupBy(gone, ({ pageHash, fileHash }) => pageHash ?? fileHash);
  const few = [...byContent.values()].filter(({ length }) => length <= maxAlike).flat();
  if (few.length === 0) return [];
  const separated = await listSeparatedPairs(database, [...ids]);
  return few.flatMap((one) => {
    const rest = returning.find((row) => isSameContent(one, row) && !separated.has(toPair(one.id, row.id)));
    return rest ? [{ gone: one, rest }] : [];
  });
}

/**
 * The subset of `leftBehind` whose one book returned and whose other one is still deleted: two scans may restore the
 * copies of two libraries at the same time. Call in the transaction that restores books, after their formats are settled.
 */
export async function listStillLeft(
  { database, books }: Pick<FollowDependencies, 'database' | 'books'>,
  tx: Tx,
  leftBehind: readonly Follower[],
  returnedIds: ReadonlySet<string>,
): Promise<Follower[]> {
  const wanted = leftBehind.filter(({ rest }) => returnedIds.has(rest.id));
  const ids = [...new Set(wanted.flatMap(({ gone, rest }) => [gone.id, rest.id]))];
  const rows = await books.listRows(tx, ids, database.dialect.lockingRows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.flatMap(({ gone, rest }) => {
    const one = byId.get(gone.id);
    const other = byId.get(rest.id);
    return one && other && !isFileThere(one) && isFileThere(other) ? [{ gone: one, rest: other }] : [];
  });
}

/** Rows with a hash of any of these rows, themselves included. */
async function listAlike(books: BookFiles, rows: readonly SameContent[]): Promise<SameContent[]> {
  const found = [...(await books.findByHash(rows)), ...(await books.findByPageHash(rows))];
  return [...new Map(found.map((row) => [row.id, row])).values()];
}

const isSameContent = (one: SameContent, row: SameContent): boolean =>
  isSamePages(one, row) || isSameFile({ ...one, sizeBytes: one.fileSize }, row);

async function listSeparatedPairs({ db }: Database, ids: readonly string[]): Promise<Set<string>> {
  const pairs = await store.listSeparated(db, ids);
  return new Set(pairs.map(({ bookId, otherBookId }) => toPair(bookId, otherBookId)));
}

const toPair = (a: string, b: string | null): string => [a, b ?? ''].sort().join(' ');

/**
 * Call in the transaction that deletes the books, after counting. `emptied`: the series without remaining books, whose
 * ratings, collections and wishes follow to the series of the remaining files.
 */
export async function follow(
  { edits }: Pick<FollowDependencies, 'edits'>,
  tx: Tx,
  followers: readonly Follower[],
  { emptied, nowMs }: { emptied: ReadonlySet<string>; nowMs: number },
): Promise<Followed> {
  const followed: Followed = { books: [], progress: [] };
  const targets = findSeriesTargets(followers, emptied);
  const matches: FileMatchTable[] = [];
  for (const { gone, rest } of followers) {
    const books = { from: gone.id, to: rest.id, listed: rest.mainBookId ?? rest.id };
    const carried: Carried = {
      ...(await carry(tx, books)),
      hasEdits: await edits.copy(tx, gone.id, rest.id),
    };
    const to = targets.get(gone.seriesId);
    // Only the first book of a series carries its data.
    targets.delete(gone.seriesId);
    if (to !== undefined) carried.series = await carrySeries(tx, { from: gone.seriesId, to, nowMs });
    if (isNothing(carried)) continue;
    matches.push({
      id: newId(),
      bookId: rest.id,
      otherBookId: gone.id,
      kind: 'same_copy',
      share: null,
      former: JSON.stringify(toFormer(gone)),
      file: JSON.stringify(toFile(rest)),
      carried: JSON.stringify(carried),
      matchedAt: nowMs,
      undoneAt: null,
    });
    followed.books.push(rest);
    followed.progress.push(
      ...carried.progress.map(({ after }) => ({ userId: after.userId, bookId: rest.id })),
    );
  }
  await store.insert(tx, matches);
  return followed;
}

/** The series to which each emptied series moved, if it is a single one. */
function findSeriesTargets(
  followers: readonly Follower[],
  emptied: ReadonlySet<string>,
): Map<string, string> {
  const targets = new Map<string, string>();
  for (const [from, moved] of Map.groupBy(followers, ({ gone }) => gone.seriesId)) {
    const [to, ...others] = new Set(moved.map(({ rest }) => rest.seriesId));
    if (to !== undefined && others.length === 0 && to !== from && emptied.has(from)) targets.set(from, to);
  }
  return targets;
}

/**
 * Books that return with their files get back their user data. Call in the transaction that restores the books. Returns
 * the books that lose the data, which must be recounted.
 */
export async function unfollow(
  { books, edits }: Pick<FollowDependencies, 'books' | 'edits'>,
  tx: Tx,
  returnedIds: readonly string[],
): Promise<SameContent[]> {
  const matches = await store.listFollowed(tx, returnedIds);
  const rests = new Map(
    (
      await books.listRows(
        tx,
        matches.map(({ bookId }) => bookId),
      )
    ).map((row) => [row.id, row]),
  );
  for (const { id, bookId, otherBookId, carried } of matches) {
    const rest = rests.get(bookId);
    if (!rest || otherBookId === null || carried === null) continue;
    const stored: Carried = JSON.parse(carried);
    await carryBack(tx, { from: otherBookId, to: bookId, listed: rest.mainBookId ?? bookId }, stored);
    if (stored.hasEdits) await edits.remove(tx, bookId);
    await store.remove(tx, id);
  }
  return [...rests.values()];
}

export function publishFollowed(events: EventBus, { progress }: Followed): void {
  for (const [userId, rows] of Map.groupBy(progress, (one) => one.userId))
    publishProgress(events, { userId, bookIds: rows.map(({ bookId }) => bookId), deleted: false });
}
