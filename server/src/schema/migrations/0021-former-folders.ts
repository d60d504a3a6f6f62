// Books of folders that were taken out of a library are found by their place when the folder comes back, here or in another.
import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const formerFolders: Migration = {
  name: '0021-former-folders',
  async up(db) {
    await sql`create index "book_gone_path" on book ("rootId", folder, "fileName")
      where "deletedAt" is not null`.execute(db);
  },
};
