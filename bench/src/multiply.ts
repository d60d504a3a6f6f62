// Many books made of few: the rows of a scanned library copied inside its database under new ids, names and keys. For
// measuring lists; the files of the copies do not exist.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { makeVocabulary } from './vocabulary.ts';

export type Row = Record<string, unknown>;

const booksOfSeries = 20;

/** Adds rows to the database of a stopped server until it has so many books, 20 a series. */
export function multiplyBooks(dataDir: string, books: number): void {
  const db = new Sqlite(join(dataDir, 'lectern.db'));
  db.pragma('synchronous = off');
  db.pragma('foreign_keys = off');
  const series = db.prepare('select * from series limit 1').get() as Row;
  const book = db.prepare('select * from book limit 1').get() as Row;
  const metadata = db.prepare('select * from "bookMetadata" limit 1').get() as Row;
  const known = db.prepare('select count(*) from book').pluck().get() as number;
  const insertSeries = toInsert(db, 'series', series);
  const insertBook = toInsert(db, 'book', book);
  const insertMetadata = toInsert(db, 'bookMetadata', metadata);
  const nowMs = Date.now();
  const vocabulary = makeVocabulary();
  const search = toSearch(db);
  const genres = makeGenres(db);
  db.transaction(() => {
    for (let i = known; i < books; i += booksOfSeries) {
      const seriesId = newId();
      const word = randomBytes(5).toString('hex');
      const titleKey = `${vocabulary.title(2)} ${word.slice(0, 4)}`;
      const genre = genres[(i / booksOfSeries) % genres.length] ?? '';
      insertSeries({
        ...series,
        id: seriesId,
        seriesKey: word,
        path: word,
        title: titleKey,
        titleFolded: titleKey,
        titleKey,
        bookCount: booksOfSeries,
        createdAt: nowMs - i,
        booksUpdatedAt: nowMs - i,
        year: 1950 + ((i / booksOfSeries) % 75),
      });
      search.addSeries(seriesId, titleKey, word);
      genres.link('series', seriesId, genre);
      for (let n = 1; n <= booksOfSeries; n++) {
        const id = newId();
        const title = `${vocabulary.title(3)} ${randomBytes(3).toString('hex')}`;
        insertBook({
          ...book,
          id,
          seriesId,
          folder: word,
          fileName: `${title}.cbz`,
          fileKey: title,
          fileHash: randomBytes(16).toString('hex'),
          title,
          titleFolded: title,
          titleKey: title,
          number: n,
          sortNumber: n,
          seriesTitleKey: titleKey,
          createdAt: nowMs - i * 7 - n,
          updatedAt: nowMs - i * 7 - n,
        });
        insertMetadata({
          ...metadata,
          id: newId(),
          bookId: id,
          title,
          year: 1940 + ((i / booksOfSeries + n) % 85),
        });
        search.addBook(id, `${title} ${titleKey}`, title);
        genres.link('book', id, genre);
      }
    }
  })();
  db.prepare(
    'update library set "bookCount" = (select count(*) from book), "seriesCount" = (select count(*) from series)',
  ).run();
  db.exec('analyze');
  db.close();
}

/** Search documents as features/indexing writes them: words in lower case, blanks between. */
function toSearch(db: Sqlite.Database) {
  const add = (table: string) => {
    const key = db.prepare(`insert into "${table}" ("entityId") values (?)`);
    const words = db.prepare(`insert into "${table}Index" (rowid, title, rest) values (?, ?, ?)`);
    return (id: string, title: string, rest: string) => {
      const { lastInsertRowid } = key.run(id);
      words.run(lastInsertRowid, title, rest);
    };
  };
  return { addBook: add('bookSearch'), addSeries: add('seriesSearch') };
}

const genreCount = 30;

/** Thirty genres, and the links of books and series to them. */
function makeGenres(db: Sqlite.Database) {
  const insert = db.prepare(
    'insert or ignore into term (id, kind, name, "nameFolded", "nameKey") values (?, \'genre\', ?, ?, ?)',
  );
  const names = Array.from({ length: genreCount }, (_, i) => `genre ${i}`);
  for (const name of names) insert.run(newId(), name, name, name);
  const ids = names.map(
    (name) => db.prepare("select id from term where kind = 'genre' and name = ?").pluck().get(name) as string,
  );
  const links = {
    book: db.prepare('insert into "bookTerm" ("bookId", "termId", role) values (?, ?, \'\')'),
    series: db.prepare('insert into "seriesTerm" ("seriesId", "termId", role) values (?, ?, \'\')'),
  };
  const link = (owner: 'book' | 'series', id: string, termId: string) => void links[owner].run(id, termId);
  return Object.assign(ids, { link });
}

export function toInsert(db: Sqlite.Database, table: string, sample: Row): (row: Row) => void {
  const columns = Object.keys(sample);
  const names = columns.map((column) => `"${column}"`).join(', ');
  const statement = db.prepare(
    `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`,
  );
  return (row) => void statement.run(columns.map((column) => row[column]));
}

export function newId(): string {
  const hex = randomBytes(16).toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `7${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
