// Follow-up of deleted and restored books: recounts their series and library, and updates the search index.
import { publishRecounted } from '#catalog/changes.ts';
import { libraryCounted } from '#catalog/libraries.ts';
import type { LibraryScan } from '#features/libraries/libraries/index.ts';
import type { Indexing } from '#features/libraries/search-index/index.ts';
import type { SeriesScan } from '#features/libraries/series/index.ts';
import type { SeriesProgress } from '#features/reading/series-progress/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';

export interface RecountDependencies {
  libraries: LibraryScan;
  series: SeriesScan;
  seriesProgress: SeriesProgress;
  indexing: Indexing;
  events: EventBus;
  clock: Clock;
}

type Recounted = Parameters<typeof publishRecounted>[1];

/** Call in the transaction that marks the books. */
export async function recountBooks(
  { libraries, series, seriesProgress, indexing, clock }: RecountDependencies,
  tx: Tx,
  books: readonly { id: string; seriesId: string }[],
): Promise<{ seriesIds: string[]; recounted: Recounted }> {
  const seriesIds = [...new Set(books.map((book) => book.seriesId))];
  const recounted = await series.recount(tx, seriesIds, clock());
  await libraries.adjust(tx, recounted.counts);
  await seriesProgress.recount(tx, seriesIds);
  // The search index omits deleted books.
  await indexing.indexBooks(
    tx,
    books.map((book) => book.id),
  );
  return { seriesIds, recounted };
}

/** Call after the transaction. */
export function publishCounts(
  { events }: Pick<RecountDependencies, 'events'>,
  libraryId: string,
  recounted: Recounted,
): void {
  publishRecounted(events, recounted);
  events.publish(libraryCounted, { libraryId });
}
