// What a provider says of a series or book, in the names of our fields. Pure.
import { parseIsbn } from '@lectern/formats/values/isbn';
import type { BookFields, SeriesFields } from '../plugin-protocol/index.ts';

export interface ProviderNames {
  /** The plugin's own name: its ids have the source `plugin:<name>`. */
  source: string;
  displayName: string;
}

/** Values by field, not validated yet; what is not said is undefined. */
export type Said = Record<string, unknown>;

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

/** The plain rating has no scale of its own: plugins give it out of ten. */
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

/** Titles beside the first, each once. */
const toTitles = (said: SeriesFields) => {
  const titles = new Map<string, { title: string; label: string }>();
  for (const { title, language, titleType } of said.alternateTitles ?? [])
    if (title !== said.title && !titles.has(title))
      titles.set(title, { title, label: language ?? titleType ?? '' });
  return [...titles.values()];
};

export const toSeriesSaid = (said: SeriesFields, externalId: string, names: ProviderNames): Said => ({
  title: said.title,
  alternateTitles: whenAny(toTitles(said)),
  summary: said.summary,
  publisher: said.publisher,
  // Not to know is no status.
  status: said.status === 'unknown' ? undefined : said.status,
  ageRating: said.ageRating,
  language: said.language,
  readingDirection: said.readingDirection,
  year: said.year,
  // Nought is what services say of what goes on.
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
 * Number, volume and chapter say which book of its series a file is: what the file says of them stays. A book of a list is
 * found by them, and a provider that counts otherwise would put it elsewhere.
 */
export const toBookSaid = (said: BookFields, externalId: string, names: ProviderNames): Said => ({
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
