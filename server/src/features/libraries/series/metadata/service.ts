// Reading and editing the metadata of a series. An edit is kept as its own layer and the series is described anew in
// the same transaction, by the very code that scans use: the two cannot disagree.
import {
  type PatchSeriesMetadata,
  type SeriesField,
  type SeriesMetadata,
  seriesFieldNames,
} from '@lectern/contract/series-metadata';
import type { Catalog } from '#catalog/catalog.ts';
import { publishSeries } from '#catalog/changes.ts';
import type { SeriesRow } from '#catalog/series-dto.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { isSameJson, withIds } from '#infrastructure/equality.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { SeriesMetadataTable } from '#schema/tables/edit.ts';
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

export type SeriesMetadataService = ReturnType<typeof createSeriesMetadataService>;

/** What an edit does to the layers of one series; undefined when nothing. */
type Edit = (current: SeriesMetadata, layers: SeriesLayers) => SeriesLayers | undefined;

export function createSeriesMetadataService({ database, catalog, describe, events, clock }: Dependencies) {
  const { db } = database;

  async function get(viewer: Viewer, id: string): Promise<SeriesMetadata> {
    const [row, extra] = await Promise.all([catalog.series.get(viewer, id), store.find(db, id)]);
    return toMetadata(row, extra);
  }

  /** Applies the edit to these series in one transaction; returns those that it changed. */
  async function edit(tx: Tx, rows: readonly SeriesRow[], apply: Edit): Promise<string[]> {
    const nowMs = clock();
    const changed: string[] = [];
    const ids = rows.map((row) => row.id);
    const locked = await store.lockSeries(tx, ids, database.dialect.lockingRows);
    const now = new Map(locked.map((one) => [one.id, one]));
    const extras = new Map((await store.list(tx, ids)).map((extra) => [extra.seriesId, extra]));
    for (const before of rows) {
      // A scan, or somebody else who edits, may have changed it since it was read.
      const row = { ...before, ...now.get(before.id) };
      const extra = extras.get(row.id);
      const layers = apply(toMetadata(row, extra), toLayers(row, extra));
      if (!layers) continue;
      await store.saveLayers(tx, row.id, { ...layers, nowMs });
      if (row.titleLocked === 1) await store.forgetTitleLock(tx, row.id);
      changed.push(row.id);
    }
    await describe(tx, changed, nowMs);
    return changed;
  }

  async function editOne(viewer: Viewer, id: string, apply: Edit): Promise<SeriesMetadata> {
    const row = await catalog.series.get(viewer, id);
    const changed = await database.transaction((tx) => edit(tx, [row], apply));
    if (changed.length > 0) publishSeries(events, { seriesIds: changed, libraryId: row.libraryId });
    return get(viewer, id);
  }

  return {
    get,

    /** Of series that were read on a viewer's behalf, by id: one statement whatever their number. */
    async list(rows: readonly SeriesRow[]): Promise<Map<string, SeriesMetadata>> {
      const ids = rows.map((row) => row.id);
      const extras = new Map((await store.list(db, ids)).map((extra) => [extra.seriesId, extra]));
      return new Map(rows.map((row) => [row.id, toMetadata(row, extras.get(row.id))]));
    },

    update: (viewer: Viewer, id: string, patch: PatchSeriesMetadata) =>
      editOne(viewer, id, (current, layers) => applyPatch(current, layers, patch)),

    /** Every field: what is absent is cleared, but for the title, without which no series is. */
    replace: (viewer: Viewer, id: string, body: PatchSeriesMetadata) =>
      editOne(viewer, id, (current, layers) =>
        applyPatch(current, layers, { ...emptyValues, title: current.title, ...body }),
      ),

    reset: (viewer: Viewer, id: string) =>
      editOne(viewer, id, (_, { edits, locks }) =>
        Object.keys(edits).length + Object.keys(locks).length > 0 ? { edits: {}, locks: {} } : undefined,
      ),

    setLocks: (viewer: Viewer, id: string, locks: SeriesLocks) =>
      editOne(viewer, id, (current, layers) => applyLocks(current, layers, locks)),

    /** The same for many: ids that the viewer may not see are passed over. Returns how many changed. */
    async updateMany(
      viewer: Viewer,
      ids: readonly string[],
      makeEdit: (current: SeriesMetadata) => PatchSeriesMetadata,
    ) {
      const rows = await catalog.series.listByIds(viewer, [...new Set(ids)]);
      const changed = await database.transaction((tx) =>
        edit(tx, rows, (current, layers) => applyPatch(current, layers, makeEdit(current))),
      );
      return publish(rows, changed);
    },

    async setLocksOfMany(viewer: Viewer, ids: readonly string[], locks: SeriesLocks) {
      const rows = await catalog.series.listByIds(viewer, [...new Set(ids)]);
      const changed = await database.transaction((tx) =>
        edit(tx, rows, (current, layers) => applyLocks(current, layers, locks)),
      );
      return publish(rows, changed);
    },
  };

  function publish(rows: readonly SeriesRow[], changed: readonly string[]): number {
    const libraryOf = new Map(rows.map((row) => [row.id, row.libraryId]));
    for (const [libraryId = '', seriesIds] of Map.groupBy(changed, (id) => libraryOf.get(id))) {
      publishSeries(events, { seriesIds, libraryId });
    }
    return changed.length;
  }
}

