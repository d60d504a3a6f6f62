// Keeps the paths of removed library folders, so that their books are found when the folder is added again to any
// library.
import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const formerFolders: Migration = {
  name: '0021-former-folders',
  async up(db) {
    await sql`create index "book_gone_path" on book ("rootId", folder, "fileName")
      where "deletedAt" is not null`.execute(db);
  },
};
