// The few column types that the two databases name differently.
import { type RawBuilder, sql } from 'kysely';

export interface Ddl {
  id: RawBuilder<unknown>;
  /** Text compared byte by byte, so that both databases order it alike. */
  text: RawBuilder<unknown>;
  /** Whole numbers of 53 bits. */
  integer: RawBuilder<unknown>;
  real: RawBuilder<unknown>;
  bytes: RawBuilder<unknown>;
}

export const sqliteDdl: Ddl = {
  id: sql`text`,
  text: sql`text`,
  integer: sql`integer`,
  real: sql`real`,
  bytes: sql`blob`,
};

export const postgresDdl: Ddl = {
  id: sql`uuid`,
  text: sql`text collate "C"`,
  integer: sql`bigint`,
  real: sql`double precision`,
  bytes: sql`bytea`,
};
