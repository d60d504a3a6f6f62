// Finds the row that each file continues: its own row by path or move, a row with the same content whose file is
// missing or was replaced, or the former row of its location in a removed root. No row is used twice.
import { isFileThere } from '#catalog/books/presence.ts';
import type { BookFiles, SameContent } from '#features/libraries/books/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import { findFormer, toPlaceKey } from '#features/libraries/removed-roots/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { isSameFile, isSamePages } from '../file-matches/index.ts';
import type { Displaced } from './displaced.ts';
import type { Candidate, FoundRow } from './found-row.ts';
import type { ReadFile } from './read-file.ts';
import type { Vanished } from './vanished.ts';

interface Scope {
  library: ScanLibrary;
  /** Rows by id. */
  known: ReadonlyMap<string, SameContent>;
  isMissing(row: SameContent): Promise<boolean>;
  /** Undefined if files are only compared with rows of the same content. */
  vanished: Vanished | undefined;
  /** Rows whose content other files may have. Undefined if rows keep their paths. */
  displaced: Displaced | undefined;
  /** Whether all other files were saved. */
  isLast: boolean;
}

/** Undefined for new books; `waiting` for files that must be compared after all others were saved. */
type Found = (FoundRow | 'waiting' | undefined)[];

/** The file at the path of a displaced row continues the row that has its content, if there is one. */
export async function findRows(
  { db, books }: { db: Db; books: BookFiles },
  candidates: readonly Candidate[],
  { library, known, vanished, displaced, isLast, ...scope }: Scope,
): Promise<Found> {
  const files = candidates.map(({ file }) => file);
  const isDisplaced = ({ knownId }: ReadFile) => displaced?.has(knownId) === true;
  const isMissing = async (row: SameContent) =>
    (isLast && displaced?.has(row.id) === true) || (await scope.isMissing(row));
  const found: Found = files.map((file) => {
    if (isDisplaced(file)) return isLast ? undefined : 'waiting';
    const row = known.get(file.knownId ?? file.movedId ?? '');
    return row && { row, match: null };
  });
  const taken = new Set([...known.keys()].filter((id) => !isLast || displaced?.has(id) !== true));
  const isNew = (file: ReadFile, i: number) => (file.knownId === undefined || isDisplaced(file)) && !found[i];
  const take = (i: number, row: SameContent | undefined, match: FoundRow['match'] = null) => {
    if (!row || taken.has(row.id)) return;
    taken.add(row.id);
    found[i] = { row, match };
  };
  const former = await findFormerOf(db, files.filter(isNew), library);
  // Identical files match the former book of their location.
  for (const [i, file] of files.entries()) {
    const row = isNew(file, i) ? former.get(file) : undefined;
    if (row && isSameFile(file.reading, row)) take(i, row);
  }
  const finding = { taken, isMissing };
  const listNew = () => files.filter(isNew).map(({ reading }) => reading);
  const sameFiles = await books.findByHash(listNew());
  for (const [i, file] of files.entries()) {
    if (!isNew(file, i)) continue;
    const same = sameFiles.filter((row) => isSameFile(file.reading, row));
    take(i, await findSame(file, same, finding), { kind: 'same_file', share: null });
  }
  const withPages = await books.findByPageHash(listNew());
  const samePages = await listContinuable(withPages, files, isMissing);
  for (const [i, file] of files.entries()) {
    if (!isNew(file, i)) continue;
    const others = samePages.filter((row) => isSamePages(toFacts(file), row));
    // A file that has just disappeared comes before files that disappeared in earlier scans.
    const ordered = others.toSorted((a, b) => Number(isFileThere(b)) - Number(isFileThere(a)));
    take(i, await findSame(file, ordered, finding), { kind: 'same_pages', share: null });
  }
  if (!isLast && displaced) {
    const alike = [
      Map.groupBy(sameFiles, ({ fileHash }) => fileHash),
      Map.groupBy(withPages, ({ pageHash }) => pageHash ?? ''),
    ];
    for (const [i, file] of files.entries()) {
      const keys = [file.reading.fileHash, file.reading.pageHash ?? ''];
      const same = isNew(file, i) ? alike.flatMap((rows, n) => rows.get(keys[n] ?? '') ?? []) : [];
      if (await mayContinue(file, same, displaced)) found[i] = 'waiting';
    }
  }
  for (const [i, one] of candidates.entries()) {
    const match = isNew(one.file, i) ? await vanished?.find(one, taken) : undefined;
    take(i, match?.row, match);
  }
  // Other files that replaced the content of their book.
  for (const [i, file] of files.entries()) if (isNew(file, i)) take(i, known.get(file.knownId ?? ''));
  // Files that were changed while no library contained them.
  for (const [i, file] of files.entries()) if (isNew(file, i)) take(i, former.get(file));
  return found;
}

