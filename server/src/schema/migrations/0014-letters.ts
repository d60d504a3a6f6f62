// Letters anywhere in the titles of books are looked up three by three, where every title had to be read.
import type { Migration } from '../migration.ts';

export const letters: Migration = {
  name: '0014-letters',
  async up(db, t) {
    await t.createLettersIndex(db);
  },
};
