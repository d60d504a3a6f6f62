// On the embedded database books and series have numbers that last. What is filed under a term, and what is searched
// for, is named by them: a page far behind of a genre is found without looking each book up by its id.
import type { Migration } from '../migration.ts';

export const rowNumbers: Migration = {
  name: '0021-row-numbers',
  remakesTables: true,
  up: (db, t) => t.numberRows(db),
};
