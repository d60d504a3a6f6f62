// Reads and edits the metadata of one or more books, each change in one transaction.
import type { BookMetadata, PatchBookMetadata } from '@lectern/contract/libraries/metadata';
import {
  type BookField,
  bookFieldNames,
  bookMetadataFields,
} from '@lectern/contract/libraries/metadata-fields';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { publishBooks } from '#catalog/changes.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database, Db, Tx } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { BookMetadataTable, BookTable } from '#schema/tables/libraries/book.ts';
import type { BookEditTable } from '#schema/tables/libraries/edit.ts';
import {
  applyClientValues,
  applyLocks,
  type ClientValues,
  createMetadataService,
  type Edit,
  editOne,
  hasNews,
  listOrders,
  lockFields,
  type MetadataKind,
  type MetadataService,
  type ProviderOrder,
  parseProvided,
  toEdits,
  toOrigins,
  toProvidedJson,
  toShownLocks,
} from '../../metadata-layers/index.ts';
import { findKeyAt } from '../../reading-order/index.ts';
import type { Indexing } from '../../search-index/index.ts';
import { type ApplyEdits, toBookLayers, toOriginal } from './apply.ts';
import {
  type BookLayers,
  type BookLocks,
  type BookValues,
  emptyValues,
  type Original,
  toValues,
} from './fields.ts';
import * as store from './store.ts';

export interface MetadataDependencies {
  database: Database;
  catalog: Catalog;
  edits: ApplyEdits;
  indexing: Indexing;
  /** Updates the metadata of series from that of their books. */
  describeSeries(tx: Tx, seriesIds: readonly string[]): Promise<string[]>;
  events: EventBus;
  clock: Clock;
}

/** Metadata as lists show it to clients that show locks. */
export interface LockedMetadata extends BookValues, Pick<BookMetadata, 'locks' | 'updatedAt'> {
  /** The number as the user wrote it when it is not a plain number. */
  numberText: string | undefined;
}

export interface BookMetadataService extends MetadataService<BookMetadata, PatchBookMetadata, BookLocks> {
  /** `numberText` is stored separately from the fields; null removes it. */
  update(
    viewer: Viewer,
    id: string,
    patch: PatchBookMetadata,
    numberText?: string | null,
  ): Promise<BookMetadata>;
  updateByClient(
    viewer: Viewer,
    id: string,
    values: ClientValues<PatchBookMetadata, BookField>,
    numberText?: string | null,
  ): Promise<BookMetadata>;
  /** Places a book at a one-based position of its series. Null restores its automatic position. */
  place(viewer: Viewer, id: string, position: number | null): Promise<void>;
  /** Undefined when the file has no metadata and there are no edits. */
  find(row: BookRow): Promise<BookMetadata | undefined>;
  /** Values by id for books the viewer may see, in one statement. Omits books without metadata. */
  list(rows: readonly BookRow[]): Promise<Map<string, BookValues>>;
  /** The same with locks. */
  listLocked(rows: readonly BookRow[]): Promise<Map<string, LockedMetadata>>;
  /** Metadata by id with origins, and the metadata of the files alone. */
  listWithFiles(
    rows: readonly BookRow[],
  ): Promise<Map<string, { metadata: BookMetadata; files: BookValues }>>;
}

/** A book's metadata with the rows it is computed from. */
interface KnownMetadata {
  found: BookMetadataTable | undefined;
  edit: BookEditTable | undefined;
  layers: BookLayers;
  order: ProviderOrder;
  metadata: BookMetadata;
}

const chunkSize = 200;

