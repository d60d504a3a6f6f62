// A reader with many read books, and a long series: rows inserted into the database of a stopped server.
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { newId, type Row, toCopy, toInsert } from './rows.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** Sessions of a year: about fourteen a day. */
const sessionsOfYear = 5_000;

/**
 * Gives the first reader positions in the given number of books, and a year of sessions. In every four series, two are
 * finished, the third is half finished, and the fourth has a started book.
 */
export function readBooks(dataDir: string, count: number): void {
  const db = new Sqlite(join(dataDir, 'lectern.db'));
  db.pragma('synchronous = off');
  db.pragma('foreign_keys = off');
  const userId = db.prepare('select id from user limit 1').pluck().get();
  const nowMs = Date.now();
  const books = db
    .prepare<[number], { id: string; pageCount: number; n: number; kind: number }>(
      `select id, "pageCount", n, kind from (
        select id, "pageCount", "seriesId", row_number() over (partition by "seriesId" order by "sortNumber") as n,
          dense_rank() over (order by "seriesId") % 4 as kind
        from book where "deletedAt" is null)
      where kind < 2 or (kind = 2 and n <= 10) or (kind = 3 and n <= 6) order by "seriesId", n limit ?`,
    )
    .all(count);
  const add = {
    place: toInserter(db, 'readProgress'),
    entry: toInserter(db, 'readHistory'),
    session: toInserter(db, 'readingSession'),
  };
  db.transaction(() => {
    for (const table of ['readProgress', 'readHistory', 'readingSession', 'seriesProgress'])
      db.exec(`delete from "${table}"`);
    for (const [i, { id: bookId, pageCount, n, kind }] of books.entries()) {
      const readAt = nowMs - ((i * 7_919) % 365) * dayMs - (i % 86_400) * 1_000;
      const isFinished = kind !== 3 || n < 6;
      const page = isFinished ? pageCount : 2;
      const state = { percentage: page / pageCount, completed: isFinished ? 1 : 0, locator: null };
      const times = { startedAt: readAt - dayMs, updatedAt: readAt, completedAt: isFinished ? readAt : null };
      add.place({ id: newId(), userId, bookId, currentPage: page, ...state, ...times });
      const device = { deviceId: 'bench', deviceName: null };
      const historyTimes = { marked: 0, beganAt: null, claimedAt: null, readAt, recordedAt: readAt };
      for (const step of [1, 2])
        add.entry({
          id: newId(),
          userId,
          bookId,
          ...device,
          page: step,
          percentage: step / pageCount,
          completed: 0,
          locator: null,
          ...historyTimes,
          readAt: readAt - step * dayMs,
        });
      add.entry({ id: newId(), userId, bookId, ...device, page, ...state, ...historyTimes });
    }
    for (let i = 0; i < sessionsOfYear; i++) {
      const startedAt = nowMs - Math.floor((i / sessionsOfYear) * 365 * dayMs) - dayMs;
      const pages = { pagesRead: 20, startPage: null, endPage: null };
      const session = { userId, id: newId(), bookId: books[i % books.length]?.id, ...pages };
      const times = { startedAt, endedAt: startedAt + 20 * 60_000, createdAt: startedAt };
      add.session({ ...session, ...times, deviceId: 'bench', deviceName: null });
    }
    db.exec(`insert into "seriesProgress" ("userId", "seriesId", "readCount", "inProgressCount", "lastReadAt")
      select p."userId", b."seriesId", sum(p.completed), sum(1 - p.completed), max(p."updatedAt")
      from book b join "readProgress" p on p."bookId" = b.id group by 1, 2`);
  })();
  db.exec('analyze');
  db.close();
}

function toInserter(db: Sqlite.Database, table: string): (row: Row) => void {
  const columns = db.prepare<[], string>(`select name from pragma_table_info('${table}')`).pluck().all();
  return toInsert(db, table, Object.fromEntries(columns.map((column) => [column, null])));
}

/** Adds a series with the given number of copies of one book. Returns the ids of the series and its books. */
export function addLongSeries(dataDir: string, books: number): { seriesId: string; bookIds: string[] } {
  const db = new Sqlite(join(dataDir, 'lectern.db'));
  db.pragma('foreign_keys = off');
  const series = toCopy(db.prepare<[], Row>('select * from series limit 1').get() ?? {});
  const book = toCopy(db.prepare<[], Row>('select * from book limit 1').get() ?? {});
  const seriesId = newId();
  const bookIds = Array.from({ length: books }, newId);
  const insertSeries = toInsert(db, 'series', series);
  const insertBook = toInsert(db, 'book', book);
  db.transaction(() => {
    insertSeries({ ...series, id: seriesId, seriesKey: seriesId, path: seriesId, bookCount: books });
    for (const [i, id] of bookIds.entries())
      insertBook({
        ...book,
        id,
        seriesId,
        folder: seriesId,
        fileName: `${i}.cbz`,
        fileKey: String(i).padStart(5, '0'),
        number: i + 1,
        sortNumber: i + 1,
        fileHash: id.replaceAll('-', ''),
      });
    db.prepare('update library set "bookCount" = "bookCount" + ?, "seriesCount" = "seriesCount" + 1').run(
      books,
    );
  })();
  db.close();
  return { seriesId, bookIds };
}