/** Thousands of books may have equal placeholder pages. */
const maxAlike = 20;

/** Whether a book with the content of a file may lose its own file. */
async function mayContinue(
  file: ReadFile,
  rows: readonly SameContent[],
  displaced: Displaced,
): Promise<boolean> {
  if (rows.length > maxAlike) return false;
  for (const row of rows) {
    const isSame = isSameFile(file.reading, row) || isSamePages(toFacts(file), row);
    if (isSame && isFileThere(row) && (await displaced.mayFree(row))) return true;
  }
  return false;
}

/**
 * Rows whose file is missing, or that are at the place of one of the files. Most rows with the same pages are neither,
 * and comparing each file with all of them would take long.
 */
async function listContinuable(
  rows: readonly SameContent[],
  files: readonly ReadFile[],
  isMissing: Scope['isMissing'],
): Promise<SameContent[]> {
  const toPlace = (rootId: string, folder: string, name: string) => JSON.stringify([rootId, folder, name]);
  const places = new Set(files.map(({ rootId, folder, name }) => toPlace(rootId, folder, name)));
  const continuable: SameContent[] = [];
  for (const row of rows) {
    const isHere = places.has(toPlace(row.rootId, row.folder, row.fileName));
    if (!isFileThere(row) || isHere || (await isMissing(row))) continuable.push(row);
  }
  return continuable;
}

const toFacts = ({ name, reading }: ReadFile) => ({
  ...reading,
  fileName: name,
  fileSize: reading.sizeBytes,
  fileFormat: reading.format,
});

async function findFormerOf(
  db: Db,
  files: readonly ReadFile[],
  library: ScanLibrary,
): Promise<Map<ReadFile, SameContent>> {
  const former = new Map<ReadFile, SameContent>();
  for (const [rootId, some] of Map.groupBy(files, (file) => file.rootId)) {
    const root = library.roots.find(({ id }) => id === rootId);
    const rows = root && (await findFormer(db, root.path, some));
    for (const file of some) {
      const row = rows?.get(toPlaceKey(file));
      if (row) former.set(file, row);
    }
  }
  return former;
}

async function findSame(
  { name, rootId, folder }: ReadFile,
  rows: readonly SameContent[],
  { taken, isMissing }: Pick<Scope, 'isMissing'> & { taken: ReadonlySet<string> },
): Promise<SameContent | undefined> {
  const same = rows.filter((row) => !taken.has(row.id));
  // Moved here since the folder was compared with its rows.
  const isHere = (row: SameContent) =>
    isFileThere(row) && row.rootId === rootId && row.folder === folder && row.fileName === name;
  const here = same.find(isHere);
  if (here) return here;
  // Among several copies, the same root and name are preferred, then the oldest.
  const likeness = (row: SameContent) => (row.rootId === rootId ? 2 : 0) + (row.fileName === name ? 1 : 0);
  for (const row of same.toSorted((a, b) => likeness(b) - likeness(a))) {
    if (!isFileThere(row) || (await isMissing(row))) return row;
  }
  return undefined;
}
