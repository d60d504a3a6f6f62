// Which cover a series shows.
import type { Db } from '#infrastructure/database/dialect.ts';

/** What covers write on series. */
export interface SeriesCovers {
  setCover(id: string, cover: { source: string; coverId: string | null }, nowMs: number): Promise<void>;
}

export const createSeriesCovers = (db: Db): SeriesCovers => ({
  async setCover(id, { source, coverId }, nowMs) {
    await db
      .updateTable('series')
      .set({ coverSource: source, coverId, updatedAt: nowMs })
      .where('id', '=', id)
      .execute();
  },
});
