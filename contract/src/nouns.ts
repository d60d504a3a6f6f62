// All resources of the API, in the order of the description.

import { activity } from './activity.ts';
import { analysis } from './analysis.ts';
import { annotations } from './annotations.ts';
import { apiDocs } from './api-docs.ts';
import { apiKeys } from './api-keys.ts';
import { auth, setup } from './auth.ts';
import { backup } from './backup.ts';
import { bookErrors } from './book-errors.ts';
import { bookFormats } from './book-formats.ts';
import { books } from './books.ts';
import { browserAccounts } from './browser-accounts.ts';
import { booksBulk, seriesBulk } from './bulk.ts';
import { collections } from './collections.ts';
import { conversions } from './conversions.ts';
import { bookCovers, seriesCovers } from './covers.ts';
import { credentials } from './credentials.ts';
import { dropFolder } from './drop-folder.ts';
import { duplicates } from './duplicates.ts';
import { events } from './events.ts';
import { genres, people, tags } from './facets.ts';
import { fileMetadata } from './file-metadata.ts';
import { files } from './files.ts';
import { filesystem } from './filesystem.ts';
import { filterPresets } from './filter-presets.ts';
import { fonts } from './fonts.ts';
import { health } from './health.ts';
import { imports } from './imports.ts';
import { kobo } from './kobo.ts';
import { koreader } from './koreader.ts';
import { libraries } from './libraries.ts';
import { lookups } from './lookups.ts';
import { bookMatching, matching, seriesMatching } from './matching.ts';
import { bookMetadata } from './metadata.ts';
import { metrics } from './metrics.ts';
import { moves } from './moves.ts';
import { oidc } from './oidc.ts';
import { orphans } from './orphans.ts';
import { preferences, ratings, wantToRead } from './own-shelves.ts';
import { creditPages, similarComics } from './page-hashes.ts';
import { pages } from './pages.ts';
import { pdfCache } from './pdf-cache.ts';
import { pluginRequests } from './plugin-requests.ts';
import { plugins } from './plugins.ts';
import { progress } from './progress.ts';
import { publications } from './publications.ts';
import { purging } from './purging.ts';
import { readListFiles, readLists } from './read-lists.ts';
import { readingSessions } from './reading-sessions.ts';
import { releases } from './releases.ts';
import type { Routes } from './route.ts';
import { sameBooks } from './same-books.ts';
import { scanning } from './scanning.ts';
import { series } from './series.ts';
import { seriesMetadata } from './series-metadata.ts';
import { settings } from './settings.ts';
import { sharingTags } from './sharing-tags.ts';
import { tasks } from './tasks.ts';
import { bookTracking, seriesTracking, tracking } from './tracking.ts';
import { trash } from './trash.ts';
import { updates } from './updates.ts';
import { uploads } from './uploads.ts';
import { users } from './users.ts';

export const nouns = [
  health,
  setup,
  auth,
  browserAccounts,
  oidc,
  users,
  credentials,
  sharingTags,
  apiKeys,
  koreader,
  kobo,
  libraries,
  scanning,
  analysis,
  filesystem,
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
  backup,
  imports,
  plugins,
  pluginRequests,
  orphans,
  tasks,
  updates,
  apiDocs,
] as const satisfies readonly Routes[];
