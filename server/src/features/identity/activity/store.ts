// The SQL of the activity log. Reads names from tables of other features, but never writes them.
import { isKeyOf } from '@lectern/contract/records';
import type { ActivityKind } from '@lectern/contract/values';
import { sql } from 'kysely';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { ActivityTable } from '#schema/tables/identity/activity.ts';

export interface ActivityFilter {
  kind?: ActivityKind | undefined;
  /** Matches any of these kinds. */
  kinds?: readonly ActivityKind[] | undefined;
  userId?: string | undefined;
  entityType?: string | undefined;
  entityId?: string | undefined;
}

export type ActivityStore = ReturnType<typeof createActivityStore>;

/** Table and column of the name of an entity. */
const names = {
  library: ['library', 'name'],
  series: ['series', 'title'],
  book: ['book', 'title'],
  user: ['user', 'username'],
  api_key: ['apiKey', 'name'],
  collection: ['collection', 'name'],
  read_list: ['readList', 'name'],
  sharing_tag: ['sharingTag', 'name'],
  task: ['task', 'type'],
  genre: ['term', 'name'],
  tag: ['term', 'name'],
} as const;

const chunk = 1_000;

export function createActivityStore(db: Db) {
  const filtered = ({ kind, kinds, userId, entityType, entityId }: ActivityFilter) => {
    let query = db.selectFrom('activity');
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (kinds !== undefined) query = query.where('kind', 'in', [...kinds]);
    if (userId !== undefined) query = query.where('userId', '=', userId);
    if (entityType !== undefined) query = query.where('entityType', '=', entityType);
    if (entityId !== undefined) query = query.where('entityId', '=', entityId);
    return query;
  };

  return {
    async insert(rows: readonly ActivityTable[]): Promise<void> {
      await db.insertInto('activity').values(rows).execute();
    },

    async count(filter: ActivityFilter): Promise<number> {
      const row = await filtered(filter)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    list: (filter: ActivityFilter, window: { limit: number; offset: number }): Promise<ActivityTable[]> =>
      filtered(filter).selectAll().orderBy('id', 'desc').limit(window.limit).offset(window.offset).execute(),

    async findName(type: string, id: string): Promise<string | null> {
      if (!isKeyOf(names, type)) return null;
      const [table, column] = names[type];
      const { rows } = await sql<{ name: string }>`
        select ${sql.ref(column)} as name from ${sql.table(table)} where id = ${id}`.execute(db);
      return rows[0]?.name ?? null;
    },

    /** Deletes entries older than a time and those beyond `max`. Returns their number. */
    async purge(beforeMs: number, max: number): Promise<number> {
      const edge = await db
        .selectFrom('activity')
        .select('id')
        .orderBy('id', 'desc')
        .offset(max)
        .limit(1)
        .executeTakeFirst();
      let purged = 0;
      for (;;) {
        const old = db
          .selectFrom('activity')
          .select('id')
          .where((eb) => eb.or([eb('at', '<', beforeMs), ...(edge ? [eb('id', '<=', edge.id)] : [])]))
          .orderBy('id')
          .limit(chunk);
        const { numDeletedRows } = await db.deleteFrom('activity').where('id', 'in', old).executeTakeFirst();
        purged += Number(numDeletedRows);
        if (numDeletedRows < chunk) return purged;
      }
    },
  };
}
