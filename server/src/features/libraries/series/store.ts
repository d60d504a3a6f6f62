// The selected cover of a series.
import type { Tx } from '#infrastructure/database/dialect.ts';

/** Columns of a series that covers write. */
export interface SeriesCovers {
  setCover(
    tx: Tx,
    id: string,
    cover: { source: string; coverId: string | null },
    nowMs: number,
  ): Promise<void>;
}

export const createSeriesCovers = (): SeriesCovers => ({
  async setCover(tx, id, { source, coverId }, nowMs) {
    await tx
      .updateTable('series')
      .set({ coverSource: source, coverId, updatedAt: nowMs })
      .where('id', '=', id)
      .execute();
  },
});
