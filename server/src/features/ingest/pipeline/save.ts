// Saves a batch of files in one transaction: new, changed, moved and restored books, their series, pages, metadata and
// errors.

import { isFileThere } from '#catalog/books/presence.ts';
import { publishBooks, publishRecounted, publishSeries } from '#catalog/changes.ts';
import { libraryCounted } from '#catalog/libraries.ts';
import type { BookErrors } from '#features/libraries/book-errors/index.ts';
import {
  type ApplyEdits,
  type BookChange,
  type BookFiles,
  type SameContent,
  toVacant,
} from '#features/libraries/books/index.ts';
import { type Formats, publishSettled } from '#features/libraries/formats/index.ts';
import type { LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Indexing } from '#features/libraries/search-index/index.ts';
import type { SeriesScan, SeriesSeed } from '#features/libraries/series/index.ts';
import type { Moved, SeriesProgress } from '#features/reading/series-progress/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { newId } from '#infrastructure/ids.ts';
import { createYielder } from '#infrastructure/yield.ts';
import {
  type Follower,
  findLeftBehind,
  follow,
  listStillLeft,
  publishFollowed,
  recordMatches,
  unfollow,
} from '../file-matches/index.ts';
import { completeMetadata, type Derived, type SeriesAssignment } from '../series-assignment/index.ts';
import type { Displaced } from './displaced.ts';
import { findRows } from './find-rows.ts';
import type { FoundRow } from './found-row.ts';
import { keepMadeEpubs } from './made-epubs.ts';
import { type ReadFile, toBookName } from './read-file.ts';
import { findRenamedSeries } from './renamed-series.ts';
import { isUnopened, toBookColumns } from './rows.ts';
import { saveDetails, toBookError } from './save-details.ts';
import { confirmUnchanged } from './unchanged.ts';
import type { Vanished } from './vanished.ts';

export interface SaveResult {
  added: number;
  /** Missing or deleted rows whose files were found. */
  returnedIds: string[];
  /** Series with added, removed or changed books. */
  seriesIds: string[];
  /** Files to save after all others, because they may continue a book with other content. */
  later: ReadFile[];
  /** Files to save together after all others, because they may swap their books. */
  waiting: ReadFile[];
}

export interface BatchDependencies {
  database: Database;
  books: BookFiles;
  series: SeriesScan;
  seriesProgress: SeriesProgress;
  libraries: LibraryScan;
  errors: BookErrors;
  edits: ApplyEdits;
  formats: Formats;
  indexing: Indexing;
  events: EventBus;
  clock: Clock;
}

export interface SaveScope {
  library: ScanLibrary;
  assignment: SeriesAssignment;
  /** Whether the file of a live row is missing and another file may continue the row. */
  isMissing(row: SameContent): Promise<boolean>;
  /** Finds books whose files disappeared. Undefined if files are only compared with files of the same content. */
  vanished?: Vanished;
  /** Books whose files were replaced. Undefined if books keep their paths. */
  displaced?: Displaced;
  /** Also writes books whose files are unchanged, with new thumbnails. */
  isForced: boolean;
}

interface Assigned {
  file: ReadFile;
  derived: Derived;
  /** The row that this file continues; undefined for a new book. */
  row: SameContent | undefined;
  match: FoundRow['match'];
}

interface SeriesContext {
  library: ScanLibrary;
  /** Series that continue under new keys. */
  renamedSeries: ReadonlyMap<string, string>;
  /** Books whose path another book gets. */
  freed: ReadonlySet<string>;
  /** Deleted books whose data returning books get. */
  leftBehind: readonly Follower[];
}

