// What moving in writes through: the services that the API writes through, too.
import type { ImportKind } from '@lectern/contract/imports';
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
import type { TheirBook } from '#features/system/peer-databases/index.ts';
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

/** The kinds of things by their names. */
const kinds = {
  libraries: 'libraries',
  books: 'books',
  users: 'users',
  'sharing tags': 'sharingTags',
  'series with edited metadata': 'seriesMetadata',
  'books with edited metadata': 'bookMetadata',
  'covers of series': 'seriesCovers',
  'covers of books': 'bookCovers',
  collections: 'collections',
  'read lists': 'readLists',
  'times that books were finished': 'finished',
  'places in books': 'places',
  ratings: 'ratings',
  'series to read': 'wanted',
  'series and books to read': 'wanted',
  'bookmarks and highlights': 'marks',
  'reading sessions': 'sessions',
  'saved filters': 'presets',
  'API keys': 'apiKeys',
} as const satisfies Record<string, ImportKind>;

/** What became of one kind of things. */
export interface Outcome {
  kind: ImportKind;
  /** In the plural: `users`. */
  what: string;
  taken: number;
  /** Were here before. */
  known: number;
  /** What could not come, in sentences. */
  notes: string[];
  /** Of books: those that were not found, which the notes name. */
  missing?: readonly TheirBook[];
}

export const toOutcome = (what: keyof typeof kinds): Outcome => ({
  ...{ kind: kinds[what], what },
  ...{ taken: 0, known: 0, notes: [] },
});
