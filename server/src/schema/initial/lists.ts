// Collections of series and read lists of books.
import type { Kysely } from 'kysely';
import type { Ddl } from '../ddl.ts';
import { Table } from '../table-builder.ts';

export async function createLists(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await createList(db, t, { name: 'collection', member: 'series', members: 'collectionSeries' });
  await createList(db, t, { name: 'readList', member: 'book', members: 'readListBook' });
}

interface List {
  name: string;
  member: string;
  /** Name of the table with the members. */
  members: string;
}

async function createList(db: Kysely<unknown>, t: Ddl, { name, member, members }: List): Promise<void> {
  await new Table(db, t, name)
    .key('id')
    .text('name', 'nameFolded', 'nameKey', 'summary?')
    .integer('ordered')
    .text('condition?')
    .integer('createdAt', 'updatedAt')
    .text('coverId?')
    .unique('nameFolded')
    .create();
  await new Table(db, t, members)
    .reference(`${name}Id`, name)
    .reference(`${member}Id`, member)
    .integer('position', 'addedAt')
    .primaryKey([`${name}Id`, `${member}Id`])
    .index('member', `"${member}Id"`)
    .index('order', `"${name}Id", "position"`)
    .create();
}