export async function saveBatch(
  deps: BatchDependencies,
  found: readonly ReadFile[],
  { library, assignment, isMissing, isForced, vanished, displaced, isLast }: SaveScope & { isLast: boolean },
): Promise<SaveResult> {
  const { database, books, series } = deps;
  const known = await books.findByIds(found.flatMap(({ knownId, movedId }) => knownId ?? movedId ?? []));
  const byId = new Map(known.map((row) => [row.id, row]));
  const there = found.filter((file) => !hasMoved(byId.get(file.knownId ?? ''), file));
  const unopened = there.filter((file) => byId.has(file.knownId ?? '') && isUnopened(file));
  await recordUnopened(deps, unopened, library);
  const derived = await deriveAll(
    there.filter((file) => !unopened.includes(file)),
    assignment,
  );
  const changed = isForced ? derived : await confirmUnchanged(deps, derived, byId);
  if (changed.length === 0) return nothing;
  const files = await keepMadeEpubs(
    books,
    changed.map(({ file }) => file),
  );
  const candidates = files.flatMap((file, i) => {
    const { derived } = changed[i] ?? {};
    return derived ? [{ file: withNameFacts(file, derived), derived }] : [];
  });
  if (!isLast) await displaced?.note(candidates, byId);
  const rows = await findRows({ db: database.db, books }, candidates, {
    library,
    known: byId,
    isMissing,
    vanished: isLast ? vanished : undefined,
    displaced,
    isLast,
  });
  const assigned: Assigned[] = [];
  const later: ReadFile[] = [];
  const waiting: ReadFile[] = [];
  for (const [i, one] of candidates.entries()) {
    const found = rows[i];
    const file = files[i] ?? one.file;
    if (found === 'waiting') waiting.push(file);
    else if (!found && !isLast && file.knownId === undefined && (await vanished?.mayMatch(one)))
      later.push(file);
    else assigned.push({ ...one, row: found?.row, match: found?.match ?? null });
  }
  if (assigned.length === 0) return { ...nothing, later, waiting };
  const freed = await freePaths(assigned, byId, displaced);
  const movedBooks = assigned.flatMap(({ row, file, derived }) =>
    row && row.id !== file.knownId ? [{ key: derived.series.key, row }] : [],
  );
  const renamedSeries = await findRenamedSeries({ db: database.db, books, series }, movedBooks, {
    libraryId: library.id,
    isMissing,
  });
  const returning = assigned.flatMap(({ row }) => (row && !isFileThere(row) ? [row] : []));
  const leftBehind = await findLeftBehind(deps, returning);
  const saved = await database.transaction((tx) =>
    write(deps, tx, assigned, { library, renamedSeries, freed, leftBehind }),
  );
  displaced?.settle(saved.written.map(({ bookId }) => bookId));
  publishSaved(deps.events, saved, library.id);
  return {
    added: saved.written.filter(({ one }) => !one.row).length,
    returnedIds: saved.written.flatMap(({ one: { row, file } }) =>
      row && row.id !== file.knownId ? [row.id] : [],
    ),
    seriesIds: [...saved.seriesIds],
    later,
    waiting,
  };
}

async function deriveAll(files: readonly ReadFile[], assignment: SeriesAssignment) {
  const yieldIfDue = createYielder({ maxMs: 4 });
  const all: Pick<Assigned, 'file' | 'derived'>[] = [];
  for (const file of files) {
    const derived = assignment.derive({ ...file, metadata: file.reading.metadata, name: toBookName(file) });
    all.push({ file, derived });
    await yieldIfDue();
  }
  return all;
}

const nothing: SaveResult = { added: 0, returnedIds: [], seriesIds: [], later: [], waiting: [] };

/**
 * Deletes the books whose path another book gets, and that no file continues. Returns the books that leave their path for
 * another one.
 */
async function freePaths(
  assigned: readonly Assigned[],
  known: ReadonlyMap<string, SameContent>,
  displaced: Displaced | undefined,
): Promise<ReadonlySet<string>> {
  const lost = assigned.flatMap(({ file, row }) =>
    file.knownId !== undefined && file.knownId !== row?.id && known.has(file.knownId) ? [file.knownId] : [],
  );
  const continued = new Set(assigned.flatMap(({ row }) => row?.id ?? []));
  await displaced?.remove(lost.filter((id) => !continued.has(id)));
  return new Set(lost.filter((id) => continued.has(id)));
}

