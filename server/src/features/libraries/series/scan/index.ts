// Series as scans write them: created by the library's strategy, named and described by the metadata of their books.
import { keysOf } from '@lectern/contract/records';
import type { CountChange, Recounted } from '#catalog/changes.ts';
import type { Database, DatabaseDialect, Db, Tx } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import type { SeriesMetadataTable } from '#schema/tables/libraries/edit.ts';
import type { SeriesTable } from '#schema/tables/libraries/series.ts';
import type { BookFiles } from '../../books/index.ts';
import { listOrders, type ProviderOrder } from '../../metadata-layers/index.ts';
import { arrangeSeries } from '../../reading-order/index.ts';
import type { Indexing } from '../../search-index/index.ts';
import {
  mergeSeries,
  overlay,
  type SeriesEdits,
  toCommunityRating,
  toLayers,
  toListsJson,
  toSeriesColumns,
} from '../metadata/fields.ts';
import { readSeriesSidecar } from '../metadata/sidecar.ts';
import * as metadata from '../metadata/store.ts';
import { type SeriesSummary, Summary } from './facts.ts';
import * as store from './store.ts';

/** A series as derived from one book by the strategy. */
export interface SeriesSeed {
  key: string;
  name: string;
  /** Folder relative to the root, or null. */
  path: string | null;
  year: number | null;
  rootId: string;
}

/** The series of a book. */
export interface SeriesHome {
  id: string;
  titleKey: string;
}

interface EnsureRequest {
  libraryId: string;
  seeds: readonly SeriesSeed[];
  renamedSeries: ReadonlyMap<string, string>;
  nowMs: number;
}

export class SeriesScan {
  readonly #dialect: DatabaseDialect;
  readonly #books: BookFiles;
  readonly #indexing: Indexing;

  constructor(dialect: DatabaseDialect, books: BookFiles, indexing: Indexing) {
    this.#dialect = dialect;
    this.#books = books;
    this.#indexing = indexing;
  }

  /**
   * Returns the series of these keys. A missing key uses the renamed series given in `renamedSeries`, or a new series.
   */
  ensure(tx: Tx, request: EnsureRequest): Promise<Map<string, SeriesHome>> {
    return ensureSeries(tx, request);
  }

  /** Moves continued series to this library. Returns the changes of library counts. */
  transfer(tx: Tx, seriesIds: readonly string[], libraryId: string): Promise<CountChange[]> {
    return transferSeries(tx, seriesIds, libraryId);
  }

  /** The series of a library in these folders. */
  listByPaths(
    db: Db,
    libraryId: string,
    paths: readonly string[],
  ): Promise<Pick<SeriesTable, 'id' | 'rootId' | 'path'>[]> {
    return store.listByPaths(db, libraryId, paths);
  }

  /** The keys without a series in the library. */
  listMissing(db: Db, libraryId: string, keys: readonly string[]): Promise<string[]> {
    return listMissing(db, libraryId, keys);
  }

  /** Recounts books. Series that became empty or non-empty are updated in the search index. */
  async recount(tx: Tx, seriesIds: readonly string[], nowMs: number): Promise<Recounted> {
    const recounted = await store.recount(tx, this.#dialect, seriesIds, nowMs);
    const turned = [...recounted.emptied, ...recounted.filled];
    await this.#indexing.indexSeries(
      tx,
      turned.map(({ id }) => id),
    );
    return recounted;
  }

  /** Reads the files of these series before a transaction. Returns JSON by id, null where no file exists. */
  readSidecars(
    db: Db,
    seriesIds: readonly string[],
    roots: readonly { id: string; path: string }[],
  ): Promise<Map<string, string | null>> {
    return readSidecars(db, seriesIds, roots);
  }

  /** Stores the results of `readSidecars`. */
  saveSidecars(tx: Tx, sidecars: ReadonlyMap<string, string | null>, nowMs: number): Promise<void> {
    return saveSidecars(tx, sidecars, nowMs);
  }

