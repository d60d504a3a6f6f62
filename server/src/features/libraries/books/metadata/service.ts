// Reading and editing the metadata of books, one or many, each change in one transaction.
import {
  type BookField,
  type BookMetadata,
  bookFieldNames,
  type PatchBookMetadata,
} from '@lectern/contract/metadata';
import type { BookRow } from '#catalog/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { publishBooks } from '#catalog/changes.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { toTime } from '#infrastructure/clock.ts';
import type { Database, Db, Tx } from '#infrastructure/database/dialect.ts';
import { isSameJson, withIds } from '#infrastructure/equality.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { Indexing } from '../../search-index/index.ts';
import { type ApplyEdits, toBookLayers, toDerived } from './apply.ts';
import {
  type BookEdits,
  type BookLayers,
  type BookLocks,
  emptyValues,
  type Original,
  toValues,
} from './fields.ts';
import * as store from './store.ts';
import { toBookMetadata } from './to-metadata.ts';

interface Dependencies {
  database: Database;
  catalog: Catalog;
  edits: ApplyEdits;
  indexing: Indexing;
  /** Series follow what their books say. */
  describeSeries(tx: Tx, seriesIds: readonly string[]): Promise<string[]>;
  events: EventBus;
}

export interface NumberedMetadata {
  metadata: BookMetadata;
  numberText: string | undefined;
}

/** What an edit does to the layers of one book; undefined when nothing. */
type Edit = (current: BookMetadata, layers: BookLayers) => BookLayers | undefined;

export type BookMetadataService = ReturnType<typeof createBookMetadataService>;

const chunkSize = 200;

export function createBookMetadataService(deps: Dependencies) {
  const { database, catalog, edits, indexing, events } = deps;
  async function get(viewer: Viewer, id: string): Promise<BookMetadata> {
    const row = await catalog.books.get(viewer, id);
    return (await readMany(database.db, [row])).get(id)?.metadata ?? toEmpty(row);
  }

  async function readMany(tx: Db, rows: readonly BookRow[]) {
    const ids = rows.map((row) => row.id);
    const [metadataRows, editRows] = await Promise.all([store.listMetadata(tx, ids), store.list(tx, ids)]);
    const metadataOf = new Map(metadataRows.map((row) => [row.bookId, row]));
    const editOf = new Map(editRows.map((row) => [row.bookId, row]));
    return new Map(
      rows.map((row) => {
        const [found, edit] = [metadataOf.get(row.id), editOf.get(row.id)];
        const layers = toBookLayers(row, edit);
        const metadata = { ...(found ? toBookMetadata(found) : toEmpty(row)), locks: toShownLocks(layers) };
        return [row.id, { found, edit, layers, metadata }];
      }),
    );
  }

  async function lock(tx: Tx, rows: readonly BookRow[]): Promise<BookRow[]> {
    const ids = rows.map(({ id }) => id);
    const books = await store.lockBooks(tx, ids, database.dialect.lockingRows);
    const now = new Map(books.map((book) => [book.id, book]));
    return rows.flatMap((row) => {
      const book = now.get(row.id);
      return book ? [{ ...row, ...book }] : [];
    });
  }

  async function editMany(rows: readonly BookRow[], apply: Edit): Promise<number> {
    const changed = await database.transaction(async (tx) => {
      const changed: BookRow[] = [];
      for (const before of chunks(rows, chunkSize)) {
        // A scan, or somebody else who edits, may have changed them since they were read.
        const part = await lock(tx, before);
        const known = await readMany(tx, part);
        const done = changed.length;
        for (const book of part) {
          const { found, edit, layers, metadata } = known.get(book.id) ?? {};
          const wanted = metadata && layers && apply(metadata, layers);
          if (!wanted) continue;
          const original: Original = edit?.original
            ? JSON.parse(edit.original)
            : { values: found ? toValues(found) : null, derived: toDerived(book) };
          await edits.apply(tx, { book, metadata: found }, { original, layers: wanted });
          changed.push(book);
        }
        await indexing.indexBooks(
          tx,
          changed.slice(done).map((book) => book.id),
        );
      }
      await deps.describeSeries(tx, [...new Set(changed.map((book) => book.seriesId))]);
      return changed;
    });
    for (const [seriesId, books] of Map.groupBy(changed, (book) => book.seriesId)) {
      const libraryId = books[0]?.libraryId ?? '';
      publishBooks(events, { bookIds: books.map((book) => book.id), seriesId, libraryId });
    }
    return changed.length;
  }

  async function editOne(viewer: Viewer, id: string, apply: Edit): Promise<BookMetadata> {
    await editMany([await catalog.books.get(viewer, id)], apply);
    return get(viewer, id);
  }

  const visible = (viewer: Viewer, ids: readonly string[]) =>
    catalog.books.listByIds(viewer, [...new Set(ids)]);

  return {
    get,

    /** Undefined when the file says nothing and nobody set anything. */
    async find(row: BookRow): Promise<BookMetadata | undefined> {
      const known = (await readMany(database.db, [row])).get(row.id);
      return known?.found && known.metadata;
    },

    /** Of books that were read on a viewer's behalf, by id: two statements whatever their number. */
    async list(rows: readonly BookRow[]): Promise<Map<string, BookMetadata>> {
      if (rows.length === 0) return new Map();
      const known = await readMany(database.db, rows);
      return new Map([...known].map(([id, { metadata }]) => [id, metadata]));
    },

    /** With each the number as somebody wrote it, if it is more than a number. */
    async listWithNumberTexts(rows: readonly BookRow[]): Promise<Map<string, NumberedMetadata>> {
      if (rows.length === 0) return new Map();
      const known = await readMany(database.db, rows);
      const toNumbered = ({ metadata, layers }: { metadata: BookMetadata; layers: BookLayers }) => ({
        metadata,
        numberText: layers.edits.numberText,
      });
      return new Map([...known].map(([id, one]) => [id, toNumbered(one)]));
    },

    /** `numberText` is kept beside the fields; null gives it up. */
    update: (viewer: Viewer, id: string, patch: PatchBookMetadata, numberText?: string | null) =>
      editOne(viewer, id, (current, layers) => applyPatch(current, layers, patch, numberText)),

    /** Every field: what is absent is cleared. */
    replace: (viewer: Viewer, id: string, body: PatchBookMetadata) =>
      editOne(viewer, id, (current, layers) => applyPatch(current, layers, { ...emptyValues, ...body })),

    reset: (viewer: Viewer, id: string) =>
      editOne(viewer, id, (_, layers) =>
        Object.keys(layers.edits).length + Object.keys(layers.locks).length > 0
          ? { edits: {}, locks: {} }
          : undefined,
      ),

    setLocks: (viewer: Viewer, id: string, locks: BookLocks) =>
      editOne(viewer, id, (current, layers) => applyLocks(current, layers, locks)),

    /** The same for many: ids that the viewer may not see are passed over. Returns how many changed. */
    updateMany: async (
      viewer: Viewer,
      ids: readonly string[],
      makeEdit: (current: BookMetadata) => PatchBookMetadata,
    ) =>
      editMany(await visible(viewer, ids), (current, layers) =>
        applyPatch(current, layers, makeEdit(current)),
      ),

    setLocksOfMany: async (viewer: Viewer, ids: readonly string[], locks: BookLocks) =>
      editMany(await visible(viewer, ids), (current, layers) => applyLocks(current, layers, locks)),
  };
}

