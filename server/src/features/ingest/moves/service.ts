// Moves the files of books and updates the books. Files are moved first: after an interruption, the next scan
// recognizes each file by its content.
import type { MovedBook } from '@lectern/contract/ingest/moves';
import { publishSeries } from '#catalog/changes.ts';
import { libraryCounted } from '#catalog/libraries.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunksByWeight } from '#infrastructure/chunks.ts';
import { conflict, notFound, Problem } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { joinNames } from '#infrastructure/files/names.ts';
import { type BookFolder, type Importer, saveSize } from '../pipeline/index.ts';
import { SeriesAssignment } from '../series-assignment/index.ts';
import { carry, carryRest, toBack } from './carry.ts';
import type { LibraryFolder } from './place.ts';
import type { Plan } from './plan.ts';
import { findWarning, isBelow, type PlanAllDependencies, planAll, type Wish } from './plan-all.ts';

export interface MoveDependencies extends PlanAllDependencies {
  books: BookFiles;
  importer: Importer;
  events: EventBus;
  /** Updates names and descriptions of series from their books. */
  describe(library: ScanLibrary, seriesIds: readonly string[]): Promise<void>;
  /** Called after books of a library were read. */
  onRead(libraryId: string): Promise<void>;
  scans: {
    /** Requests a scan of the library, now or after the running one. */
    request(libraryId: string): Promise<void>;
    /** Repeats a running scan of the library. */
    repeat(libraryId: string): Promise<void>;
  };
}

/** Moves all possible files. Throws if none can be moved. */
export async function moveAll(deps: MoveDependencies, viewer: Viewer, wish: Wish): Promise<MovedBook[]> {
  const planned = await planAll(deps, viewer, wish);
  const warning = wish.acceptsOtherReaders ? null : await findWarning(deps, viewer, planned);
  if (warning) throw conflict(warning);
  const moved: Plan[][] = [];
  const shown: MovedBook[] = [];
  let fault: Problem | undefined;
  for (const entry of planned) {
    const carried = await carryEntry(
      deps,
      entry.flatMap(({ plan }) => plan ?? []),
    );
    const problem = carried.problem ?? entry[0]?.problem;
    fault ??= problem;
    if (!problem) moved.push(carried.plans);
    for (const one of entry) shown.push({ ...one.shown, problem: problem?.reason ?? null });
  }
  const [first] = moved.flat();
  if (!first) throw fault ?? notFound('book');
  if (wish.isWhole && moved.length === planned.length) await followFolders(deps, moved.flat(), wish.base);
  await follow(deps, moved, first);
  return shown;
}

/** Moves the files of all formats of a book, or none. Returns the plans with the final names. */
async function carryEntry(
  { folders, scans }: MoveDependencies,
  plans: readonly Plan[],
): Promise<{ plans: Plan[]; problem: Problem | undefined }> {
  const done: Plan[] = [];
  try {
    for (const plan of plans) {
      const { folder, files } = await carry(folders, plan);
      done.push({ ...plan, to: { ...plan.to, folder }, files });
    }
    return { plans: done, problem: undefined };
  } catch (error) {
    for (const plan of done.toReversed()) await carry(folders, toBack(plan)).catch(() => {});
    // A scan finds files that could not be moved back, and may have seen those that were.
    for (const { from, to } of done.slice(0, 1))
      for (const id of new Set([from.library.id, to.library.id])) await scans.request(id);
    if (!(error instanceof Problem && error.reason)) throw error;
    return { plans: [], problem: error };
  }
}

/** Moves the other content of folders without remaining books. */
async function followFolders(
  { books, folders }: MoveDependencies,
  moved: readonly Plan[],
  base: string,
): Promise<void> {
  const ids = new Set(moved.map(({ book }) => book.id));
  const byFolder = Map.groupBy(moved, ({ from }) => `${from.root.id}/${from.folder}`);
  for (const [plan] of byFolder.values()) {
    if (!plan || plan.from.folder === '' || !isBelow(plan.from.folder, base)) continue;
    const rows = await books.listFolder(plan.from.root.id, plan.from.folder);
    if (rows.every(({ id }) => ids.has(id))) await carryRest(folders, plan.from, plan.to).catch(() => {});
  }
}

/** Updates the rows of moved files. If an update fails, a scan completes it. */
async function follow(deps: MoveDependencies, entries: readonly Plan[][], { from, to }: Plan): Promise<void> {
  const { books, libraries, events } = deps;
  const both = [...new Set([from.library.id, to.library.id])];
  const moved = entries.flat();
  const former = moved.map(({ book }) => book.seriesId);
  try {
    const touched: string[] = [];
    // The files of a book are updated in one transaction, so that they never become separate books.
    for (const part of chunksByWeight(entries, saveSize, (plans) => plans.length)) {
      const found = await deps.importer.importMoved({
        library: to.library,
        assignment: new SeriesAssignment(to.library),
        folders: toFolders(part.flat()),
        signal: new AbortController().signal,
        onProgress() {},
      });
      touched.push(...found);
    }
    const rows = await books.findByIds(moved.map(({ book }) => book.id));
    const here = new Set(rows.map(({ seriesId }) => seriesId));
    await deps.describe(to.library, [...here]);
    await deps.describe(
      from.library,
      [...touched, ...former].filter((id) => !here.has(id)),
    );
    publishSeries(events, { seriesIds: [...here], libraryId: to.library.id });
    for (const libraryId of both) {
      await libraries.recount(libraryId);
      events.publish(libraryCounted, { libraryId });
    }
    await deps.onRead(to.library.id);
    const places = new Map(moved.map((plan) => [plan.book.id, toKey(plan.to, plan.files[0]?.to ?? '')]));
    const isThere = (row: (typeof rows)[number]) =>
      places.get(row.id) === `${row.rootId}/${joinNames(row.folder, row.fileName)}`;
    const isDone = rows.length === moved.length && rows.every(isThere);
    for (const id of both) await (isDone ? deps.scans.repeat(id) : deps.scans.request(id));
  } catch (error) {
    for (const id of both) await deps.scans.request(id);
    throw error;
  }
}

const toKey = ({ root, folder }: LibraryFolder, name: string): string =>
  `${root.id}/${joinNames(folder, name)}`;

async function* toFolders(moved: readonly Plan[]): AsyncGenerator<readonly BookFolder[]> {
  const byFolder = Map.groupBy(moved, ({ to }) => `${to.root.id}/${to.folder}`);
  yield [...byFolder.values()].flatMap((plans): BookFolder[] => {
    const [first] = plans;
    const books = plans.map(({ book, files }) => ({ id: book.id, fileName: files[0]?.to ?? book.fileName }));
    return first ? [{ rootId: first.to.root.id, folder: first.to.folder, books }] : [];
  });
}