export function createBookMetadataService(deps: MetadataDependencies): BookMetadataService {
  const { database, catalog } = deps;
  const kind: MetadataKind<BookRow, BookMetadata, PatchBookMetadata, BookLocks, BookLayers> = {
    getRow: (viewer, id) => catalog.books.get(viewer, id),
    listRows: (viewer, ids) => catalog.books.listByIds(viewer, ids),
    read: async (row) => (await readMany(database.db, [row])).get(row.id)?.metadata ?? toEmpty(row),
    async readAll(rows) {
      const known = await readMany(database.db, rows);
      return rows.map((row) => known.get(row.id)?.metadata ?? toEmpty(row));
    },
    readProvided: async (row) => (await readMany(database.db, [row])).get(row.id)?.layers.provided ?? [],
    listHidden: async (ids) =>
      (await store.list(database.db, ids)).map(({ bookId, provided }) => ({
        id: bookId,
        provided: parseProvided(provided),
      })),
    saveHidden: (id, provided) =>
      database.transaction((tx) => store.saveProvided(tx, id, toProvidedJson(provided))),
    editRows: (rows, edit) => editBooks(deps, rows, edit),
    applyPatch: applyBookPatch,
    applyLocks: applyBookLocks,
    applyClientValues: (current, layers, values) =>
      applyBookClientValues(current, layers, { values, nowMs: deps.clock() }),
    toWhole: (patch) => ({ ...emptyValues, ...patch }),
    withoutEdits: (layers) => ({ ...layers, edits: {}, locks: {} }),
  };
  return {
    ...createMetadataService(kind),
    update: (viewer, id, patch, numberText) =>
      editOne(kind, viewer, id, (current, layers) => applyBookPatch(current, layers, patch, numberText)),
    updateByClient: (viewer, id, values, numberText) =>
      editOne(kind, viewer, id, (current, layers) =>
        applyBookClientValues(current, layers, { values, numberText, nowMs: deps.clock() }),
      ),
    async place(viewer, id, position) {
      const row = await catalog.books.get(viewer, id);
      const book = { ...row, id: row.mainBookId ?? row.id };
      const key = position === null ? undefined : await findKeyAt(database.db, book, position);
      await editOne(kind, viewer, book.id, (_, layers) => placeBook(layers, key));
    },
    async find(row) {
      const known = (await readMany(database.db, [row])).get(row.id);
      return known?.found && known.metadata;
    },
    async list(rows) {
      const found = await store.listValues(database.db, toIds(rows));
      return new Map(found.map((row) => [row.bookId, toValues(row)]));
    },
    async listLocked(rows) {
      const found = await store.listLocked(database.db, toIds(rows));
      return new Map(found.map((row) => [row.bookId, toLocked(row)]));
    },
    async listWithFiles(rows) {
      const known = await readMany(database.db, rows);
      return new Map(
        [...known].map(([id, { metadata, found, edit }]) => {
          const original: Original | undefined = edit?.original ? JSON.parse(edit.original) : undefined;
          const files = original ? original.values : found ? toValues(found) : null;
          return [id, { metadata, files: { ...emptyValues, ...files } }];
        }),
      );
    },
  };
}

const toIds = (rows: readonly BookRow[]): string[] => rows.map(({ id }) => id);

function toLocked(row: Awaited<ReturnType<typeof store.listLocked>>[number]): LockedMetadata {
  const edits: BookLayers['edits'] = row.edits === null ? {} : JSON.parse(row.edits);
  return {
    ...toValues(row),
    locks: row.locks === null ? {} : toShownLocks(JSON.parse(row.locks)),
    numberText: edits.numberText,
    updatedAt: toTime(row.updatedAt),
  };
}

async function readMany(db: Db, rows: readonly BookRow[]): Promise<Map<string, KnownMetadata>> {
  const ids = toIds(rows);
  const [metadataRows, editRows] = await Promise.all([store.listMetadata(db, ids), store.list(db, ids)]);
  const metadataOf = new Map(metadataRows.map((row) => [row.bookId, row]));
  const editOf = new Map(editRows.map((row) => [row.bookId, row]));
  const provided = rows.filter(({ id }) => (editOf.get(id)?.provided ?? null) !== null);
  const orderOf = await listOrders(
    db,
    provided.map(({ libraryId }) => libraryId),
  );
  return new Map(
    rows.map((row) => {
      const found = metadataOf.get(row.id);
      const edit = editOf.get(row.id);
      const layers = toBookLayers(edit);
      const order = orderOf(row.libraryId);
      const shown = found ? toMetadata(found) : toEmpty(row);
      const metadata = {
        ...shown,
        locks: toShownLocks(layers.locks),
        origins: toOrigins(shown, layers, { fields: bookMetadataFields, order }),
      };
      return [row.id, { found, edit, layers, order, metadata }];
    }),
  );
}

/** All columns of the table. */
type LockedBook = BookRow & BookTable;

/** Locks the books until the transaction ends and returns their current state. */
async function lock({ dialect }: Database, tx: Tx, rows: readonly BookRow[]): Promise<LockedBook[]> {
  const ids = rows.map(({ id }) => id);
  const books = await store.lockBooks(tx, ids, dialect.lockingRows);
  const now = new Map(books.map((book) => [book.id, book]));
  return rows.flatMap((row) => {
    const book = now.get(row.id);
    return book ? [{ ...row, ...book }] : [];
  });
}

