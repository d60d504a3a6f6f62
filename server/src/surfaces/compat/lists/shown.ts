// Rows of the catalog as the clients read them, with their metadata in a fixed number of statements.
import type { BookRow } from '#catalog/book-rows.ts';
import type { SeriesRow } from '#catalog/series-dto.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { type CompatBook, toBook } from '../shapes/book.ts';
import { type CompatSeries, toSeries } from '../shapes/series.ts';

export type Shown = ReturnType<typeof createShown>;

export function createShown({ services: { books, series, progress } }: Pick<CompatDependencies, 'services'>) {
  async function showBooks(viewer: Viewer, rows: readonly BookRow[]): Promise<CompatBook[]> {
    const known = await books.metadata.listWithNumberTexts(rows);
    const ids = rows.map(({ id }) => id);
    const devices = await progress.listDevices(viewer, ids);
    return rows.map((row) => toBook(row, { ...known.get(row.id), device: devices.get(row.id) }, viewer));
  }

  async function showSeries(viewer: Viewer, rows: readonly SeriesRow[]): Promise<CompatSeries[]> {
    if (rows.length === 0) return [];
    const metadata = await series.metadata.list(rows);
    return rows.flatMap((row) => {
      const own = metadata.get(row.id);
      return own ? [toSeries(row, own, viewer)] : [];
    });
  }

  return { showBooks, showSeries };
}
