// ThumbHashes of thumbnails and uploaded covers. Existing images get theirs when they are next generated.
import type { Migration } from '../../migration.ts';

export const thumbHashes: Migration = {
  name: '0002-thumb-hashes',
  async up(db, t) {
    for (const table of ['book', 'cover'])
      await db.schema.alterTable(table).addColumn('thumbHash', t.text).execute();
  },
};
