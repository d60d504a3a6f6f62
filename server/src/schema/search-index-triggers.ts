// On SQLite, triggers maintain the title and word indexes, so that code that writes books or series need not update
// them. Entries have the row number of the book or series.
import { type Kysely, sql } from 'kysely';

const triggers = [
  `create trigger "book_letters" after insert on book begin
    insert into "bookLetters" (rowid, title) values (new."rowNumber", new."titleFolded"); end`,
  `create trigger "book_letters_changed" after update of "titleFolded" on book
    when old."titleFolded" <> new."titleFolded" begin
    insert or replace into "bookLetters" (rowid, title) values (new."rowNumber", new."titleFolded"); end`,
  `create trigger "book_removed" after delete on book begin
    delete from "bookLetters" where rowid = old."rowNumber";
    delete from "bookSearchIndex" where rowid = old."rowNumber"; end`,
  `create trigger "series_removed" after delete on series begin
    delete from "seriesSearchIndex" where rowid = old."rowNumber"; end`,
];

export async function createSearchIndexTriggers(db: Kysely<unknown>): Promise<void> {
  for (const statement of triggers) await sql.raw(statement).execute(db);
}
