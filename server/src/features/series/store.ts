// What people change on a series by hand.
import type { Tx } from '#kernel/database/dialect.ts';
import type { SeriesTable } from '#schema/tables/series.ts';

type Name = Pick<SeriesTable, 'title' | 'titleFolded' | 'titleKey' | 'titleLocked' | 'updatedAt'>;

export interface SeriesStore {
  rename(tx: Tx, id: string, name: Name): Promise<void>;
}

export const createSeriesStore = (): SeriesStore => ({
  async rename(tx, id, name) {
    await tx.updateTable('series').set(name).where('id', '=', id).execute();
  },
});
