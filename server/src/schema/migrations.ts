// Every migration, oldest first. A new one is added at the end and never changed after its release.
import type { Migration } from './migration.ts';
import { identity } from './migrations/0001-identity.ts';
import { tasks } from './migrations/0002-tasks.ts';
import { library } from './migrations/0003-library.ts';
import { shelves } from './migrations/0004-shelves.ts';
import { history } from './migrations/0005-history.ts';
import { lists } from './migrations/0008-lists.ts';
import { identities } from './migrations/0009-identities.ts';
import { administration } from './migrations/0010-administration.ts';
import { readings } from './migrations/0011-readings.ts';
import { listIndexes } from './migrations/0012-list-indexes.ts';
import { sidecars } from './migrations/0013-sidecars.ts';
import { letters } from './migrations/0014-letters.ts';
import { koreader } from './migrations/0015-koreader.ts';
import { kobo } from './migrations/0016-kobo.ts';
import { annotations } from './migrations/0017-annotations.ts';
import { sessions } from './migrations/0018-sessions.ts';
import { liveBooks } from './migrations/0019-live-books.ts';
import { shortMerges } from './migrations/0020-short-merges.ts';
import { rowNumbers } from './migrations/0021-row-numbers.ts';
import { folderTimes } from './migrations/0022-folder-times.ts';
import { tokensSecret } from './migrations/0023-tokens-secret.ts';
import { listCovers } from './migrations/0024-list-covers.ts';
import { browserSessions } from './migrations/0025-browser-sessions.ts';

export const migrations: readonly Migration[] = [
  identity,
  tasks,
  library,
  shelves,
  history,
  lists,
  identities,
  administration,
  readings,
  listIndexes,
  sidecars,
  letters,
  koreader,
  kobo,
  annotations,
  sessions,
  liveBooks,
  shortMerges,
  rowNumbers,
  folderTimes,
  tokensSecret,
  listCovers,
  browserSessions,
];
