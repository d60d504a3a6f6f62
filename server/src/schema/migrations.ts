// All migrations, oldest first. New ones are appended and never changed after their release.
import type { Migration } from './migration.ts';
import { baseline } from './migrations/0001-baseline.ts';
import { thumbHashes } from './migrations/0002-0009/0002-thumb-hashes.ts';
import { markedReadings } from './migrations/0002-0009/0003-marked-readings.ts';
import { coversInTheDatabase } from './migrations/0002-0009/0004-covers-in-the-database.ts';
import { userFonts } from './migrations/0002-0009/0005-user-fonts.ts';
import { importParts } from './migrations/0002-0009/0006-import-parts.ts';
import { plugins } from './migrations/0002-0009/0007-plugins.ts';
import { providedMetadata } from './migrations/0002-0009/0008-provided-metadata.ts';
import { uploads } from './migrations/0002-0009/0009-uploads.ts';
import { providers } from './migrations/0010-0019/0010-providers.ts';
import { trash } from './migrations/0010-0019/0011-trash.ts';
import { providedCovers } from './migrations/0010-0019/0012-provided-covers.ts';
import { tracking } from './migrations/0010-0019/0013-tracking.ts';
import { connectedAccounts } from './migrations/0010-0019/0014-connected-accounts.ts';
import { oneFailure } from './migrations/0010-0019/0015-one-failure.ts';
import { releases } from './migrations/0010-0019/0016-releases.ts';
import { fileMetadata } from './migrations/0010-0019/0017-file-metadata.ts';
import { dropFolder } from './migrations/0010-0019/0018-drop-folder.ts';
import { pageHashes } from './migrations/0010-0019/0019-page-hashes.ts';
import { bookFormats } from './migrations/0020-book-formats.ts';
import { formerFolders } from './migrations/0021-former-folders.ts';
import { differentBooks } from './migrations/0022-different-books.ts';
import { taskSubjects } from './migrations/0023-task-subjects.ts';
import { unrestrictedPlugins } from './migrations/0024-unrestricted-plugins.ts';

export const migrations: readonly Migration[] = [
  baseline,
  thumbHashes,
  markedReadings,
  coversInTheDatabase,
  userFonts,
  importParts,
  plugins,
  providedMetadata,
  uploads,
  providers,
  trash,
  providedCovers,
  tracking,
  connectedAccounts,
  oneFailure,
  releases,
  fileMetadata,
  dropFolder,
  pageHashes,
  bookFormats,
  formerFolders,
  differentBooks,
  taskSubjects,
  unrestrictedPlugins,
];
