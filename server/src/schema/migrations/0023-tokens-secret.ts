// The secret that signs tokens is no longer kept in the database, where every backup and copy would hold it.
import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const tokensSecret: Migration = {
  name: '0023-tokens-secret',
  async up(db) {
    await sql`delete from "serverSecret" where name = 'tokens'`.execute(db);
  },
};