function withNameFacts(file: ReadFile, { named }: Derived): ReadFile {
  const metadata = completeMetadata(file.reading.metadata, named);
  return metadata === file.reading.metadata ? file : { ...file, reading: { ...file.reading, metadata } };
}

function publishSaved(events: EventBus, saved: Awaited<ReturnType<typeof write>>, libraryId: string): void {
  // Clients receive a restored book as created.
  for (const [seriesId, bookIds] of saved.bySeries) {
    const created = bookIds.filter((id) => saved.createdIds.has(id));
    const updated = bookIds.filter((id) => !saved.createdIds.has(id));
    publishBooks(events, { bookIds: created, seriesId, libraryId, kind: 'created' });
    publishBooks(events, { bookIds: updated, seriesId, libraryId });
  }
  publishSettled(events, saved.settled);
  publishFollowed(events, saved.followed);
  publishRecounted(events, saved.recounted);
  for (const [id, formerId] of saved.losing) publishSeries(events, { seriesIds: [id], libraryId: formerId });
  const counted = [...saved.recounted.counts, ...saved.transferred];
  for (const id of new Set(counted.map((change) => change.libraryId)))
    events.publish(libraryCounted, { libraryId: id });
}

/** Known books that cannot be opened are left unchanged. The next scan tries again. */
async function recordUnopened(
  { database, errors, books, events, clock }: BatchDependencies,
  files: readonly ReadFile[],
  library: ScanLibrary,
): Promise<void> {
  if (files.length === 0) return;
  const faults = files.map(({ knownId = '', reading }) => ({
    bookId: knownId,
    faults: reading.faults.map(toBookError),
  }));
  const changed = await database.transaction(async (tx) => {
    await errors.replace(tx, faults);
    return books.markUnopened(
      tx,
      faults.map(({ bookId, faults: [first] }) => ({ id: bookId, analysisError: first?.message ?? null })),
      clock(),
    );
  });
  for (const [seriesId, rows] of Map.groupBy(changed, (row) => row.seriesId))
    publishBooks(events, { bookIds: rows.map(({ id }) => id), seriesId, libraryId: library.id });
}

async function write(
  deps: BatchDependencies,
  tx: Tx,
  assigned: readonly Assigned[],
  { library, renamedSeries, freed, leftBehind }: SeriesContext,
) {
  const { books, series } = deps;
  const nowMs = deps.clock();
  const seeds = assigned.map(({ file, derived }): SeriesSeed => ({ ...derived.series, rootId: file.rootId }));
  const transferred = await series.transfer(tx, [...renamedSeries.values()], library.id);
  await deps.libraries.adjust(tx, transferred);
  const seriesOf = await series.ensure(tx, { libraryId: library.id, seeds, renamedSeries, nowMs });
  const rows = await writeRows(deps, tx, assigned, { library, seriesOf, freed, nowMs });
  const { written, seriesIds, moved, losing } = rows;
  await books.followLibrary(tx, [...renamedSeries.values()], library.id);
  await saveDetails(deps, tx, written, nowMs);
  await recordMatches(tx, written.flatMap(toMatch), nowMs);
  const bookIds = written.map(({ bookId }) => bookId);
  await deps.edits.reapply(tx, bookIds);
  const createdIds = new Set(
    written.filter(({ one }) => !one.row || !isFileThere(one.row)).map(({ bookId }) => bookId),
  );
  const settled = await deps.formats.settle(tx, { ids: bookIds, newIds: createdIds });
  const turned = [...settled.shown, ...settled.hidden, ...(await unfollow(deps, tx, listReturned(written)))];
  const followers = await listStillLeft(deps, tx, leftBehind, createdIds);
  const followed = await follow(deps, tx, followers, { emptied: new Set(), nowMs });
  for (const { id, seriesId } of turned) {
    seriesIds.add(seriesId);
    moved.push({ bookId: id, seriesIds: [seriesId] });
  }
  await deps.indexing.indexBooks(tx, [...new Set([...bookIds, ...turned.map(({ id }) => id)])]);
  const recounted = await series.recount(tx, [...seriesIds], nowMs);
  await deps.libraries.adjust(tx, recounted.counts);
  await deps.seriesProgress.recountMoved(tx, moved);
  for (const { id } of recounted.emptied) losing.delete(id);
  return { ...rows, recounted, createdIds, transferred, settled, followed };
}

