// Services through which the import writes. The API uses the same services.
import type { ApiKeyService } from '#features/identity/api-keys/index.ts';
import type { BookMetadataService } from '#features/libraries/books/index.ts';
import type { FormatDecisions } from '#features/libraries/formats/index.ts';
import type { DifferentBooks } from '#features/libraries/same-books/index.ts';
import type { SeriesMetadataService } from '#features/libraries/series/index.ts';
import type { AnnotationService } from '#features/reading/annotations/index.ts';
import type { FontService } from '#features/reading/fonts/index.ts';
import type { PreferenceService } from '#features/reading/preferences/index.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { ReadingSessionService } from '#features/reading/reading-sessions/index.ts';
import type { ReleaseStore } from '#features/releases/index.ts';
import type { CoverService } from '#features/serving/covers/index.ts';
import type { PageDecisions } from '#features/serving/page-hashes/index.ts';
import type { PanelService } from '#features/serving/panels/index.ts';
import type { SettingService } from '#features/system/settings/index.ts';
import type { Database } from '#infrastructure/database/dialect.ts';

export interface LecternImportServices {
  database: Database;
  formats: FormatDecisions;
  sameBooks: DifferentBooks;
  pageHashes: PageDecisions;
  panels: Pick<PanelService, 'restoreCorrections'>;
  seriesMetadata: SeriesMetadataService;
  bookMetadata: BookMetadataService;
  progress: ProgressService;
  sessions: ReadingSessionService;
  annotations: AnnotationService;
  covers: CoverService;
  preferences: PreferenceService;
  fonts: FontService;
  apiKeys: ApiKeyService;
  settings: SettingService;
  releases: Pick<ReleaseStore, 'findFollow' | 'saveFollow' | 'findChoice' | 'saveChoice'>;
}
