// KOReader: passwords of devices, where they are in which document, and books found by their file's name.
import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const koreader: Migration = {
  name: '0015-koreader',
  async up(db, t) {
    await db.schema
      .createTable('koreaderKey')
      .addColumn('id', t.id, (c) => c.primaryKey())
      .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', t.text, (c) => c.notNull())
      .addColumn('keyHash', t.text, (c) => c.notNull())
      .addColumn('lastUsedAt', t.integer)
      .addColumn('createdAt', t.integer, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('koreaderKey_user').on('koreaderKey').columns(['userId', 'id']).execute();
    await db.schema
      .createTable('koreaderPlace')
      .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('document', t.text, (c) => c.notNull())
      .addColumn('progress', t.text, (c) => c.notNull())
      .addColumn('percentage', t.real, (c) => c.notNull())
      .addColumn('device', t.text, (c) => c.notNull())
      .addColumn('deviceId', t.text, (c) => c.notNull())
      .addColumn('toldAt', t.integer, (c) => c.notNull())
      .addColumn('isWaiting', t.integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('koreaderPlace_pk', ['userId', 'document'])
      .execute();
    await sql`create index "koreaderPlace_waiting" on "koreaderPlace" ("userId", "toldAt")
      where "isWaiting" = 1`.execute(db);
    await db.schema.alterTable('apiKey').addColumn('digestHash', t.text).execute();
    await db.schema.createIndex('apiKey_digestHash').on('apiKey').column('digestHash').execute();
    await db.schema.alterTable('book').addColumn('nameHash', t.text).execute();
    await hashNames(db);
    await db.schema.createIndex('book_nameHash').on('book').column('nameHash').execute();
  },
};

interface Names {
  book: { id: string; fileName: string; nameHash: string | null };
}

const atOnce = 200;

/** Of books that are there already, as features/intake writes it of new ones. */
async function hashNames(any: Kysely<unknown>): Promise<void> {
  const db = any as Kysely<Names>;
  for (let last: string | undefined; ; ) {
    let query = db.selectFrom('book').select(['id', 'fileName']).orderBy('id').limit(atOnce);
    if (last !== undefined) query = query.where('id', '>', last);
    const rows = await query.execute();
    if (rows.length === 0) return;
    const cases = rows.map(({ id, fileName }) => sql`when ${id} then ${hash('md5', fileName, 'hex')}`);
    const ids = sql.join(rows.map(({ id }) => id));
    await sql`update book set "nameHash" = case id ${sql.join(cases, sql` `)} end where id in (${ids})`.execute(
      db,
    );
    last = rows.at(-1)?.id;
  }
}
