// What one can do with a series besides reading it.
import type { Catalog } from '#catalog/catalog.ts';
import { seriesChanged } from '#catalog/changes.ts';
import type { SeriesRow } from '#catalog/series-dto.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/dialect.ts';
import { notFound } from '#kernel/errors.ts';
import type { EventBus } from '#kernel/events/bus.ts';
import { fold } from '#kernel/text/fold.ts';
import { toSortKey } from '#kernel/text/sort-key.ts';
import type { BookFiles } from '../books/index.ts';
import type { SeriesStore } from './store.ts';

interface Parts {
  database: Database;
  catalog: Catalog;
  store: SeriesStore;
  events: EventBus;
  clock: Clock;
  books: Pick<BookFiles, 'followSeries'>;
}

export interface SeriesService {
  /** Throws not_found when the library does not exist for the viewer. */
  checkLibrary(viewer: Viewer, libraryId: string): Promise<void>;
  /** Gives the series a name that scans leave alone; without a title, or with the same one, nothing changes. */
  rename(viewer: Viewer, id: string, title: string | undefined): Promise<SeriesRow>;
}

export function createSeriesService({
  database,
  catalog,
  store,
  events,
  clock,
  books,
}: Parts): SeriesService {
  return {
    async checkLibrary(viewer, libraryId) {
      if (!(await catalog.libraries.find(viewer, libraryId))) throw notFound('library');
    },
    async rename(viewer, id, title) {
      const row = await catalog.series.get(viewer, id);
      if (title === undefined || (title === row.title && row.titleLocked === 1)) return row;
      const name = { title, titleFolded: fold(title), titleKey: toSortKey(row.titleSort ?? title) };
      await database.transaction(async (tx) => {
        await store.rename(tx, id, { ...name, titleLocked: 1, updatedAt: clock() });
        await books.followSeries(tx, id, name.titleKey);
      });
      events.publish(seriesChanged, { seriesIds: [id], libraryId: row.libraryId });
      return catalog.series.get(viewer, id);
    },
  };
}
