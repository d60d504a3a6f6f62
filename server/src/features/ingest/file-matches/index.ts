// Files that scans recognized as files of known books: recorded, listed and undone.

import { fileMatches as contract } from '@lectern/contract/ingest/file-matches';
import type { FileMatchKind } from '@lectern/contract/values';
import type { Catalog } from '#catalog/catalog.ts';
import { toTime } from '#infrastructure/clock.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { notFound } from '#infrastructure/errors.ts';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { newId } from '#infrastructure/ids.ts';
import type { FileMatchTable } from '#schema/tables/ingest/file-match.ts';
import { type FileLocation, type Former, isSameLocation, toFile, toFormer } from './former.ts';
import * as store from './store.ts';
import { canUndo, type UndoDependencies, undo } from './undo.ts';

export {
  type FollowDependencies,
  type Follower,
  findFollowers,
  findLeftBehind,
  follow,
  listStillLeft,
  publishFollowed,
  unfollow,
} from './following.ts';
export type { FileLocation } from './former.ts';
export { isSameFile, isSamePages, mayBeSame } from './same.ts';

interface Recorded {
  bookId: string;
  former: Former;
  file: FileLocation;
  kind: FileMatchKind;
  share: number | null;
}

/** Call in the transaction that changes the books. A file that returned to its location is not a match. */
export function recordMatches(tx: Tx, matches: readonly Recorded[], nowMs: number): Promise<void> {
  const rows = matches
    .filter(({ former, file, kind }) => kind !== 'same_file' || !isSameLocation(former, file))
    .map(
      ({ bookId, former, file, kind, share }): FileMatchTable => ({
        id: newId(),
        bookId,
        otherBookId: null,
        kind,
        share,
        former: JSON.stringify(toFormer(former)),
        file: JSON.stringify(toFile(file)),
        carried: null,
        matchedAt: nowMs,
        undoneAt: null,
      }),
    );
  return store.insert(tx, rows);
}

export function createFileMatches(deps: UndoDependencies & { catalog: Catalog }): { routes: MountedRoute[] } {
  const { database, catalog } = deps;
  return {
    routes: implement(contract, {
      async list({ viewer, params }) {
        const book = await catalog.books.get(viewer, params.id);
        const rows = await store.list(database.db, book.id);
        return rows.map((row) => ({
          id: row.id,
          kind: row.kind,
          formerPath: toPath(JSON.parse(row.former)),
          path: toPath(JSON.parse(row.file)),
          share: row.share,
          matchedAt: toTime(row.matchedAt),
          undoneAt: row.undoneAt === null ? null : toTime(row.undoneAt),
          canUndo: canUndo(row, rows, book),
        }));
      },
      async undo({ viewer, params }) {
        const book = await catalog.books.get(viewer, params.id);
        const match = (await store.list(database.db, book.id)).find(({ id }) => id === params.matchId);
        if (!match) throw notFound('match');
        return { bookId: await undo(deps, match) };
      },
    }),
  };
}

const toPath = ({ folder, fileName }: FileLocation): string => toDisplayName(joinNames(folder, fileName));
