// Dependencies of the compatibility API.
import type { Catalog } from '#catalog/catalog.ts';
import type { SignIns } from '#features/identity/activity/index.ts';
import type { ApiKeyService } from '#features/identity/api-keys/index.ts';
import type { Auth } from '#features/identity/auth/index.ts';
import type { SharingTagService } from '#features/identity/sharing-tags/index.ts';
import type { RestrictionService, UserService } from '#features/identity/users/index.ts';
import type { AnalysisService } from '#features/ingest/analysis/index.ts';
import type { RetentionService } from '#features/ingest/retention/index.ts';
import type { ScanningService } from '#features/ingest/scanning/index.ts';
import type { Trash } from '#features/ingest/trash/index.ts';
import type { BookMetadataService, BookService } from '#features/libraries/books/index.ts';
import type { DuplicateService } from '#features/libraries/duplicates/index.ts';
import type { BrowseFolders } from '#features/libraries/filesystem/index.ts';
import type { LibraryService } from '#features/libraries/libraries/index.ts';
import type { SeriesMetadataService } from '#features/libraries/series/index.ts';
import type { FilterPresetService } from '#features/reading/filter-presets/index.ts';
import type { FontService } from '#features/reading/fonts/index.ts';
import type { Lists } from '#features/reading/lists/index.ts';
import type { PreferenceService } from '#features/reading/preferences/index.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { CoverService } from '#features/serving/covers/index.ts';
import type { FileService } from '#features/serving/files/index.ts';
import type { PageService } from '#features/serving/pages/index.ts';
import type { PublicationService } from '#features/serving/publications/index.ts';
import type { Events } from '#features/system/events/index.ts';
import type { MetricService } from '#features/system/metrics/index.ts';
import type { TaskService } from '#features/system/tasks/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Seeds } from './lists/random.ts';

export interface CompatServices {
  books: { service: BookService; metadata: BookMetadataService };
  series: { metadata: SeriesMetadataService };
  pages: PageService;
  covers: CoverService;
  files: FileService;
  publications: PublicationService;
  progress: ProgressService;
  lists: Lists;
  presets: FilterPresetService;
  sharingTags: SharingTagService;
  libraries: LibraryService;
  preferences: PreferenceService;
  duplicates: DuplicateService;
  scanning: ScanningService;
  analysis: AnalysisService;
  retention: RetentionService;
  trash: Trash;
  fonts: FontService;
  metrics: MetricService;
  browseFolders: BrowseFolders;
}

/** Input of the API; other dependencies are created from it. */
export interface CompatOptions {
  /** Live configuration: settings may change. */
  config: Config;
  catalog: Catalog;
  clock: Clock;
  auth: Auth;
  services: CompatServices;
  events: Events;
  accounts: { users: UserService; restrictions: RestrictionService; apiKeys: ApiKeyService };
  signIns: SignIns;
  tasks: TaskService;
  /** Interval in milliseconds between queue status events for administrators. Default: 10 seconds. */
  statusMs?: number | undefined;
}

export interface CompatDependencies extends CompatOptions {
  seedOf: Seeds;
}
