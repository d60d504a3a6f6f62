// Only this module writes `releaseSource`, `release`, `releaseFollow`, `releaseMark` and `releaseChoice`.
import type { ReleaseState } from '@lectern/contract/releases';
import { sql } from 'kysely';
import { chunks } from '#infrastructure/chunks.ts';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type {
  ReleaseChoiceTable,
  ReleaseFollowTable,
  ReleaseSourceTable,
  ReleaseTable,
} from '#schema/tables/release.ts';
import { followedSeries, isOwned } from './following/store.ts';

/** Maximum number of stored releases per source; the newest are kept. */
const keptReleases = 5_000;
/** Maximum number of releases listed for a user. */
const maxListed = 1_000;
const chunkSize = 200;

export type SourceChange = Partial<Omit<ReleaseSourceTable, 'id' | 'pluginId' | 'createdAt'>>;

export interface ListedRelease extends ReleaseTable {
  seriesTitle: string;
  sourceName: string;
  state: 'seen' | 'dismissed' | null;
}

export type ReleaseStore = ReturnType<typeof createReleaseStore>;

export const createReleaseStore = (db: Db) => ({
  ...createSourceStore(db),
  ...createRecordStore(db),
  ...createUserStore(db),
});

function createSourceStore(db: Db) {
  return {
    findSource: (id: string): Promise<ReleaseSourceTable | undefined> =>
      db.selectFrom('releaseSource').selectAll().where('id', '=', id).executeTakeFirst(),

    listSources: (pluginId: string, on: Db = db): Promise<ReleaseSourceTable[]> =>
      on
        .selectFrom('releaseSource')
        .selectAll()
        .where('pluginId', '=', pluginId)
        .orderBy('displayName')
        .orderBy('id')
        .execute(),

    listDue: (pluginIds: readonly string[], nowMs: number): Promise<ReleaseSourceTable[]> =>
      db
        .selectFrom('releaseSource')
        .selectAll()
        .where('pluginId', 'in', [...pluginIds])
        .where('isEnabled', '=', 1)
        .where('nextPollAt', '<=', nowMs)
        .orderBy('nextPollAt')
        .execute(),

    async insertSource(tx: Tx, row: ReleaseSourceTable): Promise<void> {
      await tx.insertInto('releaseSource').values(row).execute();
    },

    async updateSource(id: string, change: SourceChange, on: Db = db): Promise<void> {
      await on.updateTable('releaseSource').set(change).where('id', '=', id).execute();
    },

    async removeSources(tx: Tx, ids: readonly string[]): Promise<void> {
      for (const part of chunks(ids, chunkSize))
        await tx.deleteFrom('releaseSource').where('id', 'in', part).execute();
    },

    async countReleases(pluginId: string): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('release')
        .innerJoin('releaseSource', 'releaseSource.id', 'release.sourceId')
        .select(['release.sourceId', (eb) => eb.fn.countAll<number>().as('count')])
        .where('releaseSource.pluginId', '=', pluginId)
        .groupBy('release.sourceId')
        .execute();
      return new Map(rows.map(({ sourceId, count }) => [sourceId, Number(count)]));
    },
  };
}

function createRecordStore(db: Db) {
  return {
    hasSeries: async (id: string): Promise<boolean> =>
      (await db.selectFrom('series').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,

    /** Finds the same release of this source, or the same torrent of another source. */
    findSame: async (
      tx: Tx,
      { sourceId, externalReleaseId, seriesId, infoHash }: ReleaseTable,
    ): Promise<string | undefined> =>
      (
        await tx
          .selectFrom('release')
          .select('id')
          .where((eb) =>
            eb.or([
              eb.and([eb('sourceId', '=', sourceId), eb('externalReleaseId', '=', externalReleaseId)]),
              ...(infoHash === null
                ? []
                : [eb.and([eb('seriesId', '=', seriesId), eb('infoHash', '=', infoHash)])]),
            ]),
          )
          .executeTakeFirst()
      )?.id,

    async insertRelease(tx: Tx, row: ReleaseTable): Promise<void> {
      await tx.insertInto('release').values(row).execute();
    },

    /** Deletes the oldest releases of a source above the limit. */
    async trim(sourceId: string): Promise<void> {
      await sql`delete from release where "sourceId" = ${sourceId} and id in (
        select old.id from release old where old."sourceId" = ${sourceId} order by old.id desc
        limit 1000000 offset ${keptReleases})`.execute(db);
    },
  };
}

function createUserStore(db: Db) {
  return {
    /** Releases of followed series that are not in the library, newest first. Does not check visibility. */
    async listReleases(
      userId: string,
      { seriesId, isDismissed }: { seriesId?: string | undefined; isDismissed: boolean },
    ): Promise<ListedRelease[]> {
      const { rows } = await sql<ListedRelease>`
        select release.*, series.title as "seriesTitle", source."displayName" as "sourceName", mark.state
        from release
        join series on series.id = release."seriesId" and series."bookCount" > 0
        join "releaseSource" source on source.id = release."sourceId"
        left join "releaseMark" mark on mark."releaseId" = release.id and mark."userId" = ${userId}
        where release."seriesId" in ${followedSeries(userId)}
          ${seriesId === undefined ? sql`` : sql`and release."seriesId" = ${seriesId}`}
          and coalesce(mark.state, 'new') ${isDismissed ? sql`=` : sql`<>`} 'dismissed'
          and not ${isOwned()}
        order by release."releasedAt" desc, release.id desc limit ${maxListed}`.execute(db);
      return rows;
    },

    findChoice: (userId: string): Promise<ReleaseChoiceTable | undefined> =>
      db.selectFrom('releaseChoice').selectAll().where('userId', '=', userId).executeTakeFirst(),

    async saveChoice(row: ReleaseChoiceTable): Promise<void> {
      const { isAutomatic, languages } = row;
      await db
        .insertInto('releaseChoice')
        .values(row)
        .onConflict((conflict) => conflict.column('userId').doUpdateSet({ isAutomatic, languages }))
        .execute();
    },

    findFollow: (userId: string, seriesId: string): Promise<ReleaseFollowTable | undefined> =>
      db
        .selectFrom('releaseFollow')
        .selectAll()
        .where('userId', '=', userId)
        .where('seriesId', '=', seriesId)
        .executeTakeFirst(),

    async saveFollow(row: ReleaseFollowTable): Promise<void> {
      const { isFollowed } = row;
      await db
        .insertInto('releaseFollow')
        .values(row)
        .onConflict((conflict) => conflict.columns(['userId', 'seriesId']).doUpdateSet({ isFollowed }))
        .execute();
    },

    async removeFollow(userId: string, seriesId: string): Promise<void> {
      await db
        .deleteFrom('releaseFollow')
        .where('userId', '=', userId)
        .where('seriesId', '=', seriesId)
        .execute();
    },

    async mark(userId: string, ids: readonly string[], state: ReleaseState): Promise<void> {
      for (const part of chunks(ids, chunkSize))
        if (state === 'new')
          await db
            .deleteFrom('releaseMark')
            .where('userId', '=', userId)
            .where('releaseId', 'in', part)
            .execute();
        else
          await db
            .insertInto('releaseMark')
            .values(part.map((releaseId) => ({ userId, releaseId, state })))
            .onConflict((conflict) => conflict.columns(['userId', 'releaseId']).doUpdateSet({ state }))
            .execute();
    },
  };
}
