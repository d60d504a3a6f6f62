// What the books of a series say about it together. Pure.
import { fold } from '#kernel/text/fold.ts';
import type { SeriesTable } from '#schema/tables/series.ts';
import type { SeriesFacts } from './store.ts';

export type SeriesSummary = Pick<
  SeriesTable,
  'publisher' | 'imprint' | 'year' | 'language' | 'ageRating' | 'readingDirection' | 'totalVolumeCount'
> & {
  /** The name that more than half of the books give; null when they do not agree. */
  name: string | null;
};

/** `facts` are those of one series in the order of its books; `folderYear` is the year in the folder's name. */
export function summarise(facts: readonly SeriesFacts[], folderYear: number | null): SeriesSummary {
  const first = <K extends keyof SeriesFacts>(field: K): SeriesFacts[K] | null =>
    facts.find((fact) => fact[field] !== null)?.[field] ?? null;
  const years = facts
    .flatMap(({ releaseDate }) => (releaseDate ? [Number.parseInt(releaseDate, 10)] : []))
    .filter(Number.isFinite);
  const ages = facts.flatMap(({ ageRating }) => ageRating ?? []);
  const totals = facts.flatMap(({ seriesTotal }) => seriesTotal ?? []);
  return {
    name: findCommonName(facts),
    publisher: first('publisher'),
    imprint: first('imprint'),
    language: first('language'),
    readingDirection: first('readingDirection'),
    year: folderYear ?? (years.length > 0 ? Math.min(...years) : null),
    // A child must not meet the strictest book of a series through its mildest.
    ageRating: ages.length > 0 ? Math.max(...ages) : null,
    totalVolumeCount: totals.length > 0 ? Math.max(...totals) : null,
  };
}

function findCommonName(facts: readonly SeriesFacts[]): string | null {
  const counts = new Map<string, { name: string; count: number }>();
  for (const { series } of facts) {
    if (series === null) continue;
    const entry = counts.get(fold(series)) ?? { name: series, count: 0 };
    entry.count++;
    counts.set(fold(series), entry);
  }
  const best = [...counts.values()].sort((a, b) => b.count - a.count)[0];
  return best && best.count * 2 > facts.length ? best.name : null;
}
