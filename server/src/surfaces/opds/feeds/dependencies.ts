// Dependencies of feeds.
import { LRUCache } from 'lru-cache';
import type { CountedRows } from '#catalog/books/books.ts';
import type { FacetRow } from '#catalog/facets.ts';
import type { OpdsDependencies } from '../dependencies.ts';

export interface FeedDependencies extends OpdsDependencies {
  /** Cached genres, keyed by visibility. */
  genres: LRUCache<string, Promise<CountedRows<FacetRow>>>;
}

const genresAgeMs = 30_000;

export const toFeedDependencies = (deps: OpdsDependencies): FeedDependencies => ({
  ...deps,
  genres: new LRUCache({ max: 1_000, ttl: genresAgeMs }),
});
