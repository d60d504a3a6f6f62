// What people change on a series by hand.
import type { Db, Tx } from '#kernel/database/dialect.ts';
import type { SeriesTable } from '#schema/tables/series.ts';

type Name = Pick<SeriesTable, 'title' | 'titleFolded' | 'titleKey' | 'titleLocked' | 'updatedAt'>;

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

export interface SeriesStore {
  rename(tx: Tx, id: string, name: Name): Promise<void>;
}

export const createSeriesStore = (): SeriesStore => ({
  async rename(tx, id, name) {
    await tx.updateTable('series').set(name).where('id', '=', id).execute();
  },
});
