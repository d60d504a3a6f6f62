// Finds the row that each file continues: its own row by path or move, a row with the same content whose file is
// missing, or the former row of its location in a removed root. No row is used twice.
import { isFileThere } from '#catalog/books/presence.ts';
import type { BookFiles, SameContent } from '#features/libraries/books/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import { findFormer, toPlaceKey } from '#features/libraries/removed-roots/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { ReadFile } from './read-file.ts';

interface Scope {
  library: ScanLibrary;
  /** Rows by id. */
  known: ReadonlyMap<string, SameContent>;
  isMissing(row: SameContent): Promise<boolean>;
}

/** Undefined for new books. */
export async function findRows(
  { db, books }: { db: Db; books: BookFiles },
  files: readonly ReadFile[],
  { library, known, isMissing }: Scope,
): Promise<(SameContent | undefined)[]> {
  const found = files.map((file) => known.get(file.knownId ?? file.movedId ?? ''));
  const taken = new Set(known.keys());
  const isNew = ({ knownId }: ReadFile, i: number) => knownId === undefined && !found[i];
  const take = (i: number, row: SameContent | undefined) => {
    if (!row || taken.has(row.id)) return;
    taken.add(row.id);
    found[i] = row;
  };
  const former = await findFormerOf(db, files.filter(isNew), library);
  // Identical files match the former book of their location.
  for (const [i, file] of files.entries()) {
    const row = isNew(file, i) ? former.get(file) : undefined;
    if (row && isSame(file, row)) take(i, row);
  }
  const hashes = files
    .filter((file, i) => isNew(file, i) && file.reading.fileHash !== '')
    .map((file) => file.reading.fileHash);
  const candidates = await books.findByHash([...new Set(hashes)]);
  for (const [i, file] of files.entries())
    if (isNew(file, i)) take(i, await findSame(file, candidates, { taken, isMissing }));
  // Files that were changed while no library contained them.
  for (const [i, file] of files.entries()) if (isNew(file, i)) take(i, former.get(file));
  return found;
}

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

const isSame = ({ reading }: ReadFile, row: SameContent): boolean =>
  row.fileHash === reading.fileHash && row.fileSize === reading.sizeBytes;

async function findSame(
  file: ReadFile,
  candidates: readonly SameContent[],
  { taken, isMissing }: Pick<Scope, 'isMissing'> & { taken: ReadonlySet<string> },
): Promise<SameContent | undefined> {
  const { name, rootId, folder } = file;
  const same = candidates.filter((row) => isSame(file, row) && !taken.has(row.id));
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
