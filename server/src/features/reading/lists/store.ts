// All SQL of collections and read lists: the same statements over two pairs of tables.
import { type RawBuilder, sql } from 'kysely';
import { chunks } from '#infrastructure/chunks.ts';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { CollectionTable } from '#schema/tables/reading/shelves.ts';

export type ListRow = CollectionTable;

/** The tables and columns of one kind of list, as SQL. */
export interface ListTables {
  lists: RawBuilder<unknown>;
  members: RawBuilder<unknown>;
  listId: RawBuilder<unknown>;
  memberId: RawBuilder<unknown>;
  /** Joins the members `m` that are not deleted. */
  live: RawBuilder<unknown>;
  seriesId: RawBuilder<unknown>;
  libraryId: RawBuilder<unknown>;
}

export const collectionTables: ListTables = {
  lists: sql.table('collection'),
  members: sql.table('collectionSeries'),
  listId: sql.ref('collectionId'),
  memberId: sql.ref('seriesId'),
  live: sql`join series on series.id = m."seriesId" and series."bookCount" > 0`,
  seriesId: sql`series.id`,
  libraryId: sql`series."libraryId"`,
};

export const readListTables: ListTables = {
  lists: sql.table('readList'),
  members: sql.table('readListBook'),
  listId: sql.ref('readListId'),
  memberId: sql.ref('bookId'),
  live: sql`join book on book.id = m."bookId" and book."deletedAt" is null`,
  seriesId: sql`book."seriesId"`,
  libraryId: sql`book."libraryId"`,
};

/** A member with the columns that determine its visibility. */
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

const chunkSize = 500;

export async function find(db: Db, { lists }: ListTables, id: string): Promise<ListRow | undefined> {
  const { rows } = await sql<ListRow>`select * from ${lists} where id = ${id}`.execute(db);
  return rows[0];
}

/** All lists, ordered by name. Their number is small. */
export async function listAll(db: Db, { lists }: ListTables): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`select * from ${lists} order by "nameKey", id`.execute(db);
  return rows;
}

/** Number of members of each list, including deleted and hidden ones. */
export async function countMembers(db: Db, { members, listId }: ListTables): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select ${listId} as id, count(*) as count from ${members} group by ${listId}`.execute(db);
  return new Map(rows.map((row) => [row.id, Number(row.count)]));
}

/** ThumbHashes of uploaded covers, where available. */
export async function listCoverHashes(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('cover').select(['id', 'thumbHash']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, thumbHash }) => [id, thumbHash === null ? [] : [thumbHash]]));
}

/** Ids of the manual lists that contain this member. */
export async function listHolding(
  db: Db,
  { members, listId, memberId }: ListTables,
  member: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${listId} as id from ${members} where ${memberId} = ${member}`.execute(db);
  return rows.map((row) => row.id);
}

/** Members that are not deleted, of one list or of all, in list order. */
export async function listLive(
  db: Db,
  { members, listId, memberId, live, seriesId, libraryId }: ListTables,
  id?: string,
): Promise<LiveMember[]> {
  const { rows } = await sql<LiveMember>`
    select m.${listId} as "listId", m.${memberId} as id, ${seriesId} as "seriesId", ${libraryId} as "libraryId"
    from ${members} m ${live} ${id === undefined ? sql`` : sql`where m.${listId} = ${id}`}
    order by m.${listId}, m.position, m.${memberId}`.execute(db);
  return rows;
}

export async function count(db: Db, { lists }: ListTables): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${lists}`.execute(db);
  return Number(rows[0]?.count);
}

export async function insert(tx: Tx, { lists }: ListTables, row: ListRow): Promise<void> {
  const columns = Object.keys(row);
  const values = Object.values(row);
  await sql`insert into ${lists} (${sql.join(columns.map((column) => sql.ref(column)))})
    values (${sql.join(values)})`.execute(tx);
}

export async function update(
  tx: Tx,
  { lists }: ListTables,
  id: string,
  change: Partial<ListRow>,
): Promise<void> {
  const sets = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${lists} set ${sql.join(sets)} where id = ${id}`.execute(tx);
}

export async function remove(db: Db, { lists }: ListTables, id: string): Promise<void> {
  await sql`delete from ${lists} where id = ${id}`.execute(db);
}

/** In list order. */
export async function listMembers(
  db: Db,
  { members, listId, memberId }: ListTables,
  id: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${memberId} as id from ${members} where ${listId} = ${id}
    order by position, ${memberId}`.execute(db);
  return rows.map((row) => row.id);
}

/** Replaces the members and their order. Remaining members keep the time at which they were added. */
export async function replaceMembers(
  tx: Tx,
  { members, listId, memberId }: ListTables,
  id: string,
  { ids, nowMs }: { ids: readonly string[]; nowMs: number },
): Promise<void> {
  const { rows } = await sql<{ id: string; addedAt: number }>`
    delete from ${members} where ${listId} = ${id} returning ${memberId} as id, "addedAt"`.execute(tx);
  const addedAt = new Map(rows.map((row) => [row.id, row.addedAt]));
  const wanted = ids.map(
    (member, position) => sql`(${id}, ${member}, ${position}, ${addedAt.get(member) ?? nowMs})`,
  );
  for (const part of chunks(wanted, chunkSize))
    await sql`insert into ${members} (${listId}, ${memberId}, position, "addedAt")
      values ${sql.join(part)}`.execute(tx);
}

/** Replaces a series in collections, or a book in read lists, unless they contain the other one. Returns the lists. */
async function replace(
  tx: Tx,
  { members, listId, memberId }: ListTables,
  { from, to }: Replacement,
  only?: readonly string[],
): Promise<string[]> {
  if (only?.length === 0) return [];
  const { rows } = await sql<{
    id: string;
  }>`update ${members} set ${memberId} = ${to} where ${memberId} = ${from}
    ${only ? sql`and ${listId} in (${sql.join(only)})` : sql``} and not exists (
      select 1 from ${members} other
      where other.${listId} = ${members}.${listId} and other.${memberId} = ${to})
    returning ${listId} as id`.execute(tx);
  return rows.map(({ id }) => id);
}

interface Replacement {
  from: string;
  to: string;
}

/** `only`: in these read lists. */
export const replaceBook = (tx: Tx, books: Replacement, only?: readonly string[]): Promise<string[]> =>
  replace(tx, readListTables, books, only);

/** `only`: in these collections. */
export const replaceSeries = (tx: Tx, series: Replacement, only?: readonly string[]): Promise<string[]> =>
  replace(tx, collectionTables, series, only);

export async function removeMember(
  tx: Tx,
  { members, listId, memberId }: ListTables,
  id: string,
  member: string,
): Promise<boolean> {
  const { rows } = await sql`delete from ${members}
    where ${listId} = ${id} and ${memberId} = ${member} returning position`.execute(tx);
  return rows.length > 0;
}
