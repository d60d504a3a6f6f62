// All tables by name, for Kysely. Both databases store booleans as 0 and 1, times as Unix time in milliseconds, and ids
// as UUID text.

import type { ActivityTable } from './tables/activity.ts';
import type { AnnotationTable } from './tables/annotation.ts';
import type { ApiKeyTable } from './tables/api-key.ts';
import type {
  BookContentTable,
  BookErrorTable,
  BookMetadataTable,
  BookTable,
  DifferentBookTable,
  FormerReaderHashTable,
} from './tables/book.ts';
import type { BrowserSessionTable } from './tables/browser-session.ts';
import type { CoverChoiceTable, CoverImageTable, CoverTable, MissingPictureTable } from './tables/cover.ts';
import type { DroppedFileTable } from './tables/dropped-file.ts';
import type { BookEditTable, SeriesMetadataTable } from './tables/edit.ts';
import type { FilterPresetTable } from './tables/filter-preset.ts';
import type { UserFontTable } from './tables/font.ts';
import type { ReadHistoryTable, ReadingSessionTable } from './tables/history.ts';
import type { ImportPartTable } from './tables/import-part.ts';
import type { KoboBookTable, KoboChangeTable, KoboDeviceTable, KoboPositionTable } from './tables/kobo.ts';
import type { KoreaderKeyTable, KoreaderPositionTable } from './tables/koreader.ts';
import type { LibraryRootTable, LibraryTable } from './tables/library.ts';
import type { MetadataMatchTable } from './tables/metadata-match.ts';
import type { OidcFlowTable, OidcIdentityTable } from './tables/oidc.ts';
import type {
  BookPageHashTable,
  CreditPageBookTable,
  CreditPageTable,
  SimilarBookTable,
} from './tables/page-hash.ts';
import type {
  PluginAccountTable,
  PluginArchiveTable,
  PluginLogTable,
  PluginTable,
  PluginValueTable,
  ProviderAnswerTable,
  ProviderPaceTable,
} from './tables/plugin.ts';
import type { ForgottenProgressTable, ReadProgressTable, SeriesProgressTable } from './tables/progress.ts';
import type { RefreshTokenTable } from './tables/refresh-token.ts';
import type {
  ReleaseChoiceTable,
  ReleaseFollowTable,
  ReleaseMarkTable,
  ReleaseSourceTable,
  ReleaseTable,
} from './tables/release.ts';
import type { SeriesTable } from './tables/series.ts';
import type { ServerSecretTable } from './tables/server-secret.ts';
import type { SessionTable } from './tables/session.ts';
import type { SettingChangeTable, SettingTable } from './tables/setting.ts';
import type { SeriesSharingTagTable, SharingTagTable } from './tables/sharing.ts';
import type {
  CollectionSeriesTable,
  CollectionTable,
  ReadListBookTable,
  ReadListTable,
  SeriesRatingTable,
  UserPreferenceTable,
  WantToReadTable,
} from './tables/shelves.ts';
import type { ScheduleTable, TaskTable } from './tables/task.ts';
import type { BookTermTable, SeriesTermTable, TermTable } from './tables/term.ts';
import type { TrackingAccountTable, TrackingLinkTable, TrackingLogTable } from './tables/tracking.ts';
import type { TrashedFileTable } from './tables/trash.ts';
import type { UploadTable } from './tables/upload.ts';
import type { UserTable } from './tables/user.ts';

export interface Schema {
  user: UserTable;
  refreshToken: RefreshTokenTable;
  browserSession: BrowserSessionTable;
  session: SessionTable;
  apiKey: ApiKeyTable;
  serverSecret: ServerSecretTable;
  oidcIdentity: OidcIdentityTable;
  oidcFlow: OidcFlowTable;
  library: LibraryTable;
  libraryRoot: LibraryRootTable;
  series: SeriesTable;
  book: BookTable;
  bookContent: BookContentTable;
  bookMetadata: BookMetadataTable;
  bookError: BookErrorTable;
  readProgress: ReadProgressTable;
  seriesProgress: SeriesProgressTable;
  forgottenProgress: ForgottenProgressTable;
  annotation: AnnotationTable;
  koboDevice: KoboDeviceTable;
  koboBook: KoboBookTable;
  koboChange: KoboChangeTable;
  koboPosition: KoboPositionTable;
  koreaderKey: KoreaderKeyTable;
  koreaderPosition: KoreaderPositionTable;
  cover: CoverTable;
  coverImage: CoverImageTable;
  coverChoice: CoverChoiceTable;
  missingPicture: MissingPictureTable;
  readHistory: ReadHistoryTable;
  readingSession: ReadingSessionTable;
  term: TermTable;
  bookTerm: BookTermTable;
  seriesTerm: SeriesTermTable;
  bookEdit: BookEditTable;
  seriesMetadata: SeriesMetadataTable;
  sharingTag: SharingTagTable;
  seriesSharingTag: SeriesSharingTagTable;
  filterPreset: FilterPresetTable;
  collection: CollectionTable;
  collectionSeries: CollectionSeriesTable;
  readList: ReadListTable;
  readListBook: ReadListBookTable;
  wantToRead: WantToReadTable;
  seriesRating: SeriesRatingTable;
  userPreference: UserPreferenceTable;
  userFont: UserFontTable;
  importPart: ImportPartTable;
  metadataMatch: MetadataMatchTable;
  upload: UploadTable;
  trashedFile: TrashedFileTable;
  droppedFile: DroppedFileTable;
  bookPageHash: BookPageHashTable;
  similarBook: SimilarBookTable;
  differentBook: DifferentBookTable;
  creditPage: CreditPageTable;
  creditPageBook: CreditPageBookTable;
  formerReaderHash: FormerReaderHashTable;
  plugin: PluginTable;
  pluginArchive: PluginArchiveTable;
  pluginAccount: PluginAccountTable;
  pluginValue: PluginValueTable;
  pluginLog: PluginLogTable;
  providerPace: ProviderPaceTable;
  providerAnswer: ProviderAnswerTable;
  trackingAccount: TrackingAccountTable;
  trackingLink: TrackingLinkTable;
  trackingLog: TrackingLogTable;
  releaseSource: ReleaseSourceTable;
  release: ReleaseTable;
  releaseFollow: ReleaseFollowTable;
  releaseMark: ReleaseMarkTable;
  releaseChoice: ReleaseChoiceTable;
  setting: SettingTable;
  settingChange: SettingChangeTable;
  activity: ActivityTable;
  task: TaskTable;
  schedule: ScheduleTable;
}
