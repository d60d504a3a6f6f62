// SQL of shelves with a filter and order: members of a collection or read list, and want-to-read.
import { type RawBuilder, sql } from 'kysely';

export type Owner = 'book' | 'series';

/** Member tables of collections and read lists. */
export const memberTables = {
  series: { members: 'collectionSeries', list: 'collectionId', member: 'seriesId' },
  book: { members: 'readListBook', list: 'readListId', member: 'bookId' },
} as const;

export function isMemberOf(owner: Owner, listId: string): RawBuilder<unknown> {
  const { members, list, member } = memberTables[owner];
  return sql`${sql.ref(`${owner}.id`)} in (
    select ${sql.ref(member)} from ${sql.table(members)} where ${sql.ref(list)} = ${listId})`;
}

/** When the viewer marked it as want-to-read. Null if not marked. */
export const wantedAt = (owner: Owner, userId: string): RawBuilder<unknown> => sql`(
  select w."createdAt" from "wantToRead" w where w."userId" = ${userId}
    and w."entityType" = ${sql.lit(owner)} and w."entityId" = ${sql.ref(`${owner}.id`)})`;

interface ShelfList {
  memberOf?: { id: string; ordered: boolean } | undefined;
  isWanted?: boolean | undefined;
  sort?: readonly unknown[] | undefined;
}

/** The order of the shelf, unless a sort is given. */
export function shelfOrder(
  owner: Owner,
  { memberOf, isWanted, sort = [] }: ShelfList,
  userId: string,
): RawBuilder<unknown> | undefined {
  if (sort.length > 0) return undefined;
  const id = sql.ref(`${owner}.id`);
  if (isWanted) return sql`${wantedAt(owner, userId)} desc, ${id} desc`;
  if (!memberOf?.ordered) return undefined;
  const { members, list, member } = memberTables[owner];
  return sql`(select position from ${sql.table(members)}
    where ${sql.ref(list)} = ${memberOf.id} and ${sql.ref(member)} = ${id}), ${id}`;
}
