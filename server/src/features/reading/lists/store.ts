// All SQL of collections and read lists: the same statements over two pairs of tables.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { CollectionTable } from '#schema/tables/shelves.ts';

export type ListRow = CollectionTable;

/** The tables and columns of one kind. */
export interface ListTables {
  list: 'collection' | 'readList';
  members: 'collectionSeries' | 'readListBook';
  listId: 'collectionId' | 'readListId';
  memberId: 'seriesId' | 'bookId';
}

/** A member with what tells who sees it. */
export interface LiveMember {
  listId: string;
  id: string;
  seriesId: string;
  libraryId: string;
}

export interface Window {
  limit: number;
  offset: number;
}

export type ListStore = ReturnType<typeof createListStore>;

const chunkSize = 500;

export function createListStore(db: Db, { list, members, listId, memberId }: ListTables) {
  const listTable = sql.table(list);
  const memberTable = sql.table(members);
  const [ofList, ofMember] = [sql.ref(listId), sql.ref(memberId)];
  const columns = [
    'id',
    'name',
    'nameFolded',
    'nameKey',
    'summary',
    'ordered',
    'condition',
    'coverId',
    'createdAt',
    'updatedAt',
  ];

  return {
    find: async (id: string): Promise<ListRow | undefined> => {
      const { rows } = await sql<ListRow>`select * from ${listTable} where id = ${id}`.execute(db);
      return rows[0];
    },

    /** Every list, by name: there are few of them. */
    async listAll(): Promise<ListRow[]> {
      const { rows } = await sql<ListRow>`select * from ${listTable} order by "nameKey", id`.execute(db);
      return rows;
    },

    /** Members of each list: all of them, deleted and hidden ones too. */
    async countMembers(): Promise<Map<string, number>> {
      const { rows } = await sql<{ id: string; count: number }>`
        select ${ofList} as id, count(*) as count from ${memberTable} group by ${ofList}`.execute(db);
      return new Map(rows.map((row) => [row.id, Number(row.count)]));
    },

    /** Ids of the lists that hold this member as a row. */
    async listHolding(member: string): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select ${ofList} as id from ${memberTable} where ${ofMember} = ${member}`.execute(db);
      return rows.map((row) => row.id);
    },

    /** Members that are not deleted, of one list or of all, each list in its order. */
    async listLive(listed?: string): Promise<LiveMember[]> {
      const live =
        memberId === 'seriesId'
          ? sql`join series on series.id = m.${ofMember} and series."bookCount" > 0`
          : sql`join book on book.id = m.${ofMember} and book."deletedAt" is null`;
      const [home, library] =
        memberId === 'seriesId'
          ? [sql`series.id`, sql`series."libraryId"`]
          : [sql`book."seriesId"`, sql`book."libraryId"`];
      const { rows } = await sql<LiveMember>`
        select m.${ofList} as "listId", m.${ofMember} as id, ${home} as "seriesId", ${library} as "libraryId"
        from ${memberTable} m ${live} ${listed === undefined ? sql`` : sql`where m.${ofList} = ${listed}`}
        order by m.${ofList}, m.position, m.${ofMember}`.execute(db);
      return rows;
    },

    async count(on: Db): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${listTable}`.execute(on);
      return Number(rows[0]?.count);
    },

    async insert(tx: Tx, row: ListRow): Promise<void> {
      const values = columns.map((column) => sql`${row[column as keyof ListRow]}`);
      await sql`insert into ${listTable} (${sql.join(columns.map((column) => sql.ref(column)))})
        values (${sql.join(values)})`.execute(tx);
    },

    async update(tx: Tx, id: string, change: Partial<ListRow>): Promise<void> {
      const sets = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
      await sql`update ${listTable} set ${sql.join(sets)} where id = ${id}`.execute(tx);
    },

    async remove(id: string): Promise<void> {
      await sql`delete from ${listTable} where id = ${id}`.execute(db);
    },

    /** In their order. */
    async listMembers(tx: Db, id: string): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select ${ofMember} as id from ${memberTable} where ${ofList} = ${id}
        order by position, ${ofMember}`.execute(tx);
      return rows.map((row) => row.id);
    },

    /** These members in this order and no others; those that stay keep the moment they were added. */
    async replaceMembers(
      tx: Tx,
      id: string,
      { ids, nowMs }: { ids: readonly string[]; nowMs: number },
    ): Promise<void> {
      const { rows } = await sql<{ id: string; addedAt: number }>`
        delete from ${memberTable} where ${ofList} = ${id}
        returning ${ofMember} as id, "addedAt"`.execute(tx);
      const addedAt = new Map(rows.map((row) => [row.id, row.addedAt]));
      for (let i = 0; i < ids.length; i += chunkSize) {
        const values = ids
          .slice(i, i + chunkSize)
          .map(
            (member, n): RawBuilder<unknown> =>
              sql`(${id}, ${member}, ${i + n}, ${addedAt.get(member) ?? nowMs})`,
          );
        await sql`insert into ${memberTable} (${ofList}, ${ofMember}, position, "addedAt")
          values ${sql.join(values)}`.execute(tx);
      }
    },

    async removeMember(tx: Tx, id: string, member: string): Promise<boolean> {
      const { rows } = await sql`delete from ${memberTable}
        where ${ofList} = ${id} and ${ofMember} = ${member} returning position`.execute(tx);
      return rows.length > 0;
    },
  };
}
