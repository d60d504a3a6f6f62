// Dependencies of reads of books and series.
import type { Clock } from '#infrastructure/clock.ts';
import type { Prepare } from '../conditions/prepare.ts';
import type { Libraries } from '../libraries.ts';
import type { Visibility } from '../visible.ts';
import type { ListDatabase } from './listing.ts';

export interface CatalogDependencies {
  database: ListDatabase;
  libraries: Libraries;
  visibility: Visibility;
  clock: Clock;
}

/** Dependencies of lists of one kind. */
export interface ListDependencies extends CatalogDependencies {
  db: ListDatabase['db'];
  prepare: Prepare;
}

export interface CountedRows<T> {
  rows: T[];
  total: number;
  /** The corrected search text whose results these are. Undefined for the requested text. */
  correctedSearch?: string | undefined;
}
