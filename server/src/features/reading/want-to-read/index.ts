// The series and books each user wants to read.
import { wantToRead as contract } from '@lectern/contract/reading/own-shelves';
import { toBookDto } from '#catalog/books/book-dto.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { toSeriesDto } from '#catalog/series/series-dto.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { answerPage, boundPage } from '#infrastructure/http/routes/pagination.ts';
import type { WantToReadTable } from '#schema/tables/reading/shelves.ts';
import { createWantStore, replaceBook, replaceSeries } from './store.ts';

export { replaceBook as replaceInWantToRead, replaceSeries as replaceSeriesInWantToRead };

export type WishService = ReturnType<typeof createWantToRead>['service'];

export function createWantToRead(database: Database, catalog: Catalog, clock: Clock) {
  const store = createWantStore(database.db);
  return {
    /** For imports from other servers. */
    service: {
      /** Returns false for an existing entry. */
      add: (userId: string, wish: Omit<WantToReadTable, 'userId'>): Promise<boolean> =>
        store.add({ userId, ...wish }),
    },
    routes: implement(contract, {
      async listSeries(call) {
        const list = { isWanted: true, page: boundPage(call.query) };
        return answerPage(call, await catalog.series.list(call.viewer, list), toSeriesDto);
      },
      async listBooks(call) {
        const list = { isWanted: true, page: boundPage(call.query) };
        return answerPage(call, await catalog.books.list(call.viewer, list), toBookDto);
      },
      async addSeries({ viewer, params }) {
        const { id } = await catalog.series.get(viewer, params.id);
        await store.add({ userId: viewer.userId, entityType: 'series', entityId: id, createdAt: clock() });
      },
      async addBook({ viewer, params }) {
        const { id } = await catalog.books.get(viewer, params.id);
        await store.add({ userId: viewer.userId, entityType: 'book', entityId: id, createdAt: clock() });
      },
      async removeSeries({ viewer, params }) {
        await catalog.series.get(viewer, params.id);
        await store.remove(viewer.userId, 'series', params.id);
      },
      async removeBook({ viewer, params }) {
        await catalog.books.get(viewer, params.id);
        await store.remove(viewer.userId, 'book', params.id);
      },
    }),
  };
}
