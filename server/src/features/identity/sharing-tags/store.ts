// All SQL of sharing tags.
import { sql } from 'kysely';
import { type Scope, seriesInScope } from '#catalog/visible.ts';
import { chunks } from '#infrastructure/chunks.ts';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { SharingTagTable } from '#schema/tables/identity/sharing.ts';

export type CountedTag = SharingTagTable & { seriesCount: number };
export type SharingTagStore = ReturnType<typeof createSharingTagStore>;

const isSeen = (scope: Scope) => sql<boolean>`exists (select 1 from series
  where series.id = "seriesSharingTag"."seriesId"
    and ${sql.join(scope.libraryIds.length === 0 ? [sql`1 = 0`] : seriesInScope(scope), sql` and `)})`;

export function createSharingTagStore(db: Db) {
  const select = (scope: Scope) =>
    db
      .selectFrom('sharingTag')
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('seriesSharingTag')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('seriesSharingTag.sharingTagId', '=', 'sharingTag.id')
          .$if(!scope.isEverything || scope.viewer.seriesRule !== null, (query) => query.where(isSeen(scope)))
          .as('seriesCount'),
      )
      .$castTo<CountedTag>();
  return {
    find: (scope: Scope, id: string): Promise<CountedTag | undefined> =>
      select(scope).where('id', '=', id).executeTakeFirst(),

    list: (scope: Scope, { limit, offset }: { limit: number; offset: number }): Promise<CountedTag[]> =>
      select(scope).orderBy('nameKey').orderBy('id').limit(limit).offset(offset).execute(),

    findByName: (nameFolded: string): Promise<SharingTagTable | undefined> =>
      db.selectFrom('sharingTag').selectAll().where('nameFolded', '=', nameFolded).executeTakeFirst(),

    async count(): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) as count from "sharingTag"`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },

    async insert(row: SharingTagTable): Promise<void> {
      await db.insertInto('sharingTag').values(row).execute();
    },

    async update(id: string, change: Partial<SharingTagTable>): Promise<void> {
      await db.updateTable('sharingTag').set(change).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('sharingTag').where('id', '=', id).execute();
    },

    /** Counts users whose restrictions contain the tag. There are few users, so their JSON is searched. */
    async countUsersNaming(id: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from "user" where "sharingTags" like ${`%${id}%`}`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },

    listOfSeries: (seriesId: string, on: Db | Tx = db): Promise<{ id: string; name: string }[]> =>
      on
        .selectFrom('seriesSharingTag')
        .innerJoin('sharingTag', 'sharingTag.id', 'seriesSharingTag.sharingTagId')
        .select(['sharingTag.id', 'sharingTag.name'])
        .where('seriesSharingTag.seriesId', '=', seriesId)
        .orderBy('sharingTag.nameKey')
        .orderBy('sharingTag.id')
        .execute(),

    listNames: () => listNames(db),
    listNamesOfSeries: (seriesIds: readonly string[]) => listNamesOfSeries(db, seriesIds),

    async listKnown(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db.selectFrom('sharingTag').select('id').where('id', 'in', ids).execute();
      return new Set(rows.map((row) => row.id));
    },

    async replaceOfSeries(tx: Tx, seriesId: string, tagIds: readonly string[]): Promise<void> {
      await tx.deleteFrom('seriesSharingTag').where('seriesId', '=', seriesId).execute();
      if (tagIds.length === 0) return;
      const rows = tagIds.map((sharingTagId) => ({ seriesId, sharingTagId }));
      await tx.insertInto('seriesSharingTag').values(rows).execute();
    },
  };
}

async function listNames(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('sharingTag')
    .select(['id', 'name'])
    .orderBy('nameKey')
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function listNamesOfSeries(db: Db, seriesIds: readonly string[]): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  for (const part of chunks(seriesIds, 500)) {
    const rows = await db
      .selectFrom('seriesSharingTag')
      .innerJoin('sharingTag', 'sharingTag.id', 'seriesSharingTag.sharingTagId')
      .select(['seriesSharingTag.seriesId', 'sharingTag.name'])
      .where('seriesSharingTag.seriesId', 'in', part)
      .orderBy('sharingTag.nameKey')
      .orderBy('sharingTag.id')
      .execute();
    for (const { seriesId, name } of rows) names.set(seriesId, [...(names.get(seriesId) ?? []), name]);
  }
  return names;
}
