// Books with identical content, and series that may be duplicates.
import { duplicates as contract } from '@lectern/contract/libraries/duplicates';
import type { PageRequest } from '@lectern/contract/pagination';
import { toBookDto } from '#catalog/books/book-dto.ts';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { CountedRows } from '#catalog/books/books.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { toSeriesDto } from '#catalog/series/series-dto.ts';
import { type Scope, toScope } from '#catalog/visible.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { readPage } from '#infrastructure/http/routes/pagination.ts';
import { createDuplicateStore, maxShown } from './store.ts';
import { groupByTitle } from './titles.ts';

export { toTitleKey } from './titles.ts';

interface SeriesGroup {
  reason: 'title' | 'external_id';
  key: string;
  /** Set for groups by title, whose ids are already loaded. */
  ids: readonly string[] | undefined;
  copies: number;
}

const nothing = { count: async () => 0, list: async () => [] };

export type DuplicateService = ReturnType<typeof createDuplicates>['service'];

export function createDuplicates(database: Database, catalog: Catalog) {
  const store = createDuplicateStore(database.db);

  /** Groups by title and by external id, largest first. */
  async function groupSeries(scope: Scope): Promise<SeriesGroup[]> {
    const titles = await groupByTitle(await store.listTitles(scope));
    const shared = await store.listSharedIds(scope);
    const groups: SeriesGroup[] = [
      ...titles.map(({ key, ids }) => ({ reason: 'title' as const, key, ids, copies: ids.length })),
      ...shared.map(({ key, copies }) => ({ reason: 'external_id' as const, key, ids: undefined, copies })),
    ];
    return groups.sort((a, b) => b.copies - a.copies || (a.key < b.key ? -1 : 1));
  }

  async function showSeries(viewer: Viewer, scope: Scope, { reason, key, ids }: SeriesGroup) {
    const members = ids?.slice(0, maxShown) ?? (await store.listByExternalId(scope, key));
    const rows = new Map((await catalog.series.listByIds(viewer, members)).map((row) => [row.id, row]));
    return {
      reason,
      key,
      series: members.flatMap((id) => rows.get(id) ?? []).map((row) => toSeriesDto(row, viewer)),
    };
  }

  return {
    service: {
      /** Books whose content exists more than once, ordered by content. */
      async listCopies(viewer: Viewer, { page, pageSize }: PageRequest): Promise<CountedRows<BookRow>> {
        const scope = await toScope(catalog.libraries, viewer);
        if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
        const window = { limit: pageSize, offset: (page - 1) * pageSize };
        const { ids, total } = await store.listCopies(scope, window);
        return { rows: await catalog.books.listByIds(viewer, ids), total };
      },
    },
    routes: implement(contract, {
      async books({ viewer, query, request }) {
        const scope = await toScope(catalog.libraries, viewer, query.libraryId);
        if (scope.libraryIds.length === 0) return readPage(query, request.url, nothing);
        return readPage(query, request.url, {
          count: () => store.countBooks(scope),
          async list(window) {
            const groups = await store.listBooks(scope, window);
            const ids = groups.flatMap((group) => group.ids);
            const books = new Map((await catalog.books.listByIds(viewer, ids)).map((row) => [row.id, row]));
            return groups.map(({ fileHash, fileSize, copies, ids: members }) => ({
              fileHash,
              fileSize,
              count: copies,
              wastedBytes: fileSize * (copies - 1),
              books: members.flatMap((id) => books.get(id) ?? []).map((row) => toBookDto(row, viewer)),
            }));
          },
        });
      },
      async series({ viewer, query, request }) {
        const scope = await toScope(catalog.libraries, viewer, query.libraryId);
        if (scope.libraryIds.length === 0) return readPage(query, request.url, nothing);
        const groups = await groupSeries(scope);
        return readPage(query, request.url, {
          count: async () => groups.length,
          list: ({ limit, offset }) =>
            Promise.all(
              groups.slice(offset, offset + limit).map((group) => showSeries(viewer, scope, group)),
            ),
        });
      },
    }),
  };
}