interface RowContext {
  library: ScanLibrary;
  seriesOf: Awaited<ReturnType<SeriesScan['ensure']>>;
  freed: ReadonlySet<string>;
  nowMs: number;
}

async function writeRows(
  { books }: BatchDependencies,
  tx: Tx,
  assigned: readonly Assigned[],
  { library, seriesOf, freed, nowMs }: RowContext,
) {
  const bySeries = new Map<string, string[]>();
  const seriesIds = new Set<string>();
  const losing = new Map<string, string>();
  const moved: Moved[] = [];
  const written: { bookId: string; one: Assigned }[] = [];
  const inserts: Parameters<BookFiles['insert']>[1][number][] = [];
  await books.vacate(
    tx,
    assigned.flatMap(({ row }) => (row && freed.has(row.id) ? [row] : [])),
  );
  for (const one of assigned) {
    const home = seriesOf.get(one.derived.series.key);
    if (!home) throw new Error('A series was deleted while its books were saved');
    const columns = toBookColumns(one.file, one.derived, { home, library, nowMs });
    const bookId = one.row?.id ?? newId();
    if (one.row) {
      // Skips a row that another library has adopted meanwhile.
      const at = freed.has(one.row.id) ? toVacant(one.row) : one.row;
      if (!(await books.update(tx, at, toChange(columns, one.row)))) continue;
    } else
      inserts.push({
        ...columns,
        id: bookId,
        coverId: null,
        mainBookId: null,
        formatGroup: null,
        createdAt: nowMs,
      });
    if (one.row) seriesIds.add(one.row.seriesId);
    if (one.row && (one.row.deletedAt !== null || one.row.seriesId !== home.id))
      moved.push({ bookId, seriesIds: [one.row.seriesId, home.id] });
    if (one.row?.deletedAt === null && one.row.seriesId !== home.id)
      losing.set(one.row.seriesId, one.row.libraryId);
    seriesIds.add(home.id);
    bySeries.set(home.id, [...(bySeries.get(home.id) ?? []), bookId]);
    written.push({ bookId, one });
  }
  await books.insert(tx, inserts);
  return { written, bySeries, seriesIds, losing, moved };
}

const listReturned = (written: readonly { bookId: string; one: Assigned }[]): string[] =>
  written.flatMap(({ bookId, one: { row } }) => (row && !isFileThere(row) ? [bookId] : []));

const toMatch = ({ bookId, one: { row, match, file } }: { bookId: string; one: Assigned }) =>
  row && match
    ? [
        {
          bookId,
          former: row,
          file: { rootId: file.rootId, folder: file.folder, fileName: file.name },
          ...match,
        },
      ]
    : [];

/** Whether the row was moved to another folder since the file was listed: the result is then not its content. */
const hasMoved = (row: SameContent | undefined, { rootId, folder }: ReadFile): boolean =>
  row !== undefined && (row.rootId !== rootId || row.folder.normalize('NFC') !== folder.normalize('NFC'));

/**
 * Other formats of an entry remain hidden from lists. A book keeps its place in its series until the order of the series
 * is computed.
 */
function toChange(columns: BookChange, row: SameContent): BookChange {
  const change: BookChange = { ...columns };
  if (columns.seriesId === row.seriesId && row.mainBookId === null) {
    delete change.orderKey;
    delete change.orderNumber;
    delete change.number;
    delete change.numberText;
    delete change.numberValue;
  }
  if (row.mainBookId !== null) delete change.deletedAt;
  return change;
}
