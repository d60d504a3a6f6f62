// Lists the books, then the series of a task or preview, each ordered by id, with a cursor.
import type { BookScope } from '#features/libraries/books/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import * as store from './store.ts';

interface Part {
  books: store.WritableBook[];
  series: store.WritableSeries[];
  /** Undefined at the end. */
  next: string | undefined;
}

export const toCursor = (kind: 'book' | 'series', id: string): string => `${kind}:${id}`;

export async function listPart(
  db: Db,
  scope: BookScope,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Part> {
  const [kind, id] = after?.split(':') ?? [];
  const books = kind === 'series' ? [] : await store.listAfter(db, scope, { after: id, limit });
  const lastBook = books.at(-1);
  if (lastBook && books.length === limit) return { books, series: [], next: toCursor('book', lastBook.id) };
  // A task for a single book does not write series.json.
  const series =
    scope.column === 'id'
      ? []
      : await store.listSeriesAfter(
          db,
          { ...scope, column: scope.column },
          { after: kind === 'series' ? id : undefined, limit: limit - books.length },
        );
  const last = series.at(-1);
  const isFull = books.length + series.length === limit;
  return { books, series, next: last && isFull ? toCursor('series', last.id) : undefined };
}
