// Whoever commits merges a part of the search indexes: smaller ones, so that nobody waits for it.
import type { Migration } from '../migration.ts';

export const shortMerges: Migration = {
  name: '0020-short-merges',
  up: (db, t) => t.keepMergesShort(db),
};
