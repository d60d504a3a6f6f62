// Reading and editing the metadata of a series. An edit is kept as its own layer and the series is described again in
// the same transaction, by the code that scans use: the two cannot disagree.
import { seriesFieldNames, seriesMetadataFields, toNothing } from '@lectern/contract/metadata-fields';
import type { PatchSeriesMetadata, SeriesMetadata } from '@lectern/contract/series-metadata';
import type { Catalog } from '#catalog/catalog.ts';
import { publishSeries } from '#catalog/changes.ts';
import type { SeriesRow } from '#catalog/series-dto.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { SeriesMetadataTable } from '#schema/tables/edit.ts';
import {
  applyLocks,
  createMetadataService,
  type Edit,
  hasNews,
  lockFields,
  type MetadataService,
  toEdits,
  toShownLocks,
} from '../../metadata-layers/index.ts';
import type { SeriesScan } from '../scan/index.ts';
import { parseLists, type SeriesEdits, type SeriesLayers, type SeriesLocks, toLayers } from './fields.ts';
import * as store from './store.ts';

interface Dependencies {
  database: Database;
  catalog: Catalog;
  describe: SeriesScan['describe'];
  events: EventBus;
  clock: Clock;
}

export interface SeriesMetadataService
  extends MetadataService<SeriesMetadata, PatchSeriesMetadata, SeriesLocks> {
  /** Of series that were read on a viewer's behalf, by id: one statement whatever their number. */
  list(rows: readonly SeriesRow[]): Promise<Map<string, SeriesMetadata>>;
}

type SeriesEdit = Edit<SeriesMetadata, SeriesLayers>;

export function createSeriesMetadataService(deps: Dependencies): SeriesMetadataService {
  const { database, catalog } = deps;
  return {
    ...createMetadataService<SeriesRow, SeriesMetadata, PatchSeriesMetadata, SeriesLocks, SeriesLayers>({
      getRow: catalog.series.get,
      listRows: catalog.series.listByIds,
      read: async (row) => toMetadata(row, await store.find(database.db, row.id)),
      editRows: (rows, edit) => editSeries(deps, rows, edit),
      applyPatch: applySeriesPatch,
      applyLocks: (current, layers, wanted) =>
        applyLocks(current, layers, { wanted, fields: seriesFieldNames }),
      // The title stays: no series is without one.
      toWhole: (patch, { title }) => ({ ...emptyValues, title, ...patch }),
      noLayers: { edits: {}, locks: {} },
    }),
    async list(rows) {
      const ids = rows.map((row) => row.id);
      const extras = new Map((await store.list(database.db, ids)).map((extra) => [extra.seriesId, extra]));
      return new Map(rows.map((row) => [row.id, toMetadata(row, extras.get(row.id))]));
    },
  };
}

async function editSeries(deps: Dependencies, rows: readonly SeriesRow[], edit: SeriesEdit): Promise<number> {
  const changed = await deps.database.transaction((tx) => editLocked(deps, tx, rows, edit));
  for (const [libraryId, series] of Map.groupBy(changed, (row) => row.libraryId))
    publishSeries(deps.events, { seriesIds: series.map(({ id }) => id), libraryId });
  return changed.length;
}

/** Returns the series that the edit changed. */
async function editLocked(
  { database, describe, clock }: Dependencies,
  tx: Tx,
  rows: readonly SeriesRow[],
  edit: SeriesEdit,
): Promise<SeriesRow[]> {
  const nowMs = clock();
  const changed: SeriesRow[] = [];
  const ids = rows.map((row) => row.id);
  const locked = await store.lockSeries(tx, ids, database.dialect.lockingRows);
  const now = new Map(locked.map((one) => [one.id, one]));
  const extras = new Map((await store.list(tx, ids)).map((extra) => [extra.seriesId, extra]));
  for (const before of rows) {
    // A scan, or somebody else who edits, may have changed it since it was read.
    const row = { ...before, ...now.get(before.id) };
    const extra = extras.get(row.id);
    const layers = edit(toMetadata(row, extra), toLayers(row, extra));
    if (!layers) continue;
    await store.saveLayers(tx, row.id, { ...layers, nowMs });
    if (row.titleLocked === 1) await store.forgetTitleLock(tx, row.id);
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
  { edits, locks }: SeriesLayers,
  patch: PatchSeriesMetadata,
): SeriesLayers | undefined {
  const given: SeriesEdits = toEdits(patch, current);
  if (!hasNews(current, locks, given)) return undefined;
  return { edits: { ...edits, ...given }, locks: lockFields(locks, given) };
}

function toMetadata(row: SeriesRow, extra: SeriesMetadataTable | undefined): SeriesMetadata {
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
    locks: toShownLocks(toLayers(row, extra).locks),
    createdAt: toTime(row.createdAt),
    updatedAt: toTime(Math.max(row.updatedAt, extra?.updatedAt ?? 0)),
  };
}
