// Sessions by browser; and names of libraries that are taken only among those that somebody sees, which no index knows.
import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const browserSessions: Migration = {
  name: '0025-browser-sessions',
  async up(db, t) {
    await db.schema
      .createTable('browserSession')
      .addColumn('sessionId', t.id, (c) => c.primaryKey().references('session.id').onDelete('cascade'))
      .addColumn('browserId', t.id, (c) => c.notNull())
      .addColumn('inUseAt', t.integer, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('browserSession_browser').on('browserSession').column('browserId').execute();
    await db.schema.alterTable('oidcFlow').addColumn('browserId', t.id).execute();
    await sql`drop index "library_nameFolded_key"`.execute(db);
  },
};
