// What the compatibility API is made of.
import type { Catalog } from '#catalog/catalog.ts';
import type { Auth } from '#features/identity/auth/index.ts';
import type { AnalysisService } from '#features/ingest/analysis/index.ts';
import type { RetentionService } from '#features/ingest/retention/index.ts';
import type { ScanningService } from '#features/ingest/scanning/index.ts';
import type { BookMetadataService, BookService } from '#features/libraries/books/index.ts';
import type { DuplicateService } from '#features/libraries/duplicates/index.ts';
import type { LibraryService } from '#features/libraries/libraries/index.ts';
import type { SeriesMetadataService } from '#features/libraries/series/index.ts';
import type { FilterPresetService } from '#features/reading/filter-presets/index.ts';
import type { CollectionService, ReadListService } from '#features/reading/lists/index.ts';
import type { PreferenceService } from '#features/reading/preferences/index.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';

export interface CompatServices {
  books: { service: BookService; metadata: BookMetadataService };
  series: { metadata: SeriesMetadataService };
  progress: Pick<ProgressService, 'listDevices'>;
  lists: { collections: CollectionService; readLists: ReadListService };
  presets: FilterPresetService;
  libraries: LibraryService;
  preferences: PreferenceService;
  duplicates: DuplicateService;
  scanning: Pick<ScanningService, 'requestScan'>;
  analysis: AnalysisService;
  retention: Pick<RetentionService, 'purgeLibrary'>;
}

export interface CompatDependencies {
  /** Follows the settings. */
  config: Config;
  catalog: Catalog;
  clock: Clock;
  auth: Pick<Auth, 'authenticate' | 'verifyBasic' | 'surfaceSessions' | 'currentUser'>;
  services: CompatServices;
}
