// Plans the moves of books with all of their formats. Changes nothing.
import type { MovedBook } from '@lectern/contract/ingest/moves';
import { toStem } from '@lectern/contract/values';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { Entry } from '#catalog/books/books.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { conflict, forbidden, notFound, Problem, type Reason, reason } from '#infrastructure/errors.ts';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import { getTarget } from '../uploads/index.ts';
import type { LibraryFolder, PlaceDependencies } from './place.ts';
import { type MoveRequest, type Plan, planMove, toFilePlace } from './plan.ts';
import { hasMoreReaders } from './readers.ts';

export interface PlanAllDependencies extends PlaceDependencies {
  catalog: Catalog;
  libraries: LibraryScan;
}

/** Why a move needs a confirmation. */
export async function findWarning(
  deps: PlanAllDependencies,
  viewer: Viewer,
  planned: readonly Planned[][],
): Promise<Reason | null> {
  const plans = planned.flat().flatMap(({ plan }) => plan ?? []);
  return (await hasMoreReaders(deps, viewer, plans)) ? reason('move_readers_grow') : null;
}

export interface Target {
  libraryId?: string | undefined;
  root?: number | undefined;
  folder?: string | undefined;
  name?: string | undefined;
  /** Destinations of the other formats. */
  formats?: readonly { bookId: string; root: number; folder: string; name: string }[] | undefined;
}

export interface Wish {
  /** All from one library. The moved file comes first in its entry. */
  entries: readonly Entry[];
  /** The folder that is moved to the target with its subfolders. */
  base: string;
  target: Target;
  /** A series, whose folders are moved with all other content. */
  isWhole?: boolean;
  /** Moves books that more users can see afterwards. */
  acceptsOtherReaders?: boolean;
}

/** A moved file has a plan. A file that stays has a problem, unless it is already in place. */
export interface Planned {
  shown: MovedBook;
  plan: Plan | undefined;
  problem: Problem | undefined;
}

interface Context {
  viewer: Viewer;
  source: ScanLibrary;
  library: ScanLibrary;
  /** The selected root of the library. */
  chosen: LibraryFolder['root'] | undefined;
  base: string;
  target: Target;
}

/** Plans all files of each book. Throws for libraries that are hidden or do not allow file changes. */
export async function planAll(
  deps: PlanAllDependencies,
  viewer: Viewer,
  { entries, base, target }: Wish,
): Promise<Planned[][]> {
  const [first] = entries;
  if (!first) return [];
  const source = await getLibrary(deps, first[0].libraryId);
  const library =
    target.libraryId === undefined || target.libraryId === source.id
      ? source
      : await getLibrary(
          deps,
          (await getTarget(deps, viewer, { libraryId: target.libraryId, root: target.root ?? 0 })).library.id,
        );
  const chosen = target.root === undefined ? undefined : getRoot(library, target.root);
  const planned: Planned[][] = [];
  let taken: ReadonlySet<string> = new Set<string>();
  for (const entry of entries) {
    const takes = new Set(taken);
    const files = await planEntry(deps, { viewer, source, library, chosen, base, target }, entry, takes);
    if (files.some(({ plan }) => plan)) taken = takes;
    planned.push(files);
  }
  return planned;
}

async function getLibrary({ libraries }: PlanAllDependencies, id: string): Promise<ScanLibrary> {
  const library = await libraries.findLibrary(id);
  if (!library) throw notFound('library');
  if (!library.allowFileChanges) throw forbidden(reason('file_changes_off'));
  return library;
}

function getRoot({ roots }: ScanLibrary, index: number): LibraryFolder['root'] {
  const root = roots[index];
  if (!root) throw notFound('folder of the library');
  return root;
}

type WantedFile = Pick<MoveRequest, 'book' | 'from' | 'to' | 'name'>;

