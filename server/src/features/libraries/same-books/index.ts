// Books that are probably formats of one book: listed for users who can merge or dismiss them.
import { sameBooks as contract, maxSameBooks } from '@lectern/contract/libraries/same-books';
import { parseFileName } from '@lectern/formats/file-name/parse-name';
import { toBookDto } from '#catalog/books/book-dto.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { type Scope, toScope } from '#catalog/visible.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { toDisplayName } from '#infrastructure/files/names.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { readPage } from '#infrastructure/http/routes/pagination.ts';
import { createYielder } from '#infrastructure/yield.ts';
import type { DifferentBookTable } from '#schema/tables/libraries/book.ts';
import { type Candidate, groupDismissed, groupSameBooks, type SameBooks, toPairKey } from './groups.ts';
import * as store from './store.ts';

/** Names to parse before yielding to the event loop. */
const namesAtOnce = 100;

export interface DifferentBooks {
  /** The lower id of each pair comes first. */
  dismiss(pairs: readonly DifferentBookTable[]): Promise<void>;
}

export function createSameBooks(
  database: Database,
  catalog: Catalog,
): DifferentBooks & { routes: MountedRoute[] } {
  return {
    dismiss: (pairs) => database.transaction((tx) => store.dismiss(tx, pairs)),
    routes: implement(contract, {
      async list({ viewer, query, request }) {
        const scope = await toScope(catalog.libraries, viewer, query.libraryId);
        const groups =
          scope.libraryIds.length === 0 ? [] : await findGroups(database, scope, query.dismissed);
        return readPage(query, request.url, {
          count: async () => groups.length,
          list: ({ limit, offset }) => show(catalog, viewer, groups.slice(offset, offset + limit)),
        });
      },
      async update({ viewer, body: { bookIds, dismissed } }) {
        const ids = [...new Set(bookIds)].sort();
        for (const id of ids) await catalog.books.get(viewer, id);
        const pairs = ids.flatMap((bookId, i) => ids.slice(i + 1).map((otherId) => ({ bookId, otherId })));
        await database.transaction((tx) => (dismissed ? store.dismiss(tx, pairs) : store.undismiss(tx, ids)));
      },
    }),
  };
}

async function findGroups(database: Database, scope: Scope, isDismissed: boolean): Promise<SameBooks[]> {
  const dismissed = await store.listDismissed(database, scope);
  if (isDismissed) return groupDismissed(dismissed);
  const keys = new Set(dismissed.map(({ bookId, otherId }) => toPairKey(bookId, otherId)));
  return groupSameBooks(await toCandidates(await store.listCandidates(database, scope)), keys);
}

async function toCandidates(rows: readonly store.CandidateRow[]): Promise<Candidate[]> {
  const yieldIfDue = createYielder();
  const candidates: Candidate[] = [];
  for (const part of chunks(rows, namesAtOnce)) {
    for (const row of part) candidates.push({ ...row, number: isNumbered(row) ? row.numberValue : null });
    await yieldIfDue();
  }
  return candidates;
}

function isNumbered({ knownNumber, fileName }: store.CandidateRow): boolean {
  if (knownNumber !== null) return true;
  const { number, volume, chapter } = parseFileName(toDisplayName(fileName));
  return (number ?? volume ?? chapter) !== undefined;
}

async function show({ books }: Catalog, viewer: Viewer, groups: readonly SameBooks[]) {
  const ids = groups.flatMap((group) => group.ids.slice(0, maxSameBooks));
  const rows = new Map((await books.listByIds(viewer, ids)).map((row) => [row.id, row]));
  return groups.map(({ reason, ids: members }) => ({
    reason,
    books: members
      .flatMap((id) => rows.get(id) ?? [])
      .sort((a, b) => a.createdAt - b.createdAt)
      .map((row) => toBookDto(row, viewer)),
  }));
}
