// Services through which the import writes. The API uses the same services.
import type { Catalog } from '#catalog/catalog.ts';
import type { SharingTagService } from '#features/identity/sharing-tags/index.ts';
import type { Accounts, UserService } from '#features/identity/users/index.ts';
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
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import type { LecternImportServices } from './lectern/dependencies.ts';

export interface ImportServices extends LecternImportServices {
  database: Database;
  catalog: Catalog;
  pool: WorkerPool;
  accounts: Accounts;
  users: UserService;
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
}

export { type LocalIds, type Outcome, toOutcome } from '#features/import/snapshot/index.ts';