  /** Names and describes these series from their books. Returns the changed series. */
  async describe(tx: Tx, seriesIds: readonly string[], nowMs: number): Promise<string[]> {
    if (seriesIds.length === 0) return [];
    const [rows, extras] = await Promise.all([store.listByIds(tx, seriesIds), metadata.list(tx, seriesIds)]);
    const arranged = await arrangeSeries(tx, {
      series: rows,
      save: (places) => this.#books.savePlaces(tx, places, nowMs),
    });
    await this.#indexing.indexBooks(tx, arranged.bookIds);
    const summaries = new Map(rows.map(({ id }) => [id, new Summary()]));
    for await (const facts of store.readFacts(tx, rows))
      for (const fact of facts) summaries.get(fact.seriesId)?.add(fact);
    const extraOf = new Map(extras.map((extra) => [extra.seriesId, extra]));
    const changed: string[] = [];
    const renamed: string[] = [];
    const known = rows.filter(({ id }) => (extraOf.get(id)?.provided ?? null) !== null);
    const orderOf = await listOrders(
      tx,
      known.map(({ libraryId }) => libraryId),
    );
    for (const row of rows) {
      const extra = extraOf.get(row.id);
      const name = arranged.names.get(row.id) ?? row.assignedTitle;
      if (name !== row.assignedTitle) {
        await store.update(tx, row.id, { assignedTitle: name });
        row.assignedTitle = name;
      }
      const summary = summaries.get(row.id) ?? new Summary();
      const wanted = toWanted(row, summary.finish(row.assignedYear), extra, orderOf(row.libraryId));
      const hasNewLists = wanted.lists !== (extra?.lists ?? '{}');
      if (hasNewLists) await metadata.saveLists(tx, row.id, { lists: wanted.lists, nowMs });
      if (!hasNewLists && !differs(row, wanted.columns)) {
        if (arranged.seriesIds.has(row.id)) changed.push(row.id);
        continue;
      }
      await store.update(tx, row.id, { ...wanted.columns, updatedAt: nowMs });
      const { titleKey, title } = wanted.columns;
      if (titleKey !== row.titleKey) await this.#books.followSeries(tx, row.id, titleKey);
      // The search documents of books contain the titles of their series.
      if (title !== row.title || isRenamed(wanted.lists, extra?.lists)) renamed.push(row.id);
      changed.push(row.id);
    }
    await this.#indexing.indexSeries(tx, changed);
    await this.#indexing.followSeries(tx, renamed);
    return changed;
  }

  /** Removes series without books, including deleted ones. Returns the series that have live books. */
  removeEmpty(tx: Tx, seriesIds: readonly string[]): Promise<string[]> {
    return store.removeEmpty(tx, seriesIds);
  }

  /** Removes series that never had a book. Returns their number. */
  removeBookless(tx: Tx): Promise<number> {
    return store.removeBookless(tx);
  }

  /** Series whose books were added, changed or deleted since a time. */
  listTouched(database: Database, libraryId: string, sinceMs: number): Promise<string[]> {
    return store.listTouched(database, libraryId, sinceMs);
  }
}

async function ensureSeries(
  tx: Tx,
  { libraryId, seeds, renamedSeries, nowMs }: EnsureRequest,
): Promise<Map<string, SeriesHome>> {
  const byKey = new Map(seeds.map((seed) => [seed.key, seed]));
  const find = () => store.findByKeys(tx, libraryId, [...byKey.keys()]);
  const known = await find();
  for (const row of known) {
    const seed = byKey.get(row.seriesKey);
    if (!seed) continue;
    // Books of a series that is identified by its name may spell it differently: `describe` decides.
    const name = seed.key.startsWith('name:') ? row.assignedTitle : seed.name;
    if (name === row.assignedTitle && seed.year === row.assignedYear) continue;
    await store.update(tx, row.id, { assignedTitle: name, assignedYear: seed.year });
  }
  const keys = new Set(known.map((row) => row.seriesKey));
  // Other files of these seeds are still in the former folder of the series.
  const staying = new Set(known.map(({ id }) => id));
  const missing = [...byKey.values()].filter((seed) => !keys.has(seed.key));
  for (const seed of missing) {
    const id = renamedSeries.get(seed.key);
    if (id !== undefined && !staying.has(id)) await store.update(tx, id, toPlace(seed));
    else await store.insert(tx, [toNewRow(seed, libraryId, nowMs)]);
  }
  const homes = missing.length === 0 ? known : await find();
  return new Map(homes.map(({ seriesKey, id, titleKey }) => [seriesKey, { id, titleKey }]));
}

