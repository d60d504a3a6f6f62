// All SQL that writes tracking data: accounts, links and the log. Links are found through their unique indexes.
import { sql } from 'kysely';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { TrackingAccountTable, TrackingLinkTable, TrackingLogTable } from '#schema/tables/tracking.ts';

export interface AccountKey {
  userId: string;
  pluginId: string;
}

/** Id of a series or a book. */
export type SubjectKey = { seriesId: string } | { bookId: string };

type LinkChange = Partial<Omit<TrackingLinkTable, 'id' | 'userId' | 'pluginId' | 'createdAt'>>;
type AccountChange = Partial<Omit<TrackingAccountTable, keyof AccountKey | 'createdAt'>>;

/** Maximum number of stored log lines. */
const keptLines = 200;

export type TrackingStore = ReturnType<typeof createTrackingStore>;

export function createTrackingStore(db: Db) {
  const ofAccount = { ...createAccountStore(db), ...createLogStore(db) };
  return { ...ofAccount, ...createLinkStore(db) };
}

function createAccountStore(db: Db) {
  return {
    findAccount: ({ userId, pluginId }: AccountKey): Promise<TrackingAccountTable | undefined> =>
      db
        .selectFrom('trackingAccount')
        .selectAll()
        .where('userId', '=', userId)
        .where('pluginId', '=', pluginId)
        .executeTakeFirst(),

    listAccounts: (userId?: string): Promise<TrackingAccountTable[]> =>
      db
        .selectFrom('trackingAccount')
        .selectAll()
        .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
        .orderBy('userId')
        .orderBy('pluginId')
        .execute(),

    /** Does nothing if the account exists. */
    async addAccount(row: TrackingAccountTable): Promise<void> {
      await db
        .insertInto('trackingAccount')
        .values(row)
        .onConflict((conflict) => conflict.columns(['userId', 'pluginId']).doNothing())
        .execute();
    },

    async updateAccount({ userId, pluginId }: AccountKey, change: AccountChange): Promise<void> {
      await db
        .updateTable('trackingAccount')
        .set(change)
        .where('userId', '=', userId)
        .where('pluginId', '=', pluginId)
        .execute();
    },

    /** Whether anything was read, rated or linked since then. */
    async hasNews({ userId, pluginId }: AccountKey, sinceMs: number): Promise<boolean> {
      const { rows } = await sql`
        select 1 as news where
          exists (select 1 from "readProgress" where "userId" = ${userId} and "updatedAt" > ${sinceMs})
          or exists (select 1 from "seriesRating" where "userId" = ${userId} and "updatedAt" > ${sinceMs})
          or exists (select 1 from "trackingLink" where "userId" = ${userId} and "pluginId" = ${pluginId}
            and "updatedAt" > ${sinceMs})`.execute(db);
      return rows.length > 0;
    },
  };
}

function createLinkStore(db: Db) {
  const links = ({ userId, pluginId }: AccountKey) =>
    db.selectFrom('trackingLink').where('userId', '=', userId).where('pluginId', '=', pluginId);
  const column = (subject: SubjectKey) => ('seriesId' in subject ? 'seriesId' : 'bookId');
  const idOf = (subject: SubjectKey) => ('seriesId' in subject ? subject.seriesId : subject.bookId);
  return {
    listLinks: (key: AccountKey): Promise<TrackingLinkTable[]> =>
      links(key).selectAll().orderBy('id').execute(),

    async countLinks(userId: string): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('trackingLink')
        .select(['pluginId', (eb) => eb.fn.countAll<number>().as('count')])
        .where('userId', '=', userId)
        .groupBy('pluginId')
        .execute();
      return new Map(rows.map(({ pluginId, count }) => [pluginId, Number(count)]));
    },

    listLinksOf: (userId: string, subject: SubjectKey): Promise<TrackingLinkTable[]> =>
      db
        .selectFrom('trackingLink')
        .selectAll()
        .where('userId', '=', userId)
        .where(column(subject), '=', idOf(subject))
        .execute(),

    findLink: (key: AccountKey, subject: SubjectKey): Promise<TrackingLinkTable | undefined> =>
      links(key).selectAll().where(column(subject), '=', idOf(subject)).executeTakeFirst(),

    /** Replaces the link of the series or book if there is one. */
    async saveLink(row: TrackingLinkTable): Promise<void> {
      const { externalId, isHeld, unit, status, lastSent, lastSentAt, failure, updatedAt } = row;
      const unique = row.seriesId === null ? 'bookId' : 'seriesId';
      await db
        .insertInto('trackingLink')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['userId', 'pluginId', unique])
            .doUpdateSet({ externalId, isHeld, unit, status, lastSent, lastSentAt, failure, updatedAt }),
        )
        .execute();
    },

    /** Returns the number of new links. */
    async addLinks(rows: readonly TrackingLinkTable[]): Promise<number> {
      let added = 0;
      for (const row of rows) {
        const { numInsertedOrUpdatedRows = 0n } = await db
          .insertInto('trackingLink')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        added += Number(numInsertedOrUpdatedRows);
      }
      return added;
    },

    /** `endsReread`: clears the status unless the user has changed it since. */
    async updateLink(id: string, change: LinkChange, { endsReread }: { endsReread: boolean }): Promise<void> {
      const status = sql<TrackingLinkTable['status']>`nullif(status, 'rereading')`;
      const values = { ...change, ...(endsReread && { status }) };
      await db.updateTable('trackingLink').set(values).where('id', '=', id).execute();
    },

    async removeLink(key: AccountKey, subject: SubjectKey): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('trackingLink')
        .where('userId', '=', key.userId)
        .where('pluginId', '=', key.pluginId)
        .where(column(subject), '=', idOf(subject))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function createLogStore(db: Db) {
  return {
    listLog: ({ userId, pluginId }: AccountKey): Promise<TrackingLogTable[]> =>
      db
        .selectFrom('trackingLog')
        .selectAll()
        .where('userId', '=', userId)
        .where('pluginId', '=', pluginId)
        .orderBy('id', 'desc')
        .limit(keptLines)
        .execute(),

    /** Adds lines and deletes the oldest above the limit. */
    async addToLog({ userId, pluginId }: AccountKey, rows: readonly TrackingLogTable[]): Promise<void> {
      if (rows.length === 0) return;
      await db.insertInto('trackingLog').values(rows).execute();
      const last = await db
        .selectFrom('trackingLog')
        .select('id')
        .where('userId', '=', userId)
        .where('pluginId', '=', pluginId)
        .orderBy('id', 'desc')
        .offset(keptLines)
        .limit(1)
        .executeTakeFirst();
      if (!last) return;
      await db
        .deleteFrom('trackingLog')
        .where('userId', '=', userId)
        .where('pluginId', '=', pluginId)
        .where('id', '<=', last.id)
        .execute();
    },
  };
}
