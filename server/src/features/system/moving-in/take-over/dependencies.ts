// What moving in writes through: the services that the API writes through, too.
import type { Catalog } from '#catalog/catalog.ts';
import type { ApiKeyService } from '#features/identity/api-keys/index.ts';
import type { SharingTagService } from '#features/identity/sharing-tags/index.ts';
import type { Accounts } from '#features/identity/users/index.ts';
import type { BookMetadataService } from '#features/libraries/books/index.ts';
import type { SeriesMetadataService } from '#features/libraries/series/index.ts';
import type { AnnotationService } from '#features/reading/annotations/index.ts';
import type { FilterPresetService } from '#features/reading/filter-presets/index.ts';
import type { Lists } from '#features/reading/lists/index.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { RatingService } from '#features/reading/ratings/index.ts';
import type { ReadingSessionService } from '#features/reading/reading-sessions/index.ts';
import type { WishService } from '#features/reading/want-to-read/index.ts';
import type { CoverService } from '#features/serving/covers/index.ts';
import type { Database } from '#infrastructure/database/dialect.ts';

export interface TakeOver {
  database: Database;
  catalog: Catalog;
  accounts: Accounts;
  tags: SharingTagService;
  seriesMetadata: SeriesMetadataService;
  bookMetadata: BookMetadataService;
  covers: CoverService;
  lists: Lists;
  progress: ProgressService;
  ratings: RatingService;
  wishes: WishService;
  annotations: AnnotationService;
  sessions: ReadingSessionService;
  presets: FilterPresetService;
  apiKeys: ApiKeyService;
}

/** Ours by the ids of theirs. */
export interface Known {
  users: ReadonlyMap<string, string>;
  libraries: ReadonlyMap<string, string>;
  series: ReadonlyMap<string, string>;
  books: ReadonlyMap<string, { id: string }>;
  /** The program that they come from. */
  program: string;
}

/** What became of one kind of things. */
export interface Outcome {
  /** In the plural: `users`. */
  what: string;
  taken: number;
  /** Were here before. */
  known: number;
  /** What could not come, in sentences. */
  notes: string[];
}

export const toOutcome = (what: string): Outcome => ({ what, taken: 0, known: 0, notes: [] });
