// What a task or a preview goes through: books, then series, each by id. A cursor says where it is.
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
  // A book alone has no series.json.
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
