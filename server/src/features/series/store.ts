// What people change on a series by hand.
import type { Tx } from '#kernel/database/dialect.ts';
import type { SeriesTable } from '#schema/tables/series.ts';

type Name = Pick<SeriesTable, 'title' | 'titleFolded' | 'titleKey' | 'titleLocked' | 'updatedAt'>;

export interface SeriesStore {
  /** The series and, since lists of books are ordered by it, the key on its books. */
  rename(tx: Tx, id: string, name: Name): Promise<void>;
}

export const createSeriesStore = (): SeriesStore => ({
  async rename(tx, id, name) {
    await tx.updateTable('series').set(name).where('id', '=', id).execute();
    await tx.updateTable('book').set({ seriesTitleKey: name.titleKey }).where('seriesId', '=', id).execute();
  },
});
