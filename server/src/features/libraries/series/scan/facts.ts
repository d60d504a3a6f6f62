// Metadata of a series, aggregated from its books. Pure.

import { readingDirections } from '@lectern/contract/values';
import type { SeriesMetadata as SeriesFacts } from '@lectern/formats/metadata';
import { fold } from '#infrastructure/text/fold.ts';
import type { SeriesTable } from '#schema/tables/libraries/series.ts';
import type { SeriesValues } from '../metadata/fields.ts';
import type { BookFacts } from './store.ts';

/** Values that cannot be edited but are used by lists. */
type SeriesFigures = Pick<SeriesTable, 'releasedAt' | 'communityRating' | 'ownedVolumeCount' | 'isOneshot'>;

export interface SeriesSummary {
  /**
   * Null where the books have no value or differ. The title is the series name that more than half of the books have.
   */
  values: SeriesValues;
  figures: SeriesFigures;
}

interface Lists {
  authors?: SeriesValues['authors'];
  genres?: string[];
  tags?: string[];
  seriesFacts?: SeriesFacts;
}

/** Maximum number of list values that a series inherits from its books. */
const maxOfEachKind = 200;

/** Fields that use the first value found in the books. */
const inheritedFields = ['publisher', 'imprint', 'language', 'readingDirection', 'summary'] as const;

/** Processes books one by one: a series may have more books than fit in memory. */
export class Summary {
  readonly #first: Partial<Pick<BookFacts, (typeof inheritedFields)[number]>> = {};
  #ofSeries: Partial<SeriesFacts> = {};
  #year: number | null = null;
  #ageRating: number | null = null;
  #total: number | null = null;
  readonly #names = createCommonName();
  readonly #figures = createFigures();
  readonly #authors = createUnion<SeriesValues['authors'][number]>(
    ({ name, role }) => `${fold(name)} ${role}`,
  );
  readonly #genres;
  readonly #tags;

  constructor() {
    const genres = createUnion(fold);
    const tags = createUnion(fold);
    this.#genres = genres;
    this.#tags = tags;
  }

  /** Adds the next book. Books must be added in series order. */
  add(fact: BookFacts): void {
    const lists: Lists = fact.lists === null ? {} : JSON.parse(fact.lists);
    for (const field of inheritedFields) if (fact[field] !== null) this.#first[field] ??= fact[field];
    // The last book with series metadata wins.
    this.#ofSeries = { ...this.#ofSeries, ...lists.seriesFacts };
    this.#year = toLeast(
      this.#year,
      fact.releaseDate === null ? null : Number.parseInt(fact.releaseDate, 10),
    );
    // The highest rating, so that the strictest book is not exposed through a milder one.
    this.#ageRating = toMost(this.#ageRating, fact.ageRating);
    this.#total = toMost(this.#total, fact.seriesTotal);
    this.#authors.add(lists.authors);
    this.#genres.add(lists.genres);
    this.#tags.add(lists.tags);
    this.#names.add(fact.series);
    this.#figures.add(fact);
  }

  /** `folderYear` is the year in the name of the folder. */
  finish(folderYear: number | null): SeriesSummary {
    const isSingle = this.#figures.count() === 1;
    const values: SeriesValues = {
      title: this.#names.find(this.#figures.count()),
      titleSort: this.#ofSeries.titleSort ?? null,
      alternateTitles: (this.#ofSeries.alternateTitles ?? []).map((one, i) => ({
        id: String(i + 1),
        ...one,
      })),
      summary: this.#ofSeries.summary ?? (isSingle ? (this.#first.summary ?? null) : null),
      publisher: this.#first.publisher ?? null,
      imprint: this.#first.imprint ?? null,
      status: this.#ofSeries.status ?? null,
      ageRating: this.#ageRating,
      language: this.#first.language ?? null,
      readingDirection: readingDirections.find((one) => one === this.#first.readingDirection) ?? null,
      year: folderYear ?? this.#year,
      totalVolumeCount: this.#total,
      totalChapterCount: this.#ofSeries.totalChapterCount ?? null,
      authors: this.#authors.list(),
      genres: this.#genres.list(),
      tags: this.#tags.list(),
      externalLinks: (this.#ofSeries.externalLinks ?? []).map((link, i) => ({ id: String(i + 1), ...link })),
      externalIds: (this.#ofSeries.identifiers ?? []).map(({ scheme, value }) => ({
        source: scheme,
        externalId: value,
        externalUrl: null,
      })),
      externalRatings: [],
      customMetadata: null,
    };
    return { values, figures: this.#figures.finish() };
  }
}

const toLeast = (known: number | null, value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? known : Math.min(known ?? value, value);
const toMost = (known: number | null, value: number | null): number | null =>
  value === null ? known : Math.max(known ?? value, value);

function createFigures() {
  let count = 0;
  let only: BookFacts | undefined;
  let releasedAt: number | null = null;
  const ratings = { count: 0, sum: 0 };
  /** Counts each volume once, regardless of the number of its files. Loose chapters do not count. */
  const volumes = new Set<string>();
  return {
    count: () => count,
    add(fact: BookFacts): void {
      only = count++ === 0 ? fact : undefined;
      releasedAt = toLeast(releasedAt, fact.releasedAt);
      if (fact.communityRating !== null) {
        ratings.count++;
        ratings.sum += fact.communityRating;
      }
      const { bookId, volume, number, chapter } = fact;
      if (volume !== null) volumes.add(`v${volume}`);
      else if (chapter === null) volumes.add(number === null ? bookId : `v${number}`);
    },
    finish: (): SeriesFigures => ({
      releasedAt,
      communityRating: ratings.count > 0 ? ratings.sum / ratings.count : null,
      ownedVolumeCount: volumes.size,
      isOneshot: only && (only.bookType === 'oneshot' || only.seriesTotal === 1 || isAlone(only)) ? 1 : 0,
    }),
  };
}

/** Whether a book's metadata has neither a series nor a number. */
const isAlone = ({ series, number, volume, chapter }: BookFacts): boolean =>
  series === null && number === null && volume === null && chapter === null;

function createUnion<T>(toKey: (value: T) => string) {
  const united = new Map<string, T>();
  return {
    add(values: readonly T[] = []): void {
      for (const value of values) {
        if (united.size >= maxOfEachKind) return;
        const key = toKey(value);
        if (!united.has(key)) united.set(key, value);
      }
    },
    list: () => [...united.values()],
  };
}

function createCommonName() {
  const counts = new Map<string, { name: string; count: number }>();
  return {
    add(name: string | null): void {
      if (name === null) return;
      const key = fold(name);
      const entry = counts.get(key) ?? { name, count: 0 };
      entry.count++;
      counts.set(key, entry);
    },
    /** The name given by more than half of the books. */
    find(books: number): string | null {
      const [best] = [...counts.values()].sort((a, b) => b.count - a.count);
      return best && best.count * 2 > books ? best.name : null;
    },
  };
}
