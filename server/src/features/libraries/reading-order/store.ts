// Reads the books of series with what places them. Books write their places.
import { sql } from 'kysely';
import { chunksByWeight, readChunks } from '#infrastructure/chunks.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { BookTable } from '#schema/tables/libraries/book.ts';
import type { SeriesTable } from '#schema/tables/libraries/series.ts';
import { toKeyBetween } from './encode.ts';

export type OrderedSeries = Pick<SeriesTable, 'id' | 'path' | 'bookCount' | 'bookOrder' | 'specials'>;

export type BookPlace = Pick<
  BookTable,
  | 'id'
  | 'seriesId'
  | 'orderFacts'
  | 'titleKey'
  | 'folder'
  | 'fileName'
  | 'fileKey'
  | 'orderKey'
  | 'orderNumber'
  | 'number'
  | 'numberText'
  | 'numberValue'
> & { rootPosition: number };

/** Books read per query. */
const readAtOnce = 2_000;

const columns = sql`book.id, book."seriesId", book."orderFacts", book."titleKey", book.folder, book."fileName",
  book."fileKey", book."orderKey", book."orderNumber", book.number, book."numberText", book."numberValue",
  root.position as "rootPosition"`;
const tables = sql`book join "libraryRoot" root on root.id = book."rootId"`;

/** The live books of each series (index book_in_series). */
export async function* readBooks(
  db: Db,
  series: readonly OrderedSeries[],
): AsyncGenerator<[OrderedSeries, BookPlace[]]> {
  for (const part of chunksByWeight(series, readAtOnce, ({ bookCount }) => bookCount)) {
    const [first, ...others] = part;
    if (!first) continue;
    if (others.length === 0) {
      yield [first, await readSeries(db, first.id)];
      continue;
    }
    const { rows } = await sql<BookPlace>`select ${columns} from ${tables}
      where book."seriesId" in (${sql.join(part.map(({ id }) => id))}) and book."deletedAt" is null`.execute(
      db,
    );
    const bySeries = Map.groupBy(rows, ({ seriesId }) => seriesId);
    for (const one of part) yield [one, bySeries.get(one.id) ?? []];
  }
}

async function readSeries(db: Db, seriesId: string): Promise<BookPlace[]> {
  const books: BookPlace[] = [];
  const parts = readChunks<BookPlace>(readAtOnce, async (last) => {
    const rest = last ? sql`and (book."orderKey", book.id) > (${last.orderKey}, ${last.id})` : sql``;
    const { rows } = await sql<BookPlace>`select ${columns} from ${tables}
      where book."seriesId" = ${seriesId} and book."deletedAt" is null ${rest}
      order by book."orderKey", book.id limit ${readAtOnce}`.execute(db);
    return rows;
  });
  for await (const rows of parts) for (const row of rows) books.push(row);
  return books;
}

/**
 * A key for the book at a one-based position of its series. A position after the last book is the end. Undefined if the
 * series has no other book.
 */
export async function findKeyAt(
  db: Db,
  { id, seriesId }: Pick<BookTable, 'id' | 'seriesId'>,
  position: number,
): Promise<string | undefined> {
  const others = db
    .selectFrom('book')
    .select('orderKey')
    .where('seriesId', '=', seriesId)
    .where('deletedAt', 'is', null)
    .where('id', '<>', id);
  const isFirst = position === 1;
  const [before, after] = await others
    .orderBy('orderKey')
    .orderBy('id')
    .offset(isFirst ? 0 : position - 2)
    .limit(isFirst ? 1 : 2)
    .execute();
  if (before)
    return isFirst
      ? toKeyBetween(null, before.orderKey)
      : toKeyBetween(before.orderKey, after?.orderKey ?? null);
  const last = await others.orderBy('orderKey', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return last && toKeyBetween(last.orderKey, null);
}
