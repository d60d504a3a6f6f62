// Runs queries that may take long, such as those over all books of a library, without delaying requests.
import type { RawBuilder } from 'kysely';
import type { Database } from './dialect.ts';

export const runLongQuery = <R>(
  { db, readerThread }: Pick<Database, 'db' | 'readerThread'>,
  query: RawBuilder<R>,
): Promise<readonly R[]> => readerThread.rows(query.compile(db));
