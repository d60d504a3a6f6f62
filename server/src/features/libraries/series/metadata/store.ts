// All SQL of the table `seriesMetadata`, and the columns of `series` used for editing.
import type { DatabaseDialect, Db, Tx } from '#infrastructure/database/dialect.ts';
import type { SeriesMetadataTable } from '#schema/tables/libraries/edit.ts';
import type { SeriesTable } from '#schema/tables/libraries/series.ts';
import { type Provided, toProvidedJson } from '../../metadata-layers/index.ts';
import type { SeriesLayers } from './fields.ts';

export type ShownColumns = Pick<SeriesMetadataTable, 'seriesId' | 'lists' | 'locks' | 'updatedAt'>;

const empty = { lists: '{}', sidecar: null, edits: '{}', locks: '{}', provided: null };

async function upsert(
  tx: Tx,
  seriesId: string,
  change: Partial<SeriesMetadataTable> & { updatedAt: number },
): Promise<void> {
  await tx
    .insertInto('seriesMetadata')
    .values({ ...empty, createdAt: change.updatedAt, ...change, seriesId })
    .onConflict((conflict) => conflict.column('seriesId').doUpdateSet(change))
    .execute();
}

export const find = (db: Db, seriesId: string): Promise<SeriesMetadataTable | undefined> =>
  db.selectFrom('seriesMetadata').selectAll().where('seriesId', '=', seriesId).executeTakeFirst();

export const list = async (tx: Db, seriesIds: readonly string[]): Promise<SeriesMetadataTable[]> =>
  seriesIds.length === 0
    ? []
    : tx.selectFrom('seriesMetadata').selectAll().where('seriesId', 'in', seriesIds).execute();

/** Columns of lists, which show neither origins nor edits. */
export const listShown = async (db: Db, seriesIds: readonly string[]): Promise<ShownColumns[]> =>
  seriesIds.length === 0
    ? []
    : db
        .selectFrom('seriesMetadata')
        .select(['seriesId', 'lists', 'locks', 'updatedAt'])
        .where('seriesId', 'in', seriesIds)
        .execute();

/** Locks the rows until the transaction ends and returns their current state. */
export const lockSeries = async (
  tx: Tx,
  seriesIds: readonly string[],
  lockingRows: DatabaseDialect['lockingRows'],
): Promise<SeriesTable[]> =>
  seriesIds.length === 0
    ? []
    : tx
        .selectFrom('series')
        .selectAll()
        .where('id', 'in', seriesIds)
        .orderBy('id')
        .modifyEnd(lockingRows)
        .execute();

export const saveLayers = (
  tx: Tx,
  seriesId: string,
  { edits, locks, provided, nowMs }: SeriesLayers & { nowMs: number },
) =>
  upsert(tx, seriesId, {
    edits: JSON.stringify(edits),
    locks: JSON.stringify(locks),
    provided: toProvidedJson(provided),
    updatedAt: nowMs,
  });

export const saveProvided = (
  tx: Tx,
  seriesId: string,
  { provided, nowMs }: { provided: readonly Provided[]; nowMs: number },
) => upsert(tx, seriesId, { provided: toProvidedJson(provided), updatedAt: nowMs });

export const saveLists = (tx: Tx, seriesId: string, { lists, nowMs }: { lists: string; nowMs: number }) =>
  upsert(tx, seriesId, { lists, updatedAt: nowMs });

export const saveSidecar = (
  tx: Tx,
  seriesId: string,
  { sidecar, nowMs }: { sidecar: string | null; nowMs: number },
) => upsert(tx, seriesId, { sidecar, updatedAt: nowMs });

export async function setOrder(
  tx: Tx,
  id: string,
  change: Partial<Pick<SeriesTable, 'bookOrder' | 'specials'>> & { updatedAt: number },
): Promise<void> {
  await tx.updateTable('series').set(change).where('id', '=', id).execute();
}
