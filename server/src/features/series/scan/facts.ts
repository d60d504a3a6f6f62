// What the books of a series say about it together. Pure.
import type { SeriesMetadata as SeriesFacts } from '#formats/metadata.ts';
import { fold } from '#kernel/text/fold.ts';
import type { SeriesValues } from '../metadata/fields.ts';
import type { BookFacts } from './store.ts';

/** What nobody edits, but lists look up. */
export interface SeriesFigures {
  releasedAt: number | null;
  communityRating: number | null;
  ownedVolumeCount: number;
  isOneshot: number;
}

export interface SeriesSummary {
  /** Null where the books say nothing or do not agree. The title is the name that more than half of them give. */
  values: SeriesValues;
  figures: SeriesFigures;
}

interface Lists {
  authors?: SeriesValues['authors'];
  genres?: string[];
  tags?: string[];
  seriesFacts?: SeriesFacts;
}

/** A series does not list more of what its books list. */
const mostOfEach = 200;

/** `facts` are those of one series in the order of its books; `folderYear` is the year in the folder's name. */
export function summarise(facts: readonly BookFacts[], folderYear: number | null): SeriesSummary {
  const lists = facts.map(({ lists }): Lists => (lists === null ? {} : JSON.parse(lists)));
  const first = <K extends keyof BookFacts>(field: K): BookFacts[K] | null =>
    facts.find((fact) => fact[field] !== null)?.[field] ?? null;
  const ofSeries = <K extends keyof SeriesFacts>(field: K): SeriesFacts[K] | undefined =>
    lists.findLast(({ seriesFacts }) => seriesFacts?.[field] !== undefined)?.seriesFacts?.[field];
  const years = facts
    .flatMap(({ releaseDate }) => (releaseDate ? [Number.parseInt(releaseDate, 10)] : []))
    .filter(Number.isFinite);
  const ages = facts.flatMap(({ ageRating }) => ageRating ?? []);
  const totals = facts.flatMap(({ seriesTotal }) => seriesTotal ?? []);
  const values: SeriesValues = {
    title: findCommonName(facts),
    titleSort: ofSeries('titleSort') ?? null,
    alternateTitles: (ofSeries('alternateTitles') ?? []).map((one, i) => ({ id: String(i + 1), ...one })),
    summary: ofSeries('summary') ?? (facts.length === 1 ? first('summary') : null),
    publisher: first('publisher'),
    imprint: first('imprint'),
    status: ofSeries('status') ?? null,
    // A child must not meet the strictest book of a series through its mildest.
    ageRating: ages.length > 0 ? Math.max(...ages) : null,
    language: first('language'),
    readingDirection: first('readingDirection') as SeriesValues['readingDirection'],
    year: folderYear ?? (years.length > 0 ? Math.min(...years) : null),
    totalVolumeCount: totals.length > 0 ? Math.max(...totals) : null,
    totalChapterCount: ofSeries('totalChapterCount') ?? null,
    authors: unite(
      lists.flatMap(({ authors }) => authors ?? []),
      ({ name, role }) => `${fold(name)} ${role}`,
    ),
    genres: unite(
      lists.flatMap(({ genres }) => genres ?? []),
      fold,
    ),
    tags: unite(
      lists.flatMap(({ tags }) => tags ?? []),
      fold,
    ),
    externalLinks: (ofSeries('externalLinks') ?? []).map((link, i) => ({ id: String(i + 1), ...link })),
    externalIds: (ofSeries('identifiers') ?? []).map(({ scheme, value }) => ({
      source: scheme,
      externalId: value,
      externalUrl: null,
    })),
    customMetadata: null,
  };
  return { values, figures: toFigures(facts) };
}

function toFigures(facts: readonly BookFacts[]): SeriesFigures {
  const released = facts.flatMap(({ releasedAt }) => releasedAt ?? []);
  const ratings = facts.flatMap(({ communityRating }) => communityRating ?? []);
  const [only, another] = facts;
  const isSingle = only !== undefined && another === undefined;
  return {
    releasedAt: released.length > 0 ? released.reduce((a, b) => Math.min(a, b)) : null,
    communityRating: ratings.length > 0 ? ratings.reduce((sum, one) => sum + one, 0) / ratings.length : null,
    ownedVolumeCount: countVolumes(facts),
    isOneshot: isSingle && (only.bookType === 'oneshot' || only.seriesTotal === 1 || isAlone(only)) ? 1 : 0,
  };
}

/** A book that belongs to no series by what it says, and has no number. */
const isAlone = ({ series, number, volume, chapter }: BookFacts): boolean =>
  series === null && number === null && volume === null && chapter === null;

/** Each volume once, however many files it comes in; loose chapters are none. */
function countVolumes(facts: readonly BookFacts[]): number {
  const volumes = new Set<string>();
  for (const { bookId, volume, number, chapter } of facts) {
    if (volume !== null) volumes.add(`v${volume}`);
    else if (chapter === null) volumes.add(number === null ? bookId : `v${number}`);
  }
  return volumes.size;
}

function unite<T>(values: readonly T[], toKey: (value: T) => string): T[] {
  const united = new Map<string, T>();
  for (const value of values) {
    if (united.size >= mostOfEach) break;
    const key = toKey(value);
    if (!united.has(key)) united.set(key, value);
  }
  return [...united.values()];
}

function findCommonName(facts: readonly BookFacts[]): string | null {
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
