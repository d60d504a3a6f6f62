// Definition of a migration: forward only, for both databases.
import type { Kysely } from 'kysely';
import type { Ddl } from './ddl.ts';

export interface Migration {
  /** For example `0001-identity`. Sorts by age. Never renamed after a release. */
  name: string;
  up(db: Kysely<unknown>, ddl: Ddl): Promise<void>;
}
