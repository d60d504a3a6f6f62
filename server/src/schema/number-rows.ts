// On SQLite books and series have numbers that last beside their ids. What names them by the ten thousand names them by
// number, too, which costs a quarter of an id; their search documents have the same numbers.
import { type Kysely, sql } from 'kysely';

type Owner = 'book' | 'series';

interface Naming {
  table: string;
  of: Owner;
  /** Indexes that find its rows by what they hold and give the id that they name: they give the number, too. */
  indexes: Record<string, string>;
}

const ofMetadata = (column: string) => [
  `bookMetadata_${column}`,
  `("${column}", "bookId", "bookRow") where "${column}" is not null`,
];

/** Tables of which large parts are looked up at once. */
const namings: readonly Naming[] = [
  { table: 'bookTerm', of: 'book', indexes: { bookTerm_term: '("termId", "bookId", "bookRow")' } },
  { table: 'seriesTerm', of: 'series', indexes: { seriesTerm_term: '("termId", "seriesId", "seriesRow")' } },
  {
    table: 'bookMetadata',
    of: 'book',
    indexes: Object.fromEntries(['year', 'ageRating', 'bookType'].map(ofMetadata)),
  },
];

/** Rows name a book or series by number, too, whoever writes them. */
function addNumbers({ table, of, indexes }: Naming): string[] {
  const number = (id: string) => `(select "rowNumber" from ${of} where id = ${id})`;
  return [
    ...Object.keys(indexes).map((name) => `drop index "${name}"`),
    `alter table "${table}" add column "${of}Row" integer not null default 0`,
    ...Object.entries(indexes).map(([name, columns]) => `create index "${name}" on "${table}" ${columns}`),
    ...Object.entries({ named: 'insert', renamed: `update of "${of}Id"` }).map(
      ([name, write]) =>
        // That a row is not there is the business of the reference to it.
        `create trigger "${table}_${name}" after ${write} on "${table}" begin
          update "${table}" set "${of}Row" = ifnull(${number(`new."${of}Id"`)}, 0) where rowid = new.rowid; end`,
    ),
  ];
}

/** Titles of books are found by their letters from their first moment on; documents go with their row. */
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

export async function numberRows(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...namings.flatMap(addNumbers), ...triggers]) await sql.raw(statement).execute(db);
}
