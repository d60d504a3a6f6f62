// Moves the files of books, and has the books follow. Files go first: what is cut off in between is found by the next scan, which
// knows each file again by its content.
import type { MovedBook } from '@lectern/contract/moves';
import type { BookRow } from '#catalog/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { publishSeries } from '#catalog/changes.ts';
import { libraryCounted } from '#catalog/libraries.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { conflict, forbidden, notFound, Problem, reason } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import type { BookFolder, Importer } from '../import/index.ts';
import { createSeriesAssignment } from '../series-assignment/index.ts';
import { getTarget } from '../uploads/index.ts';
import { carry, carryRest } from './carry.ts';
import { type Place, type Plan, type PlanDependencies, planMove, toFilePlace } from './plan.ts';

export interface MoveDependencies extends PlanDependencies {
  catalog: Catalog;
  books: BookFiles;
  libraries: LibraryScan;
  importer: Importer;
  events: EventBus;
  /** Updates names and descriptions of series from their books. */
  describe(library: ScanLibrary, seriesIds: readonly string[]): Promise<void>;
  /** Books of a library were read. */
  onRead(libraryId: string): Promise<void>;
  scans: {
    /** Looks at the library, now or after the scan that runs. */
    request(libraryId: string): Promise<void>;
    /** Has a scan that runs look at the library once more. */
    repeat(libraryId: string): Promise<void>;
  };
}

export interface Target {
  libraryId?: string | undefined;
  root?: number | undefined;
  folder?: string | undefined;
  name?: string | undefined;
}

interface Planned {
  shown: MovedBook;
  plan: Plan | undefined;
  problem: Problem | undefined;
}

async function getLibrary({ libraries }: MoveDependencies, id: string): Promise<ScanLibrary> {
  const library = await libraries.findLibrary(id);
  if (!library) throw notFound('library');
  if (!library.allowFileChanges) throw forbidden(reason('file_changes_off'));
  return library;
}

export interface Wish {
  /** Of one library. */
  books: readonly BookRow[];
  /** The folder that goes to the target, with what lies below it. */
  base: string;
  target: Target;
  /** It is a series, whose folders bring what else is in them. */
  isWhole?: boolean;
}

/** Where each book would go. Throws for libraries that do not allow it or are not seen. */
export async function planAll(
  deps: MoveDependencies,
  viewer: Viewer,
  { books, base, target }: Wish,
): Promise<Planned[]> {
  const [first] = books;
  if (!first) return [];
  const source = await getLibrary(deps, first.libraryId);
  const library =
    target.libraryId === undefined || target.libraryId === source.id
      ? source
      : await getLibrary(
          deps,
          (await getTarget(deps, viewer, { libraryId: target.libraryId, root: target.root ?? 0 })).library.id,
        );
  const chosen = target.root === undefined ? undefined : library.roots[target.root];
  if (target.root !== undefined && !chosen) throw notFound('folder of the library');
  const taken = new Set<string>();
  const planned: Planned[] = [];
  for (const book of books) {
    const from = {
      library: source,
      root: source.roots.find(({ id }) => id === book.rootId),
      folder: book.folder,
    };
    const root = chosen ?? (library === source ? from.root : library.roots[0]);
    if (!from.root || !root) {
      const path = toDisplayName(joinNames(book.folder, book.fileName));
      throw conflict(reason('trash_file_missing', { path }));
    }
    const folder = toTargetFolder(book.folder, base, target.folder);
    planned.push(
      await planOne(deps, {
        book,
        from: { ...from, root: from.root },
        to: { library, root, folder },
        name: target.name ?? book.fileName,
        taken,
      }),
    );
  }
  return planned;
}

function toTargetFolder(folder: string, base: string, target: string | undefined): string {
  if (target === undefined) return folder;
  const below = folder.slice(base === '' ? 0 : base.length + 1);
  return [target, below].filter((part) => part !== '').join('/');
}

async function planOne(deps: MoveDependencies, wanted: Parameters<typeof planMove>[1]): Promise<Planned> {
  const { book, from, name } = wanted;
  const shown = { bookId: book.id, title: book.title, from: toFilePlace(from, book.fileName) };
  const show = (folder: string, one: string) => toDisplayName(joinNames(folder, one));
  try {
    const plan = await planMove(deps, wanted);
    const files = plan.files.map((file) => ({
      from: show(from.folder, file.from),
      to: show(plan.to.folder, file.to),
    }));
    return {
      shown: { ...shown, to: toFilePlace(plan.to, name), files, problem: null },
      plan,
      problem: undefined,
    };
  } catch (error) {
    if (!(error instanceof Problem && error.reason)) throw error;
    return {
      shown: { ...shown, to: null, files: [], problem: error.reason },
      plan: undefined,
      problem: error,
    };
  }
}

/** Moves what can be moved. Throws when nothing can. */
export async function moveAll(deps: MoveDependencies, viewer: Viewer, wish: Wish): Promise<MovedBook[]> {
  const planned = await planAll(deps, viewer, wish);
  const moved: Plan[] = [];
  const shown: MovedBook[] = [];
  let fault: Problem | undefined;
  for (const one of planned) {
    const problem = one.plan ? await tryToCarry(one.plan) : one.problem;
    fault ??= problem;
    if (one.plan && !problem) moved.push(one.plan);
    shown.push({ ...one.shown, problem: problem?.reason ?? null });
  }
  const [first] = moved;
  if (!first) throw fault ?? notFound('book');
  if (wish.isWhole && moved.length === planned.length) await followFolders(deps, moved);
  await follow(deps, moved, first);
  return shown;
}

async function tryToCarry(plan: Plan): Promise<Problem | undefined> {
  try {
    await carry(plan);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem && error.reason)) throw error;
    return error;
  }
}

/** Folders that no other book lies in bring what else is in them. */
async function followFolders({ books }: MoveDependencies, moved: readonly Plan[]): Promise<void> {
  const ids = new Set(moved.map(({ book }) => book.id));
  const byFolder = Map.groupBy(moved, ({ from }) => `${from.root.id}/${from.folder}`);
  for (const [plan] of byFolder.values()) {
    if (!plan || plan.from.folder === '') continue;
    const rows = await books.listFolder(plan.from.root.id, plan.from.folder);
    if (rows.every(({ id }) => ids.has(id))) await carryRest(plan.from, plan.to).catch(() => {});
  }
}

/** The rows follow their files. Where one does not, a scan has it follow. */
async function follow(deps: MoveDependencies, moved: readonly Plan[], { from, to }: Plan): Promise<void> {
  const { books, libraries, events } = deps;
  const both = [...new Set([from.library.id, to.library.id])];
  const former = moved.map(({ book }) => book.seriesId);
  try {
    const touched = await deps.importer.importMoved({
      library: to.library,
      assignment: createSeriesAssignment(to.library),
      folders: toFolders(moved),
      signal: new AbortController().signal,
      onProgress() {},
    });
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

const toKey = ({ root, folder }: Place, name: string): string => `${root.id}/${joinNames(folder, name)}`;

async function* toFolders(moved: readonly Plan[]): AsyncGenerator<readonly BookFolder[]> {
  const byFolder = Map.groupBy(moved, ({ to }) => `${to.root.id}/${to.folder}`);
  yield [...byFolder.values()].flatMap((plans): BookFolder[] => {
    const [first] = plans;
    const books = plans.map(({ book, files }) => ({ id: book.id, fileName: files[0]?.to ?? book.fileName }));
    return first ? [{ rootId: first.to.root.id, folder: first.to.folder, books }] : [];
  });
}
