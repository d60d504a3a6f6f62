// Facts about local works and about the entries of providers.
import type { Kind } from './titles.ts';

/** Facts that are compared. */
interface Work {
  /** Main and alternate titles. */
  titles: readonly string[];
  year: number | null;
  kind: Kind | null;
  /** Number of volumes or books. */
  volumes: number | null;
  people: readonly string[];
  publishers: readonly string[];
  /** ISBN-13. */
  isbns: readonly string[];
  /** External ids by source. */
  ids: readonly { source: string; externalId: string }[];
}

/** Known facts about a local series or book. The most likely titles are first, and only local volumes are counted. */
export interface LocalWork extends Work {
  /** Minimum age in years. */
  ageRating: number | null;
}

/** Facts from a provider about one of its series or books. */
export interface Candidate extends Work {
  isAdult: boolean;
}
