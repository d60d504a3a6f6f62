// Reads and edits the metadata of a series. An edit is stored as a separate layer, and the series is described again in
// the same transaction with the code of scans, so that both always agree.
import {
  seriesFieldNames,
  seriesMetadataFields,
  toNothing,
} from '@lectern/contract/libraries/metadata-fields';
import type { PatchSeriesMetadata, SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import type { Catalog } from '#catalog/catalog.ts';
import { publishSeries } from '#catalog/changes.ts';
import type { SeriesRow } from '#catalog/series/series-dto.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database, Db, Tx } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { SeriesMetadataTable } from '#schema/tables/libraries/edit.ts';
import type { SeriesTable } from '#schema/tables/libraries/series.ts';
import {
  applyClientValues,
  applyLocks,
  createMetadataService,
  type Edit,
  hasNews,
  listOrders,
  lockFields,
  type MetadataService,
  type ProviderOrder,
  parseProvided,
  toEdits,
  toOrigins,
  toShownLocks,
} from '../../metadata-layers/index.ts';
import type { SeriesScan } from '../scan/index.ts';
import { parseLists, type SeriesEdits, type SeriesLayers, type SeriesLocks, toLayers } from './fields.ts';
import * as store from './store.ts';

export interface MetadataDependencies {
  database: Database;
  catalog: Catalog;
  describe: SeriesScan['describe'];
  events: EventBus;
  clock: Clock;
}

export interface SeriesMetadataService
  extends MetadataService<SeriesMetadata, PatchSeriesMetadata, SeriesLocks> {
  /** Metadata by id for series the viewer may see, without origins. One statement for any number of series. */
  list(rows: readonly SeriesRow[]): Promise<Map<string, ShownSeries>>;
  /** Sets how books are ordered, and orders them. */
  setOrder(viewer: Viewer, id: string, order: SeriesOrder): Promise<void>;
  /** Metadata with origins, and the metadata of the series file. */
  listWithFile(rows: readonly SeriesRow[]): Promise<Map<string, SeriesWithFile>>;
}

/** Metadata as lists show it. */
export type ShownSeries = Omit<SeriesMetadata, 'origins'>;

type SeriesOrder = Partial<Pick<SeriesTable, 'bookOrder' | 'specials'>>;

export interface SeriesWithFile {
  metadata: SeriesMetadata;
  file: SeriesEdits;
}

type SeriesEdit = Edit<SeriesMetadata, SeriesLayers>;

export function createSeriesMetadataService(deps: MetadataDependencies): SeriesMetadataService {
  const { database, catalog } = deps;
  return {
    ...createMetadataService<SeriesRow, SeriesMetadata, PatchSeriesMetadata, SeriesLocks, SeriesLayers>({
      getRow: (viewer, id) => catalog.series.get(viewer, id),
      listRows: (viewer, ids) => catalog.series.listByIds(viewer, ids),
      read: async (row) => {
        const { extras, orderOf } = await readLayers(database.db, [row]);
        return toMetadata(row, extras.get(row.id), orderOf(row.libraryId));
      },
      async readAll(rows) {
        const { extras, orderOf } = await readLayers(database.db, rows);
        return rows.map((row) => toMetadata(row, extras.get(row.id), orderOf(row.libraryId)));
      },
      readProvided: async (row) => toLayers(await store.find(database.db, row.id)).provided,
      listHidden: async (ids) =>
        (await store.list(database.db, ids)).map(({ seriesId, provided }) => ({
          id: seriesId,
          provided: parseProvided(provided),
        })),
      saveHidden: (id, provided) =>
        database.transaction((tx) => store.saveProvided(tx, id, { provided, nowMs: deps.clock() })),
      editRows: (rows, edit) => editSeries(deps, rows, edit),
      applyPatch: applySeriesPatch,
      applyLocks: (current, layers, wanted) =>
        applyLocks(current, layers, { wanted, fields: seriesFieldNames }),
      applyClientValues: (current, layers, { patch, ...change }) =>
        applyClientValues(current, layers, {
          ...change,
          given: toEdits(patch, current),
          fields: seriesFieldNames,
          nowMs: deps.clock(),
        }),
      // Keeps the title, which is required.
      toWhole: (patch, { title }) => ({ ...emptyValues, title, ...patch }),
      withoutEdits: (layers) => ({ ...layers, edits: {}, locks: {} }),
    }),
    async list(rows) {
      const ids = rows.map(({ id }) => id);
      const found = await store.listShown(database.db, ids);
      const extras = new Map(found.map((extra) => [extra.seriesId, extra]));
      return new Map(rows.map((row) => [row.id, toShown(row, extras.get(row.id))]));
    },
    async setOrder(viewer, id, order) {
      const { libraryId } = await catalog.series.get(viewer, id);
      const nowMs = deps.clock();
      await database.transaction(async (tx) => {
        await store.setOrder(tx, id, { ...order, updatedAt: nowMs });
        await deps.describe(tx, [id], nowMs);
      });
      publishSeries(deps.events, { seriesIds: [id], libraryId });
    },
    async listWithFile(rows) {
      const { extras, orderOf } = await readLayers(database.db, rows);
      return new Map(
        rows.map((row) => {
          const extra = extras.get(row.id);
          const file: SeriesEdits = extra?.sidecar ? JSON.parse(extra.sidecar) : {};
          return [row.id, { metadata: toMetadata(row, extra, orderOf(row.libraryId)), file }];
        }),
      );
    },
  };
}

/** Loads provider orders only for libraries with provider metadata. */
async function readLayers(db: Db, rows: readonly SeriesRow[]) {
  const found = await store.list(
    db,
    rows.map((row) => row.id),
  );
  const extras = new Map(found.map((extra) => [extra.seriesId, extra]));
  const known = rows.filter(({ id }) => (extras.get(id)?.provided ?? null) !== null);
  const orderOf = await listOrders(
    db,
    known.map(({ libraryId }) => libraryId),
  );
  return { extras, orderOf };
}

async function editSeries(
  deps: MetadataDependencies,
  rows: readonly SeriesRow[],
  edit: SeriesEdit,
): Promise<number> {
  const changed = await deps.database.transaction((tx) => editLocked(deps, tx, rows, edit));
  for (const [libraryId, series] of Map.groupBy(changed, (row) => row.libraryId))
    publishSeries(deps.events, { seriesIds: series.map(({ id }) => id), libraryId });
  return changed.length;
}

/** Returns the series that the edit changed. */
async function editLocked(
  { database, describe, clock }: MetadataDependencies,
  tx: Tx,
  rows: readonly SeriesRow[],
  edit: SeriesEdit,
): Promise<SeriesRow[]> {
  const nowMs = clock();
  const changed: SeriesRow[] = [];
  const ids = rows.map((row) => row.id);
  const locked = await store.lockSeries(tx, ids, database.dialect.lockingRows);
  const now = new Map(locked.map((one) => [one.id, one]));
  const { extras, orderOf } = await readLayers(tx, rows);
  for (const before of rows) {
    // A scan or another edit may have changed it since it was read.
    const row = { ...before, ...now.get(before.id) };
    const extra = extras.get(row.id);
    const layers = edit(toMetadata(row, extra, orderOf(row.libraryId)), toLayers(extra), row.id);
    if (!layers) continue;
    await store.saveLayers(tx, row.id, { ...layers, nowMs });
    changed.push(row);
  }
  await describe(
    tx,
    changed.map(({ id }) => id),
    nowMs,
  );
  return changed;
}

const emptyValues = toNothing(seriesMetadataFields);

function applySeriesPatch(
  current: SeriesMetadata,
  { edits, locks, provided }: SeriesLayers,
  patch: PatchSeriesMetadata,
): SeriesLayers | undefined {
  const given: SeriesEdits = toEdits(patch, current);
  if (!hasNews(current, locks, given)) return undefined;
  return { edits: { ...edits, ...given }, locks: lockFields(locks, given), provided };
}

function toShown(row: SeriesRow, extra: store.ShownColumns | undefined): ShownSeries {
  return {
    seriesId: row.id,
    title: row.title,
    titleSort: row.titleSort,
    summary: row.summary,
    publisher: row.publisher,
    imprint: row.imprint,
    status: row.status,
    ageRating: row.ageRating,
    language: row.language,
    readingDirection: row.readingDirection,
    year: row.year,
    totalVolumeCount: row.totalVolumeCount,
    totalChapterCount: row.totalChapterCount,
    ...parseLists(extra?.lists),
    locks: extra ? toShownLocks(JSON.parse(extra.locks)) : {},
    createdAt: toTime(row.createdAt),
    updatedAt: toTime(Math.max(row.updatedAt, extra?.updatedAt ?? 0)),
  };
}

function toMetadata(
  row: SeriesRow,
  extra: SeriesMetadataTable | undefined,
  order: ProviderOrder,
): SeriesMetadata {
  const shown = toShown(row, extra);
  return { ...shown, origins: toOrigins(shown, toLayers(extra), { fields: seriesMetadataFields, order }) };
}
