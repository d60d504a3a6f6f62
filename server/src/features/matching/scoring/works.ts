// Facts about local works and about the entries of providers.
import type { Kind } from './titles.ts';

/** Known facts about a local series or book. */
export interface LocalWork {
  /** Main and alternate titles, the most likely first. */
  titles: readonly string[];
  year: number | null;
  kind: Kind | null;
  /** Number of local volumes or books. */
  volumes: number | null;
  people: readonly string[];
  publishers: readonly string[];
  /** ISBN-13. */
  isbns: readonly string[];
  /** External ids by source. */
  ids: readonly { source: string; externalId: string }[];
  /** Minimum age in years. */
  ageRating: number | null;
}

/** Facts from a provider about one of its series or books. */
export interface Candidate {
  titles: readonly string[];
  year: number | null;
  kind: Kind | null;
  volumes: number | null;
  people: readonly string[];
  publishers: readonly string[];
  isbns: readonly string[];
  ids: readonly { source: string; externalId: string }[];
  isAdult: boolean;
}
