// Matches source series to local series by the books they share.
import type { TheirBook } from '#features/import/sources/index.ts';

export interface SeriesMatches {
  /** Local series id by source series id: the series with most of its books. */
  byId: ReadonlyMap<string, string>;
  /** The subset of `byId` whose metadata applies: the source series with most books in each local series. */
  described: ReadonlyMap<string, string>;
  /** All local series with at least one book of the source series. Restrictions apply to all of them. */
  homes: ReadonlyMap<string, readonly string[]>;
}

/** `books`: local books by source book id. With equal counts, the first series in `theirs` wins. */
export async function matchSeries(
  theirs: Iterable<Pick<TheirBook, 'id' | 'seriesId'>>,
  books: ReadonlyMap<string, { seriesId: string }>,
  yieldToEventLoop: () => Promise<void>,
): Promise<SeriesMatches> {
  const counts = new Map<string, Map<string, number>>();
  for (const { id, seriesId } of theirs) {
    await yieldToEventLoop();
    const home = books.get(id)?.seriesId;
    if (home === undefined) continue;
    const ofSeries = counts.get(seriesId) ?? new Map<string, number>();
    counts.set(seriesId, ofSeries.set(home, (ofSeries.get(home) ?? 0) + 1));
  }
  const byId = new Map<string, string>();
  const largest = new Map<string, { seriesId: string; count: number }>();
  for (const [seriesId, ofSeries] of counts) {
    const [home, count] = [...ofSeries].reduce((one, other) => (other[1] > one[1] ? other : one));
    byId.set(seriesId, home);
    if (count > (largest.get(home)?.count ?? 0)) largest.set(home, { seriesId, count });
  }
  return {
    byId,
    described: new Map([...largest].map(([home, { seriesId }]) => [seriesId, home])),
    homes: new Map([...counts].map(([seriesId, ofSeries]) => [seriesId, [...ofSeries.keys()]])),
  };
}
