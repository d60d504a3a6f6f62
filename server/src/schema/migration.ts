// The form of a migration: forward only, for both databases.
import type { Kysely } from 'kysely';
import type { Ddl } from './ddl.ts';

export interface Migration {
  /** `0001-identity`: sorts by age, never renamed once released. */
  name: string;
  /** It makes tables anew that others name: references are not watched while it, and what comes with it, is done. */
  remakesTables?: true;
  up(db: Kysely<unknown>, ddl: Ddl): Promise<void>;
}
