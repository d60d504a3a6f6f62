// The database of a server: the embedded one, or a new one on the PostgreSQL of the whole run.
import { makeDatabase } from '@lectern/server/testing';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Address of a new database; undefined for the embedded one. */
export const makePostgres = async (kind: string): Promise<string | undefined> =>
  kind === 'PostgreSQL' ? makeDatabase(inject('postgresUrl')) : undefined;
