// Books that are there twice, and series that may be one.
import { duplicates as contract } from '@lectern/contract/duplicates';
import { toBookDto } from '#catalog/book-dto.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { toSeriesDto } from '#catalog/series-dto.ts';
import { toScope } from '#catalog/visible.ts';
import type { Database } from '#kernel/database/dialect.ts';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { readPage } from '#kernel/http/pagination.ts';
import { createDuplicateStore } from './store.ts';

interface Parts {
  database: Database;
  catalog: Catalog;
}

const nothing = { count: async () => 0, list: async () => [] };

export function createDuplicates({ database, catalog }: Parts): { routes: MountedRoute[] } {
  const store = createDuplicateStore(database.db);
  return {
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
        return readPage(query, request.url, {
          count: () => store.countSeries(scope),
          async list(window) {
            const groups = await store.listSeries(scope, window);
            const ids = groups.flatMap((group) => group.ids);
            const rows = new Map((await catalog.series.listByIds(viewer, ids)).map((row) => [row.id, row]));
            return groups.map(({ reason, key, ids: members }) => ({
              reason,
              key,
              series: members.flatMap((id) => rows.get(id) ?? []).map((row) => toSeriesDto(row, viewer)),
            }));
          },
        });
      },
    }),
  };
}