const toShownLocks = ({ locks }: BookLayers) =>
  Object.fromEntries(Object.entries(locks).filter(([, isLocked]) => isLocked));

const toEmpty = (row: BookRow): BookMetadata => ({
  id: row.id,
  bookId: row.id,
  ...emptyValues,
  locks: {},
  createdAt: toTime(row.createdAt),
  updatedAt: toTime(row.updatedAt),
});

function applyPatch(
  current: BookMetadata,
  { edits, locks }: BookLayers,
  patch: PatchBookMetadata,
  numberText?: string | null,
): BookLayers | undefined {
  const given = toEdits(patch, current);
  const fields = Object.keys(given) as BookField[];
  const isNews = (field: BookField) => !locks[field] || !isSameJson(given[field], current[field]);
  const { numberText: known, ...others } = edits;
  // Another number is not what the text said.
  const kept = given.number === undefined || given.number === current.number ? known : undefined;
  const text = numberText === undefined ? kept : (numberText ?? undefined);
  if (text === known && !fields.some(isNews)) return undefined;
  return {
    edits: { ...others, ...given, ...(text !== undefined && { numberText: text }) },
    locks: { ...locks, ...Object.fromEntries(fields.map((field) => [field, true])) },
  };
}

/** What is given, complete: links have ids, people a sort name. */
function toEdits(
  { authors, externalLinks, externalIds, ...plain }: PatchBookMetadata,
  current: BookMetadata,
): BookEdits {
  const given: BookEdits = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  );
  if (authors) given.authors = authors.map((one) => ({ ...one, sortName: one.sortName ?? null }));
  if (externalLinks) given.externalLinks = withIds(externalLinks, current.externalLinks);
  if (externalIds)
    given.externalIds = externalIds.map((one) => ({ ...one, externalUrl: one.externalUrl ?? null }));
  return given;
}

/** A field that is locked keeps the value that it has now. */
function applyLocks(current: BookMetadata, layers: BookLayers, wanted: BookLocks): BookLayers | undefined {
  const edits: Record<string, unknown> = { ...layers.edits };
  const locks = { ...layers.locks };
  let isNews = false;
  for (const field of bookFieldNames) {
    const isLocked = wanted[field];
    if (isLocked === undefined || isLocked === (locks[field] ?? false)) continue;
    isNews = true;
    if (isLocked) {
      edits[field] = current[field];
      locks[field] = true;
    } else {
      delete locks[field];
      if (field === 'number') delete edits.numberText;
    }
  }
  return isNews ? { edits: edits as BookEdits, locks } : undefined;
}
