// Rules of ratings: one per user and series, only for visible series.
import type { Rating } from '@lectern/contract/reading/own-shelves';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import { notFound } from '#infrastructure/errors.ts';
import type { SeriesRatingTable } from '#schema/tables/reading/shelves.ts';
import type { RatingStore } from './store.ts';

export type RatingService = ReturnType<typeof createRatingService>;

export function createRatingService(catalog: Catalog, store: RatingStore, clock: Clock) {
  async function get(viewer: Viewer, seriesId: string): Promise<Rating> {
    await catalog.series.get(viewer, seriesId);
    const row = await store.find(viewer.userId, seriesId);
    if (!row) throw notFound('rating');
    return toRating(row);
  }
  return {
    get,

    async set(
      viewer: Viewer,
      seriesId: string,
      { rating, notes = null }: { rating: number; notes?: string | null | undefined },
    ): Promise<Rating> {
      await catalog.series.get(viewer, seriesId);
      const row = await store.find(viewer.userId, seriesId);
      if (row?.rating !== rating || row.notes !== notes) {
        const nowMs = clock();
        const createdAt = row?.createdAt ?? nowMs;
        await store.save({ userId: viewer.userId, seriesId, rating, notes, createdAt, updatedAt: nowMs });
      }
      return get(viewer, seriesId);
    },

    async remove(viewer: Viewer, seriesId: string): Promise<void> {
      await catalog.series.get(viewer, seriesId);
      await store.remove(viewer.userId, seriesId);
    },

    /** Source of a paginated response. Omits series that the viewer can no longer see. */
    async list(viewer: Viewer) {
      const rows = await store.list(viewer.userId);
      const visible = await catalog.visibility.visibleSeries(
        viewer,
        rows.map((row) => row.seriesId),
      );
      const seen = rows.filter((row) => visible.has(row.seriesId));
      return {
        count: async () => seen.length,
        list: async ({ limit, offset }: { limit: number; offset: number }) =>
          seen.slice(offset, offset + limit).map(toRating),
      };
    },

    async average(viewer: Viewer, seriesId: string) {
      await catalog.series.get(viewer, seriesId);
      return store.average(seriesId);
    },
  };
}

const toRating = ({ seriesId, rating, notes, createdAt, updatedAt }: SeriesRatingTable): Rating => ({
  seriesId,
  rating,
  notes,
  createdAt: toTime(createdAt),
  updatedAt: toTime(updatedAt),
});
