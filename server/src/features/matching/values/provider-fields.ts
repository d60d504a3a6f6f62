// Maps a provider's description of a series or book to Lectern's fields. Pure.
import { parseIsbn } from '@lectern/formats/values/isbn';
import type { BookFields, SeriesFields } from '#features/plugins/protocol/index.ts';

export interface ProviderNames {
  /** Plugin name. Its ids have the source `plugin:<name>`. */
  source: string;
  displayName: string;
}

/** Unvalidated values by field. Missing values are undefined. */
export type ProviderFields = Record<string, unknown>;

type Shared = Pick<
  SeriesFields & BookFields,
  ('externalId' | 'externalUrl' | 'externalIds' | 'externalLinks' | 'externalRatings') & string
> & { rating?: number | undefined };

const toLinks = (said: Shared, { displayName }: ProviderNames) => [
  ...(said.externalUrl === undefined ? [] : [{ sourceName: displayName, url: said.externalUrl }]),
  ...(said.externalLinks ?? []).map(({ url, label }) => ({ sourceName: label, url })),
];

const toIds = (said: Shared, externalId: string, { source }: ProviderNames) => [
  { source: `plugin:${source}`, externalId, externalUrl: said.externalUrl ?? null },
  ...(said.externalIds ?? []).map((one) => ({
    source: one.source.replace(/^api:/, ''),
    externalId: one.externalId,
    externalUrl: null,
  })),
];

/** `rating` has no scale in the protocol; plugins use 0 to 10. */
function toRatings({ externalRatings = [], rating }: Shared, { displayName }: ProviderNames) {
  if (externalRatings.length > 0 || rating === undefined || rating <= 0)
    return externalRatings.map(({ source, score, voteCount }) => ({ source, score, voteCount }));
  return [{ source: displayName, score: rating <= 10 ? rating * 10 : rating, voteCount: null }];
}

const toAuthors = (
  authors: { name: string; role: string; sortName?: string | null | undefined }[] | undefined,
  ...others: { names: readonly (string | undefined)[]; role: string }[]
) => [
  ...(authors ?? []),
  ...others.flatMap(({ names, role }) => names.flatMap((name) => (name ? [{ name, role }] : []))),
];

const whenAny = <T>(list: readonly T[] | undefined): readonly T[] | undefined =>
  list && list.length > 0 ? list : undefined;

/** Alternate titles without duplicates. */
const toTitles = (said: SeriesFields) => {
  const titles = new Map<string, { title: string; label: string }>();
  for (const { title, language, titleType } of said.alternateTitles ?? [])
    if (title !== said.title && !titles.has(title))
      titles.set(title, { title, label: language ?? titleType ?? '' });
  return [...titles.values()];
};

export const toSeriesSaid = (
  said: SeriesFields,
  externalId: string,
  names: ProviderNames,
): ProviderFields => ({
  title: said.title,
  alternateTitles: whenAny(toTitles(said)),
  summary: said.summary,
  publisher: said.publisher,
  // `unknown` is not a status.
  status: said.status === 'unknown' ? undefined : said.status,
  ageRating: said.ageRating,
  language: said.language,
  readingDirection: said.readingDirection,
  year: said.year,
  // Services send 0 for running series.
  totalVolumeCount: said.totalVolumeCount || undefined,
  totalChapterCount: Math.trunc(said.totalChapterCount ?? 0) || undefined,
  authors: whenAny(toAuthors(said.authors, { names: said.artists ?? [], role: 'illustrator' })),
  genres: whenAny(said.genres),
  tags: whenAny(said.tags),
  externalLinks: whenAny(toLinks(said, names)),
  externalIds: toIds(said, externalId, names),
  externalRatings: whenAny(toRatings(said, names)),
});

/**
 * Omits number, volume and chapter: these identify the book within its series, and the file's values stay. Read lists
 * find books by them, and a provider with a different numbering would move the book.
 */
export const toBookSaid = (said: BookFields, externalId: string, names: ProviderNames): ProviderFields => ({
  title: said.title,
  subtitle: said.subtitle,
  summary: said.summary,
  bookType: said.bookType,
  publisher: said.publisher,
  language: said.language,
  releaseDate: said.releaseDate ?? (said.year === undefined ? undefined : String(said.year).padStart(4, '0')),
  authors: whenAny(
    toAuthors(
      said.authors,
      { names: said.artists ?? [], role: 'illustrator' },
      { names: [said.translator], role: 'translator' },
    ),
  ),
  isbns: whenAny([
    ...new Set([said.isbn ?? '', ...(said.isbns ?? [])].flatMap((isbn) => parseIsbn(isbn) ?? [])),
  ]),
  subjects: whenAny(said.subjects),
  genres: whenAny(said.genres),
  tags: whenAny(said.tags),
  seriesPosition: said.seriesPosition,
  seriesTotal: said.seriesTotal || undefined,
  edition: said.edition,
  originalTitle: said.originalTitle,
  originalYear: said.originalYear,
  awards: whenAny((said.awards ?? []).filter(({ won }) => won !== false).map(({ name }) => name)),
  externalLinks: whenAny(toLinks(said, names)),
  externalIds: toIds(said, externalId, names),
  externalRatings: whenAny(toRatings(said, names)),
});