async function editBooks(
  deps: MetadataDependencies,
  rows: readonly BookRow[],
  edit: Edit<BookMetadata, BookLayers>,
): Promise<number> {
  const changed = await deps.database.transaction(async (tx) => {
    const changed: BookRow[] = [];
    for (const before of chunks(rows, chunkSize)) {
      // A scan or another edit may have changed them since they were read.
      const books = await lock(deps.database, tx, before);
      const edited = await editLocked(deps.edits, tx, books, edit);
      await deps.indexing.indexBooks(
        tx,
        edited.map(({ id }) => id),
      );
      changed.push(...edited);
    }
    await deps.describeSeries(tx, [...new Set(changed.map((book) => book.seriesId))]);
    return changed;
  });
  for (const [seriesId, books] of Map.groupBy(changed, (book) => book.seriesId)) {
    const libraryId = books[0]?.libraryId ?? '';
    publishBooks(deps.events, { bookIds: books.map((book) => book.id), seriesId, libraryId });
  }
  return changed.length;
}

/** Returns the books that the edit changed. */
async function editLocked(
  edits: ApplyEdits,
  tx: Tx,
  books: readonly LockedBook[],
  apply: Edit<BookMetadata, BookLayers>,
): Promise<BookRow[]> {
  const known = await readMany(tx, books);
  const changed: BookRow[] = [];
  for (const book of books) {
    const one = known.get(book.id);
    const wanted = one && apply(one.metadata, one.layers, book.id);
    if (!wanted) continue;
    const { found, edit, order } = one;
    const original = toOriginal(edit, book, found);
    await edits.apply(tx, { book, metadata: found }, { original, layers: wanted, order });
    changed.push(book);
  }
  return changed;
}

const toMetadata = (row: BookMetadataTable): BookMetadata => ({
  id: row.id,
  bookId: row.bookId,
  ...toValues(row),
  locks: {},
  origins: {},
  createdAt: toTime(row.createdAt),
  updatedAt: toTime(row.updatedAt),
});

const toEmpty = (row: BookRow): BookMetadata => ({
  id: row.id,
  bookId: row.id,
  ...emptyValues,
  locks: {},
  origins: {},
  createdAt: toTime(row.createdAt),
  updatedAt: toTime(row.updatedAt),
});

function applyBookPatch(
  current: BookMetadata,
  { edits, locks, provided }: BookLayers,
  patch: PatchBookMetadata,
  numberText?: string | null,
): BookLayers | undefined {
  const given: BookLayers['edits'] = toEdits(patch, current);
  const { numberText: known, ...others } = edits;
  const text = toNumberText({ given: given.number, current: current.number }, known, numberText);
  if (text === known && !hasNews(current, locks, given)) return undefined;
  return {
    edits: { ...others, ...given, ...(text !== undefined && { numberText: text }) },
    locks: lockFields(locks, given),
    provided,
  };
}

function applyBookClientValues(
  current: BookMetadata,
  layers: BookLayers,
  {
    values: { patch, ...change },
    numberText,
    nowMs,
  }: {
    values: ClientValues<PatchBookMetadata, BookField>;
    numberText?: string | null | undefined;
    nowMs: number;
  },
): BookLayers | undefined {
  const given = toEdits(patch, current);
  const changed = applyClientValues(current, layers, { ...change, given, fields: bookFieldNames, nowMs });
  const { numberText: known, ...edits } = (changed ?? layers).edits;
  const text = toNumberText({ given: patch.number, current: current.number }, known, numberText);
  if (text === known) return changed;
  return { ...(changed ?? layers), edits: { ...edits, ...(text !== undefined && { numberText: text }) } };
}

/** The text belongs to the number it was set with. `wanted`: undefined to leave it, null to remove it. */
function toNumberText(
  { given, current }: { given: number | null | undefined; current: number | null },
  known: string | undefined,
  wanted: string | null | undefined,
): string | undefined {
  if (wanted !== undefined) return wanted ?? undefined;
  return given === undefined || given === current ? known : undefined;
}

function placeBook({ edits, ...layers }: BookLayers, key: string | undefined): BookLayers | undefined {
  const { position, ...others } = edits;
  if (position === key) return undefined;
  return { ...layers, edits: { ...others, ...(key !== undefined && { position: key }) } };
}

function applyBookLocks(
  current: BookMetadata,
  layers: BookLayers,
  wanted: BookLocks,
): BookLayers | undefined {
  const changed = applyLocks(current, layers, { wanted, fields: bookFieldNames });
  if (!changed || !layers.locks.number || changed.locks.number) return changed;
  const { numberText: _, ...edits } = changed.edits;
  return { ...changed, edits };
}
