// What the compatibility API is made of.
import type { Catalog } from '#catalog/catalog.ts';
import type { AnalysisService } from '#features/analysis/index.ts';
import type { Auth } from '#features/auth/index.ts';
import type { BookMetadataService, BookService } from '#features/books/index.ts';
import type { DuplicateService } from '#features/duplicates/index.ts';
import type { FilterPresetService } from '#features/filter-presets/index.ts';
import type { CollectionService, ReadListService } from '#features/gatherings/index.ts';
import type { LibraryService } from '#features/libraries/index.ts';
import type { PreferenceService } from '#features/preferences/index.ts';
import type { ProgressService } from '#features/progress/index.ts';
import type { Purging } from '#features/purging/index.ts';
import type { ScanningService } from '#features/scanning/index.ts';
import type { SeriesMetadataService } from '#features/series/index.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Config } from '#kernel/config/schema.ts';

export interface CompatServices {
  books: { service: BookService; metadata: BookMetadataService };
  series: { metadata: SeriesMetadataService };
  progress: Pick<ProgressService, 'listDevices'>;
  gatherings: { collections: CollectionService; readLists: ReadListService };
  presets: FilterPresetService;
  libraries: LibraryService;
  preferences: PreferenceService;
  duplicates: DuplicateService;
  scanning: Pick<ScanningService, 'ask'>;
  analysis: AnalysisService;
  purging: Pick<Purging, 'purgeLibrary'>;
}

export interface CompatParts {
  /** Follows the settings. */
  config: Config;
  catalog: Catalog;
  clock: Clock;
  auth: Pick<Auth, 'authenticate' | 'proveBasic' | 'surfaceSessions' | 'currentUser'>;
  services: CompatServices;
}
