// Collections of series and read lists of books.
import type { Kysely } from 'kysely';
import type { Ddl } from '../../ddl.ts';
import { index } from './create-index.ts';

export async function createLists(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await createList(db, t, { name: 'collection', member: 'series', members: 'collectionSeries' });
  await createList(db, t, { name: 'readList', member: 'book', members: 'readListBook' });
}

interface List {
  name: string;
  member: string;
  /** The table of its members. */
  members: string;
}

async function createList(db: Kysely<unknown>, t: Ddl, { name, member, members }: List): Promise<void> {
  await db.schema
    .createTable(name)
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('name', t.text, (c) => c.notNull())
    .addColumn('nameFolded', t.text, (c) => c.notNull())
    .addColumn('nameKey', t.text, (c) => c.notNull())
    .addColumn('summary', t.text)
    .addColumn('ordered', t.integer, (c) => c.notNull())
    .addColumn('condition', t.text)
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addColumn('coverId', t.text)
    .addUniqueConstraint(`${name}_nameFolded_key`, ['nameFolded'])
    .execute();
  await db.schema
    .createTable(members)
    .addColumn(`${name}Id`, t.id, (c) => c.notNull().references(`${name}.id`).onDelete('cascade'))
    .addColumn(`${member}Id`, t.id, (c) => c.notNull().references(`${member}.id`).onDelete('cascade'))
    .addColumn('position', t.integer, (c) => c.notNull())
    .addColumn('addedAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint(`${members}_pk`, [`${name}Id`, `${member}Id`] as never)
    .execute();
  await index(db, `${members}_member`, members, `"${member}Id"`);
  await index(db, `${members}_order`, members, `"${name}Id", "position"`);
}