/** All files of an entry are moved, or none. */
async function planEntry(
  deps: PlanAllDependencies,
  context: Context,
  entry: Entry,
  taken: Set<string>,
): Promise<Planned[]> {
  const wanted = toWanted(context, entry);
  const leaving = wanted.filter((file) => !isInPlace(file));
  const planned: Planned[] = [];
  const companions = new Map<string, string[]>();
  for (const file of wanted) {
    const folder = `${file.from.root.id}/${file.from.folder}`;
    const beside = leaving.filter(({ from }) => `${from.root.id}/${from.folder}` === folder);
    const known = companions.get(folder) ?? [];
    const going = new Set([...beside.map(({ book }) => book.fileName), ...known]);
    const one = await planOne(deps, context.viewer, { ...file, taken, going });
    companions.set(folder, [...known, ...(one.plan?.files.slice(1).map(({ from }) => from) ?? [])]);
    planned.push(one);
  }
  return keepTogether(planned);
}

function keepTogether(planned: readonly Planned[]): Planned[] {
  const isSame = ({ problem }: Planned) => problem?.reason?.reason === 'move_same';
  const fault = planned.find((one) => one.problem && !isSame(one)) ?? (planned.every(isSame) && planned[0]);
  const { problem } = fault || {};
  return planned.map((one) => {
    const { shown } = one;
    if (problem)
      return {
        shown: { ...shown, to: null, files: [], problem: problem.reason ?? null },
        plan: undefined,
        problem,
      };
    if (isSame(one))
      return { shown: { ...shown, to: shown.from, problem: null }, plan: undefined, problem: undefined };
    return one;
  });
}

const isInPlace = ({ book, from, to, name }: WantedFile): boolean =>
  from.root.id === to.root.id && from.folder === to.folder && book.fileName === name;

function toWanted(
  { source, library, chosen, base, target }: Context,
  [first, ...others]: Entry,
): WantedFile[] {
  const fromOf = (book: BookRow): LibraryFolder => {
    const root = source.roots.find(({ id }) => id === book.rootId);
    if (root) return { library: source, root, folder: book.folder };
    const path = toDisplayName(joinNames(book.folder, book.fileName));
    throw conflict(reason('trash_file_missing', { path }));
  };
  const toOf = (from: LibraryFolder): LibraryFolder => {
    const root = chosen ?? (library === source ? from.root : library.roots[0]);
    if (!root) throw notFound('folder of the library');
    return { library, root, folder: toTargetFolder(from.folder, base, target.folder) };
  };
  const from = fromOf(first);
  const lead = { book: first, from, to: toOf(from), name: target.name ?? first.fileName };
  const placeOf = new Map(target.formats?.map((place) => [place.bookId, place]));
  const files = others.map((book): WantedFile => {
    const from = fromOf(book);
    const place = placeOf.get(book.id);
    placeOf.delete(book.id);
    if (place) {
      const to = { library, root: getRoot(library, place.root), folder: place.folder };
      return { book, from, to, name: place.name };
    }
    const isBeside =
      target.folder !== undefined && !(book.rootId === first.rootId && isBelow(book.folder, base));
    return { book, from, to: isBeside ? lead.to : toOf(from), name: toFormatName(lead, book) };
  });
  if (placeOf.size > 0) throw notFound('format');
  return [lead, ...files];
}

export const isBelow = (folder: string, base: string): boolean =>
  base === '' || folder === base || folder.startsWith(`${base}/`);

function toTargetFolder(folder: string, base: string, target: string | undefined): string {
  if (target === undefined) return folder;
  const below = folder.slice(base === '' ? 0 : base.length + 1);
  return [target, below].filter((part) => part !== '').join('/');
}

/** Files with equal names keep equal names. */
function toFormatName({ book: lead, name }: WantedFile, { fileName, fileFormat }: BookRow): string {
  if (lead.fileFormat === 'folder' || fileFormat === 'folder') return fileName;
  const stem = toStem(fileName, fileFormat);
  return stem === toStem(lead.fileName, lead.fileFormat)
    ? toStem(name, lead.fileFormat) + fileName.slice(stem.length)
    : fileName;
}

async function planOne(deps: PlaceDependencies, viewer: Viewer, wanted: MoveRequest): Promise<Planned> {
  const { book, from, name } = wanted;
  const shown = {
    bookId: book.id,
    entryId: book.mainBookId ?? book.id,
    title: book.title,
    from: toFilePlace(from, book.fileName),
  };
  const show = (folder: string, one: string) => toDisplayName(joinNames(folder, one));
  try {
    const plan = await planMove(deps, viewer, wanted);
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
