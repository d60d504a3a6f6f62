// Undoes a match: the matched file becomes a separate book, or the data of a copy returns to its book.
import { isFileThere } from '#catalog/books/presence.ts';
import { publishBooks } from '#catalog/changes.ts';
import {
  publishCounts,
  type RecountDependencies,
  recountBooks,
} from '#features/libraries/book-counts/index.ts';
import type { ApplyEdits, BookFiles, SameContent } from '#features/libraries/books/index.ts';
import { type Formats, publishSettled } from '#features/libraries/formats/index.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, reason } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { FileMatchTable } from '#schema/tables/ingest/file-match.ts';
import { type Carried, carryBack, carrySince } from './carrying.ts';
import { type FileLocation, type Former, isSameLocation } from './former.ts';
import * as store from './store.ts';

export interface UndoDependencies extends RecountDependencies {
  database: Database;
  books: BookFiles;
  formats: Formats;
  edits: ApplyEdits;
  /** Reads the file of the new book. */
  scan(libraryId: string): Promise<unknown>;
}

const refused = () => conflict(reason('match_nothing_to_undo'));

/** Whether the match is in effect. `matches`: those of its book, newest first. */
export function canUndo(
  match: FileMatchTable,
  matches: readonly FileMatchTable[],
  book: FileLocation,
): boolean {
  if (match.undoneAt !== null) return false;
  if (match.kind === 'same_copy') return match.otherBookId !== null;
  const last = matches.find(({ kind, undoneAt }) => kind !== 'same_copy' && undoneAt === null);
  return last === match && isSameLocation(JSON.parse(match.file), book);
}

/** Returns the id of the book that has the file. Throws `conflict`. */
export async function undo(deps: UndoDependencies, match: FileMatchTable): Promise<string> {
  const [book] = await deps.books.findByIds([match.bookId]);
  const matches = await store.list(deps.database.db, match.bookId);
  const current = matches.find(({ id }) => id === match.id);
  if (!book || !current || !isFileThere(book) || !canUndo(current, matches, book)) throw refused();
  return match.kind === 'same_copy' ? separate(deps, current, book) : split(deps, current, book);
}

async function separate(deps: UndoDependencies, match: FileMatchTable, book: SameContent): Promise<string> {
  const { database, books, edits, clock } = deps;
  const [other] = await books.findByIds([match.otherBookId ?? '']);
  if (!other || match.carried === null) throw refused();
  const carried: Carried = JSON.parse(match.carried);
  await database.transaction(async (tx) => {
    if (!(await store.markUndone(tx, match.id, { undoneAt: clock(), otherBookId: other.id })))
      throw refused();
    await carryBack(tx, { from: other.id, to: book.id, listed: book.mainBookId ?? book.id }, carried);
    if (carried.hasEdits) await edits.remove(tx, book.id);
    await recountBooks(deps, tx, [book, other]);
  });
  publishBooks(deps.events, { bookIds: [book.id], seriesId: book.seriesId, libraryId: book.libraryId });
  return book.id;
}

async function split(deps: UndoDependencies, match: FileMatchTable, book: SameContent): Promise<string> {
  const { database, books, formats, events, clock } = deps;
  const former: Former = JSON.parse(match.former);
  const id = newId();
  const { settled, recounted } = await database.transaction(async (tx) => {
    const nowMs = clock();
    if (!(await books.split(tx, book, { id, former, nowMs }))) throw refused();
    if (!(await store.markUndone(tx, match.id, { undoneAt: nowMs, otherBookId: id }))) throw refused();
    await carrySince(tx, { from: book.id, to: id, sinceMs: match.matchedAt });
    const settled = await formats.settle(tx, { ids: [book.id, id], newIds: new Set([id]) });
    const added = { id, seriesId: book.seriesId };
    const { recounted } = await recountBooks(deps, tx, [book, added, ...settled.shown, ...settled.hidden]);
    return { settled, recounted };
  });
  const { seriesId, libraryId } = book;
  publishBooks(events, { bookIds: [book.id], seriesId, libraryId, kind: 'deleted' });
  publishBooks(events, { bookIds: [id], seriesId, libraryId, kind: 'created' });
  publishSettled(events, settled);
  publishCounts(deps, libraryId, recounted);
  await deps.scan(libraryId);
  return id;
}
