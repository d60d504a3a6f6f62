// Tracked series and books that the user may still see.
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { TrackingLinkTable } from '#schema/tables/tracking.ts';
import { readBooks, readSeries, type Subject } from './store.ts';

export type { ReadBook, Subject } from './store.ts';

export interface Tracked {
  link: TrackingLinkTable;
  subject: Subject;
}

/** Skips deleted and hidden ones. */
export async function readTracked(
  { db, catalog }: { db: Db; catalog: Catalog },
  viewer: Viewer,
  links: readonly TrackingLinkTable[],
): Promise<Tracked[]> {
  const idsOf = (column: 'seriesId' | 'bookId') => links.flatMap((link) => link[column] ?? []);
  const [series, books] = await Promise.all([
    readSeries(db, viewer.userId, idsOf('seriesId')),
    readBooks(db, viewer.userId, idsOf('bookId')),
  ]);
  const found = links.flatMap((link) => {
    const subject = link.seriesId === null ? books.get(link.bookId ?? '') : series.get(link.seriesId);
    return subject ? [{ link, subject }] : [];
  });
  const seen = await catalog.visibility.visibleSeries(viewer, [
    ...new Set(found.map(({ subject }) => subject.seriesId)),
  ]);
  return found.filter(({ subject }) => seen.has(subject.seriesId));
}
