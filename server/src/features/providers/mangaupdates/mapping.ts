// Maps MangaUpdates series to the plugin protocol. Pure.
import { toRecord } from '@lectern/contract/records';
import type { ProviderSearchResult } from '../kit/index.ts';
import {
  addressOf,
  compact,
  countOf,
  numberOf,
  otherTitles,
  plainOf,
  recordsOf,
  textOf,
  textsOf,
  yearOf,
} from '../kit/index.ts';

type Series = Readonly<Record<string, unknown>>;

const maxTags = 15;
const formats: Readonly<Record<string, string>> = {
  Manga: 'manga',
  Novel: 'light_novel',
  Manhwa: 'manhwa',
  Manhua: 'manhua',
  OEL: 'manga',
};
const directions: Readonly<Record<string, string>> = {
  Manga: 'rtl',
  Manhwa: 'ttb',
  Manhua: 'ttb',
  OEL: 'ltr',
};
/** Novel titles end with ` (Novel)`, in addition to the type field. */
const toTitle = (title: unknown): string | undefined => plainOf(title)?.replace(/ \(Novel\)$/, '');

const isAdult = (series: Series): boolean =>
  textsOf(series.genres, 'genre').some((genre) => genre === 'Adult' || genre === 'Hentai');

/** Skips adult titles unless `withAdult` is set. */
export function toFound({ record, hit_title: hit }: Series, withAdult: boolean): ProviderSearchResult[] {
  const series = toRecord(record);
  const id = countOf(series.series_id);
  const title = toTitle(series.title);
  const rating = numberOf(series.bayesian_rating);
  if (id === undefined || title === undefined || (!withAdult && isAdult(series))) return [];
  return [
    {
      externalId: String(id),
      title,
      // The search may have matched an alternate title.
      alternateTitles: otherTitles(title, [toTitle(hit)]),
      year: yearOf(series.year),
      coverUrl: toCover(series),
      preview: {
        description: plainOf(series.description),
        genres: textsOf(series.genres, 'genre'),
        format: formats[String(series.type)],
        rating: rating || undefined,
      },
    },
  ];
}

export function toSeries(series: Series): Record<string, unknown> {
  const id = countOf(series.series_id);
  const rating = numberOf(series.bayesian_rating);
  const { status, volumes } = readStatus(textOf(series.status) ?? '');
  return compact({
    externalId: String(id),
    externalUrl: addressOf(series.url) ?? `https://www.mangaupdates.com/series/${id?.toString(36)}`,
    title: toTitle(series.title),
    alternateTitles: textsOf(series.associated, 'title').flatMap((one) => {
      const title = plainOf(one);
      return title === undefined ? [] : [{ title }];
    }),
    summary: plainOf(series.description),
    status: series.completed === true ? (status ?? 'ended') : status,
    // May be a range such as `1999-2003`.
    year: yearOf(series.year),
    totalVolumeCount: volumes,
    ageRating: isAdult(series) ? 18 : undefined,
    readingDirection: directions[String(series.type)],
    genres: textsOf(series.genres, 'genre'),
    tags: toTags(series),
    authors: recordsOf(series.authors).flatMap(({ name, type }) => {
      const known = plainOf(name);
      return known === undefined ? [] : [{ name: known, role: type === 'Artist' ? 'penciller' : 'writer' }];
    }),
    publisher: toPublisher(series),
    coverUrl: toCover(series),
    externalRatings: rating
      ? [
          {
            score: Math.min(rating * 10, 100),
            source: 'mangaupdates',
            ...(countOf(series.rating_votes) && { voteCount: countOf(series.rating_votes) }),
          },
        ]
      : [],
    externalIds: [{ source: 'api:mangaupdates', externalId: String(id) }],
  });
}

const toCover = ({ image }: Series): string | undefined => addressOf(toRecord(toRecord(image).url).original);

/**
 * Parses prose such as `27 Volumes (Complete)`, with one line per edition. The count is the total if the series is
 * complete.
 */
function readStatus(prose: string): { status: string | undefined; volumes: number | undefined } {
  const [first = ''] = prose.split(/\r?\n|<br/i);
  const words = first.toLowerCase();
  const [, count] = /(\d{1,4}) volumes?\b/.exec(words) ?? [];
  const isComplete = words.includes('complete');
  const isOver = /cancel|discontinu|dropped|axed/.test(words);
  const status = isOver
    ? 'abandoned'
    : words.includes('hiatus')
      ? 'hiatus'
      : isComplete
        ? 'ended'
        : words.includes('ongoing')
          ? 'ongoing'
          : undefined;
  return { status, volumes: isComplete && count !== undefined ? Number(count) : undefined };
}

/** Categories with the most votes. */
const toTags = ({ categories }: Series): string[] =>
  textsOf(
    recordsOf(categories)
      .filter(({ votes }) => Number(votes) > 0)
      .toSorted((one, other) => Number(other.votes) - Number(one.votes)),
    'category',
  ).slice(0, maxTags);

/** Prefers the publisher of the English edition. */
function toPublisher({ publishers }: Series): string | undefined {
  const all = recordsOf(publishers);
  const named = (type: string) => plainOf(all.find((one) => one.type === type)?.publisher_name);
  return named('English') ?? named('Original');
}
