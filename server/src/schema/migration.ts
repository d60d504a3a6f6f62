// The form of a migration: forward only, for both databases.
import type { Kysely } from 'kysely';
import type { Ddl } from './ddl.ts';

export interface Migration {
  /** `0001-identity`: sorts by age, never renamed once released. */
  name: string;
  up(db: Kysely<unknown>, ddl: Ddl): Promise<void>;
}