const emptyValues: PatchSeriesMetadata = {
  titleSort: null,
  alternateTitles: [],
  summary: null,
  publisher: null,
  imprint: null,
  status: null,
  ageRating: null,
  language: null,
  readingDirection: null,
  year: null,
  totalVolumeCount: null,
  totalChapterCount: null,
  authors: [],
  genres: [],
  tags: [],
  externalLinks: [],
  externalIds: [],
  customMetadata: null,
};

function applyPatch(
  current: SeriesMetadata,
  { edits, locks }: SeriesLayers,
  patch: PatchSeriesMetadata,
): SeriesLayers | undefined {
  const given = toEdits(patch, current);
  const fields = Object.keys(given) as SeriesField[];
  const isNews = (field: SeriesField) => !locks[field] || !isSameJson(given[field], current[field]);
  if (!fields.some(isNews)) return undefined;
  return {
    edits: { ...edits, ...given },
    locks: { ...locks, ...Object.fromEntries(fields.map((field) => [field, true])) },
  };
}

/** What is given, complete: lists have ids, people a sort name. */
function toEdits(
  { alternateTitles, authors, externalLinks, externalIds, ...plain }: PatchSeriesMetadata,
  current: SeriesMetadata,
): SeriesEdits {
  const given: SeriesEdits = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  );
  if (alternateTitles) given.alternateTitles = withIds(alternateTitles, current.alternateTitles);
  if (authors) given.authors = authors.map((one) => ({ ...one, sortName: one.sortName ?? null }));
  if (externalLinks) given.externalLinks = withIds(externalLinks, current.externalLinks);
  if (externalIds)
    given.externalIds = externalIds.map((one) => ({ ...one, externalUrl: one.externalUrl ?? null }));
  return given;
}

/** A field that is locked keeps the value that it has now. */
function applyLocks(
  current: SeriesMetadata,
  layers: SeriesLayers,
  wanted: SeriesLocks,
): SeriesLayers | undefined {
  const edits: Record<string, unknown> = { ...layers.edits };
  const locks = { ...layers.locks };
  let isNews = false;
  for (const field of seriesFieldNames) {
    const isLocked = wanted[field];
    if (isLocked === undefined || isLocked === (locks[field] ?? false)) continue;
    isNews = true;
    if (isLocked) {
      edits[field] = current[field];
      locks[field] = true;
    } else delete locks[field];
  }
  return isNews ? { edits: edits as SeriesEdits, locks } : undefined;
}

function toMetadata(row: SeriesRow, extra: SeriesMetadataTable | undefined): SeriesMetadata {
  return {
    seriesId: row.id,
    title: row.title,
    titleSort: row.titleSort,
    summary: row.summary,
    publisher: row.publisher,
    imprint: row.imprint,
    status: row.status as SeriesMetadata['status'],
    ageRating: row.ageRating,
    language: row.language,
    readingDirection: row.readingDirection as SeriesMetadata['readingDirection'],
    year: row.year,
    totalVolumeCount: row.totalVolumeCount,
    totalChapterCount: row.totalChapterCount,
    ...parseLists(extra?.lists),
    locks: Object.fromEntries(Object.entries(toLayers(row, extra).locks).filter(([, isLocked]) => isLocked)),
    createdAt: toTime(row.createdAt),
    updatedAt: toTime(Math.max(row.updatedAt, extra?.updatedAt ?? 0)),
  };
}
