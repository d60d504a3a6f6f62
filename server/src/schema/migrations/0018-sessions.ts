// What people are told of their sessions.
import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const sessions: Migration = {
  name: '0018-sessions',
  async up(db, t) {
    await db.schema
      .createTable('session')
      .addColumn('id', t.id, (c) => c.primaryKey())
      .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('agent', t.text)
      .addColumn('createdAt', t.integer, (c) => c.notNull())
      .addColumn('seenAt', t.integer, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('session_user').on('session').columns(['userId', 'id']).execute();
    // Who is signed in already stays so.
    await sql`insert into "session" ("id", "userId", "agent", "createdAt", "seenAt")
      select "familyId", "userId", null, min("createdAt"), max("createdAt")
      from "refreshToken" group by "familyId", "userId"`.execute(db);
  },
};
