// Files that were read again and contain what their rows state. Only their times are stored: clients, catalogs and
// devices see no change.
import type { BookErrors } from '#features/libraries/book-errors/index.ts';
import type { BookFiles, SameContent } from '#features/libraries/books/index.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { toSidecarStamp } from '../discovery/index.ts';
import type { Candidate } from './found-row.ts';
import { toImportHash } from './rows.ts';

interface Dependencies {
  database: Database;
  books: BookFiles;
  errors: BookErrors;
}

/** Returns the changed files, after storing the times of the others. Books with errors since the import are changed. */
export async function confirmUnchanged<T extends Candidate>(
  { database, books, errors }: Dependencies,
  candidates: readonly T[],
  known: ReadonlyMap<string, SameContent>,
): Promise<T[]> {
  const same = new Map<T, SameContent>();
  for (const one of candidates) {
    const row = known.get(one.file.knownId ?? '');
    if (row && isSame(one, row)) same.set(one, row);
  }
  if (same.size === 0) return [...candidates];
  const errorsOf = await errors.listTypes([...same.values()].map(({ id }) => id));
  for (const [one, { id }] of same) {
    const found = new Set<string>(one.file.reading.faults.map(({ kind }) => kind));
    const stored = errorsOf.get(id) ?? [];
    if (stored.length !== found.size || stored.some((type) => !found.has(type))) same.delete(one);
  }
  const touched = [...same].flatMap(([{ file }, row]) => {
    const times = { fileModifiedUs: file.reading.modifiedUs, sidecarStamp: toSidecarStamp(file) };
    const isTouched = row.fileModifiedUs !== times.fileModifiedUs || row.sidecarStamp !== times.sidecarStamp;
    return isTouched
      ? [{ id: row.id, ...times, content: file.volumeStamp === undefined ? null : file.reading.content }]
      : [];
  });
  if (touched.length > 0)
    await database.transaction(async (tx) => {
      for (const one of touched) await books.confirm(tx, one);
    });
  return candidates.filter((one) => !same.has(one));
}

const isSame = ({ file, derived }: Candidate, row: SameContent): boolean =>
  row.importHash !== null &&
  row.importHash === toImportHash(file, derived) &&
  row.fileSize === file.reading.sizeBytes &&
  row.fileName === file.name &&
  (row.deletedAt === null || row.mainBookId !== null);
