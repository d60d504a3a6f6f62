// All resources of the API, in the order of the description.

import { kobo } from './devices/kobo.ts';
import { koreader } from './devices/koreader.ts';
import { activity } from './identity/activity.ts';
import { apiKeys } from './identity/api-keys.ts';
import { auth, setup } from './identity/auth.ts';
import { browserAccounts } from './identity/browser-accounts.ts';
import { credentials } from './identity/credentials.ts';
import { invitations } from './identity/invitations.ts';
import { mail } from './identity/mail.ts';
import { oidc } from './identity/oidc.ts';
import { passwordResets } from './identity/password-resets.ts';
import { quickConnect } from './identity/quick-connect.ts';
import { sharingTags } from './identity/sharing-tags.ts';
import { userViews } from './identity/user-views.ts';
import { users } from './identity/users.ts';
import { imports } from './import/imports.ts';
import { analysis } from './ingest/analysis.ts';
import { conversions } from './ingest/conversions.ts';
import { dropFolder } from './ingest/drop-folder.ts';
import { fileMatches } from './ingest/file-matches.ts';
import { fileMetadata } from './ingest/file-metadata.ts';
import { moves } from './ingest/moves.ts';
import { purging } from './ingest/purging.ts';
import { scanning } from './ingest/scanning.ts';
import { trash } from './ingest/trash.ts';
import { uploads } from './ingest/uploads.ts';
import { bookErrors } from './libraries/book-errors.ts';
import { bookFormats } from './libraries/book-formats.ts';
import { books } from './libraries/books.ts';
import { booksBulk, seriesBulk } from './libraries/bulk.ts';
import { duplicates } from './libraries/duplicates.ts';
import { genres, people, tags } from './libraries/facets.ts';
import { filesystem } from './libraries/filesystem.ts';
import { libraries } from './libraries/libraries.ts';
import { bookMetadata } from './libraries/metadata.ts';
import { sameBooks } from './libraries/same-books.ts';
import { series } from './libraries/series.ts';
import { seriesMetadata } from './libraries/series-metadata.ts';
import { bookMatching, matching, seriesMatching } from './matching.ts';
import { plugins } from './plugins/plugins.ts';
import { pluginRequests } from './plugins/requests.ts';
import { annotations } from './reading/annotations.ts';
import { collections } from './reading/collections.ts';
import { filterPresets } from './reading/filter-presets.ts';
import { fonts } from './reading/fonts.ts';
import { lookups } from './reading/lookups.ts';
import { preferences, ratings, wantToRead } from './reading/own-shelves.ts';
import { progress } from './reading/progress.ts';
import { readListFiles, readLists } from './reading/read-lists.ts';
import { readingSessions } from './reading/reading-sessions.ts';
import { releases } from './releases.ts';
import type { Routes } from './route.ts';
import { apiDocs } from './serving/api-docs.ts';
import { bookCovers, seriesCovers } from './serving/covers.ts';
import { files } from './serving/files.ts';
import { creditPages, similarComics } from './serving/page-hashes.ts';
import { pages } from './serving/pages.ts';
import { panels } from './serving/panels.ts';
import { pdfCache } from './serving/pdf-cache.ts';
import { publications } from './serving/publications.ts';
import { backup } from './system/backup.ts';
import { events } from './system/events.ts';
import { health } from './system/health.ts';
import { log } from './system/log.ts';
import { metrics } from './system/metrics.ts';
import { orphans } from './system/orphans.ts';
import { overview } from './system/overview.ts';
import { settings } from './system/settings.ts';
import { tasks } from './system/tasks.ts';
import { updates } from './system/updates.ts';
import { bookTracking, seriesTracking, tracking } from './tracking/tracking.ts';

export const nouns = [
  health,
  setup,
  auth,
  browserAccounts,
  quickConnect,
  oidc,
  users,
  userViews,
  invitations,
  passwordResets,
  mail,
  credentials,
  sharingTags,
  apiKeys,
  koreader,
  kobo,
  libraries,
  scanning,
  analysis,
  filesystem,
  fileMatches,
  purging,
  uploads,
  dropFolder,
  moves,
  trash,
  fileMetadata,
  conversions,
  series,
  seriesMetadata,
  seriesMatching,
  seriesCovers,
  books,
  bookFormats,
  bookMetadata,
  bookMatching,
  matching,
  tracking,
  seriesTracking,
  bookTracking,
  releases,
  bookCovers,
  booksBulk,
  seriesBulk,
  genres,
  tags,
  people,
  progress,
  annotations,
  readingSessions,
  pages,
  panels,
  publications,
  files,
  collections,
  readLists,
  readListFiles,
  wantToRead,
  ratings,
  preferences,
  fonts,
  lookups,
  filterPresets,
  events,
  bookErrors,
  pdfCache,
  duplicates,
  sameBooks,
  similarComics,
  creditPages,
  settings,
  activity,
  metrics,
  overview,
  log,
  backup,
  imports,
  plugins,
  pluginRequests,
  orphans,
  tasks,
  updates,
  apiDocs,
] as const satisfies readonly Routes[];
