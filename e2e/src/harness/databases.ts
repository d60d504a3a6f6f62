// The database of a server: SQLite, or a new database on the PostgreSQL server of the test run.
import { makeDatabase } from '@lectern/server/testing';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Returns the address of a new database; undefined for SQLite. */
export const makePostgres = async (kind: string): Promise<string | undefined> =>
  kind === 'PostgreSQL' ? makeDatabase(inject('postgresUrl')) : undefined;