async function transferSeries(
  tx: Tx,
  seriesIds: readonly string[],
  libraryId: string,
): Promise<CountChange[]> {
  const rows = await store.listByIds(tx, seriesIds);
  const foreign = rows.filter((row) => row.libraryId !== libraryId);
  // The id serves as a unique key until the series gets a key of this library.
  for (const { id } of foreign) await store.update(tx, id, { libraryId, seriesKey: id });
  return foreign.flatMap((row) => {
    const count = row.bookCount;
    const one = row.bookCount > 0 ? 1 : 0;
    return [
      { libraryId: row.libraryId, books: -count, series: -one },
      { libraryId, books: count, series: one },
    ];
  });
}

async function listMissing(db: Db, libraryId: string, keys: readonly string[]): Promise<string[]> {
  const known = new Set((await store.findByKeys(db, libraryId, keys)).map((row) => row.seriesKey));
  return [...new Set(keys)].filter((key) => !known.has(key));
}

async function readSidecars(
  db: Db,
  seriesIds: readonly string[],
  roots: readonly { id: string; path: string }[],
): Promise<Map<string, string | null>> {
  const sidecars = new Map<string, string | null>();
  for (const { id, rootId, path } of await store.listFolders(db, seriesIds)) {
    const root = roots.find((one) => one.id === rootId);
    // Only a series with a separate folder has a sidecar file.
    if (!root || path === null || path === '') continue;
    const found = await readSeriesSidecar(root.path, path);
    sidecars.set(id, found && JSON.stringify(found));
  }
  return sidecars;
}

async function saveSidecars(
  tx: Tx,
  sidecars: ReadonlyMap<string, string | null>,
  nowMs: number,
): Promise<void> {
  const known = await metadata.list(tx, [...sidecars.keys()]);
  const before = new Map(known.map((row) => [row.seriesId, row.sidecar]));
  for (const [id, sidecar] of sidecars) {
    if ((before.get(id) ?? null) !== sidecar) await metadata.saveSidecar(tx, id, { sidecar, nowMs });
  }
}

/** Columns set by the strategy. */
const toPlace = (seed: SeriesSeed) => ({
  seriesKey: seed.key,
  path: seed.path,
  pathFolded: seed.path === null ? null : fold(seed.path),
  rootId: seed.rootId,
  assignedTitle: seed.name,
  assignedYear: seed.year,
});

function toNewRow(seed: SeriesSeed, libraryId: string, nowMs: number): SeriesTable {
  return {
    ...toPlace(seed),
    id: newId(),
    libraryId,
    title: seed.name,
    titleFolded: fold(seed.name),
    titleKey: toSortKey(seed.name),
    titleSort: null,
    titleSortFolded: null,
    summaryFolded: null,
    totalChapterCount: null,
    releasedAt: null,
    communityRating: null,
    ownedVolumeCount: 0,
    isOneshot: 0,
    hasExternalId: 0,
    summary: null,
    publisher: null,
    imprint: null,
    year: seed.year,
    status: null,
    language: null,
    ageRating: null,
    readingDirection: null,
    totalVolumeCount: null,
    coverSource: 'first_book',
    coverId: null,
    bookOrder: 'reading_order',
    specials: 'after',
    bookCount: 0,
    booksUpdatedAt: nowMs,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
}

/** The columns and lists that the series should have. */
function toWanted(
  row: SeriesTable,
  { values, figures }: SeriesSummary,
  extra: SeriesMetadataTable | undefined,
  order: ProviderOrder,
) {
  const sidecar: SeriesEdits = extra?.sidecar ? JSON.parse(extra.sidecar) : {};
  const merged = mergeSeries(overlay(sidecar, values), toLayers(extra), order);
  const communityRating = figures.communityRating ?? toCommunityRating(merged.externalRatings);
  return {
    columns: { ...toSeriesColumns(merged, row.assignedTitle), ...figures, communityRating },
    lists: toListsJson(merged),
  };
}

/** Whether alternate titles were added or removed. */
function isRenamed(after: string, before = '{}'): boolean {
  const titlesOf = (lists: string) => JSON.stringify(JSON.parse(lists).alternateTitles ?? []);
  return after !== before && titlesOf(after) !== titlesOf(before);
}

const differs = (row: SeriesTable, wanted: Partial<SeriesTable>): boolean =>
  keysOf(wanted).some((column) => row[column] !== wanted[column]);
