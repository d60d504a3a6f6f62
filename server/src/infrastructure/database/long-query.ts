// Queries that may take long, as those over all books of a library: no request waits for them.
import type { RawBuilder } from 'kysely';
import type { Database } from './dialect.ts';

export const runLongQuery = <R>(
  { db, readerThread }: Pick<Database, 'db' | 'readerThread'>,
  query: RawBuilder<R>,
): Promise<readonly R[]> => readerThread.rows(query.compile(db));
