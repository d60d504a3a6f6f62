// All tables by name, for Kysely. Both databases store booleans as 0 and 1, times as Unix time in milliseconds, and ids
// as UUID text.

import type {
  KoboBookTable,
  KoboChangeTable,
  KoboDeviceTable,
  KoboPositionTable,
} from './tables/devices/kobo.ts';
import type { KoreaderKeyTable, KoreaderPositionTable } from './tables/devices/koreader.ts';
import type { ActivityTable } from './tables/identity/activity.ts';
import type { ApiKeyTable } from './tables/identity/api-key.ts';
import type { BrowserSessionTable } from './tables/identity/browser-session.ts';
import type { InvitationTable } from './tables/identity/invitation.ts';
import type { MailServerTable } from './tables/identity/mail-server.ts';
import type { OidcFlowTable, OidcIdentityTable } from './tables/identity/oidc.ts';
import type { PasswordResetTable } from './tables/identity/password-reset.ts';
import type { LockedProfileTable, ProfilePinTable } from './tables/identity/profile-pin.ts';
import type { QuickConnectTable } from './tables/identity/quick-connect.ts';
import type { RefreshTokenTable } from './tables/identity/refresh-token.ts';
import type { ServerSecretTable } from './tables/identity/server-secret.ts';
import type { SessionTable } from './tables/identity/session.ts';
import type { SeriesSharingTagTable, SharingTagTable } from './tables/identity/sharing.ts';
import type { UserTable } from './tables/identity/user.ts';
import type { ImportPartTable } from './tables/import-part.ts';
import type { ImportedItemTable } from './tables/imported-item.ts';
import type { DroppedFileTable } from './tables/ingest/dropped-file.ts';
import type { FileMatchTable } from './tables/ingest/file-match.ts';
import type { TrashedFileTable } from './tables/ingest/trash.ts';
import type { UploadTable } from './tables/ingest/upload.ts';
import type {
  BookContentTable,
  BookErrorTable,
  BookMetadataTable,
  BookTable,
  DifferentBookTable,
  OtherReaderHashTable,
} from './tables/libraries/book.ts';
import type {
  CoverChoiceTable,
  CoverImageTable,
  CoverTable,
  MissingPictureTable,
} from './tables/libraries/cover.ts';
import type { BookEditTable, SeriesMetadataTable } from './tables/libraries/edit.ts';
import type { LibraryRootTable, LibraryTable } from './tables/libraries/library.ts';
import type {
  BookPageHashTable,
  CreditPageBookTable,
  CreditPageTable,
  SimilarBookTable,
} from './tables/libraries/page-hash.ts';
import type { PanelCorrectionTable } from './tables/libraries/panel.ts';
import type { SeriesTable } from './tables/libraries/series.ts';
import type { BookTermTable, SearchWordTable, SeriesTermTable, TermTable } from './tables/libraries/term.ts';
import type { MetadataMatchTable } from './tables/metadata-match.ts';
import type {
  PluginAccountTable,
  PluginArchiveTable,
  PluginLogTable,
  PluginTable,
  PluginValueTable,
  ProviderAnswerTable,
  ProviderPaceTable,
} from './tables/plugin.ts';
import type { AnnotationTable } from './tables/reading/annotation.ts';
import type { FilterPresetTable } from './tables/reading/filter-preset.ts';
import type { UserFontTable } from './tables/reading/font.ts';
import type { ReadHistoryTable, ReadingSessionTable } from './tables/reading/history.ts';
import type {
  ForgottenProgressTable,
  ReadProgressTable,
  SeriesProgressTable,
} from './tables/reading/progress.ts';
import type {
  CollectionSeriesTable,
  CollectionTable,
  ReadListBookTable,
  ReadListTable,
  SeriesRatingTable,
  UserPreferenceTable,
  WantToReadTable,
} from './tables/reading/shelves.ts';
import type {
  ReleaseChoiceTable,
  ReleaseFollowTable,
  ReleaseMarkTable,
  ReleaseSourceTable,
  ReleaseTable,
} from './tables/release.ts';
import type { SettingChangeTable, SettingTable } from './tables/system/setting.ts';
import type { ScheduleTable, TaskTable } from './tables/system/task.ts';
import type { TrackingAccountTable, TrackingLinkTable, TrackingLogTable } from './tables/tracking.ts';

export interface Schema {
  user: UserTable;
  refreshToken: RefreshTokenTable;
  browserSession: BrowserSessionTable;
  session: SessionTable;
  apiKey: ApiKeyTable;
  serverSecret: ServerSecretTable;
  oidcIdentity: OidcIdentityTable;
  oidcFlow: OidcFlowTable;
  invitation: InvitationTable;
  passwordReset: PasswordResetTable;
  mailServer: MailServerTable;
  quickConnect: QuickConnectTable;
  profilePin: ProfilePinTable;
  lockedProfile: LockedProfileTable;
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
  searchWord: SearchWordTable;
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
  importedItem: ImportedItemTable;
  metadataMatch: MetadataMatchTable;
  upload: UploadTable;
  fileMatch: FileMatchTable;
  trashedFile: TrashedFileTable;
  droppedFile: DroppedFileTable;
  bookPageHash: BookPageHashTable;
  similarBook: SimilarBookTable;
  differentBook: DifferentBookTable;
  creditPage: CreditPageTable;
  creditPageBook: CreditPageBookTable;
  panelCorrection: PanelCorrectionTable;
  otherReaderHash: OtherReaderHashTable;
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
