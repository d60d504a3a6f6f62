// Maps MangaBaka series to the plugin protocol. Pure.
import { toRecord } from '@lectern/contract/records';
import type { SeriesStatus } from '@lectern/contract/values';
import type { ProviderSearchResult } from '../kit/index.ts';
import {
  addressOf,
  compact,
  countOf,
  eachTitleOnce,
  numberOf,
  otherTitles,
  plainOf,
  recordsOf,
  textOf,
  textsOf,
} from '../kit/index.ts';

type Series = Readonly<Record<string, unknown>>;

const statuses: Readonly<Record<string, SeriesStatus>> = {
  releasing: 'ongoing',
  completed: 'ended',
  hiatus: 'hiatus',
  cancelled: 'abandoned',
};
const formats: Readonly<Record<string, string>> = { novel: 'light_novel', oel: 'manga', other: 'comic' };
const directions: Readonly<Record<string, string>> = {
  manga: 'rtl',
  manhwa: 'ttb',
  manhua: 'ttb',
  oel: 'ltr',
};
const ages: Readonly<Record<string, number>> = { safe: 0, suggestive: 16, erotica: 18, pornographic: 18 };
const sources: Readonly<Record<string, string>> = {
  anilist: 'anilist',
  my_anime_list: 'myanimelist',
  manga_updates: 'mangaupdates',
  mangadex: 'mangadex',
  kitsu: 'kitsu',
  anime_planet: 'animeplanet',
  anime_news_network: 'animenewsnetwork',
  shikimori: 'shikimori',
};

const pageOf = (id: number | undefined): string => `https://mangabaka.org/${id}`;

export function toFound(series: Series): ProviderSearchResult[] {
  const id = countOf(series.id);
  const title = textOf(series.title);
  const rating = numberOf(series.rating);
  if (id === undefined || title === undefined) return [];
  return [
    {
      externalId: String(id),
      title,
      alternateTitles: otherTitles(
        title,
        toAlternates(series).map((one) => one.title),
      ),
      year: countOf(series.year),
      coverUrl: toCover(series.cover),
      preview: {
        status: statuses[String(series.status)],
        description: plainOf(series.description),
        genres: toWords(series.genres),
        authors: textsOf(series.authors),
        format: formats[String(series.type)] ?? textOf(series.type),
        rating: rating === undefined ? undefined : Math.min(rating / 10, 10),
        bookCount: countOf(series.final_volume),
      },
    },
  ];
}

export function toSeries(series: Series): Record<string, unknown> {
  const id = countOf(series.id);
  const from = Object.entries(toRecord(series.source)).map(
    ([name, value]) => [sources[name], toRecord(value)] as const,
  );
  const authors = textsOf(series.authors);
  return compact({
    externalId: String(id),
    externalUrl: pageOf(id),
    title: textOf(series.title),
    alternateTitles: toAlternates(series),
    summary: plainOf(series.description),
    status: statuses[String(series.status)],
    year: countOf(series.year),
    // MangaBaka sends all volume and chapter numbers as text.
    totalVolumeCount: countOf(series.final_volume),
    totalChapterCount: numberOf(series.total_chapters) || undefined,
    ageRating: ages[String(series.content_rating)],
    readingDirection: directions[String(series.type)],
    genres: toWords(series.genres),
    tags: toWords(series.tags),
    authors: [
      ...authors.map((name) => ({ name, role: 'writer' })),
      ...textsOf(series.artists).map((name) => ({ name, role: 'penciller' })),
    ],
    publisher: toPublisher(series),
    coverUrl: toCover(series.cover),
    externalRatings: from.flatMap(([source, { rating_normalized: rating }]) => {
      const score = numberOf(rating);
      return source === undefined || score === undefined || score > 100 ? [] : [{ score, source }];
    }),
    externalLinks: textsOf(series.links).flatMap(toLink),
    externalIds: [
      { source: 'api:mangabaka', externalId: String(id) },
      ...from.flatMap(([source, value]) => {
        const externalId = textOf(value.id);
        return source === undefined || externalId === undefined
          ? []
          : [{ source: `api:${source}`, externalId }];
      }),
    ],
  });
}

/** Titles from `{ ja: [{ type, title }] }`, plus the native and the romanized title. */
function toAlternates(series: Series) {
  const all = [
    { title: textOf(series.native_title), titleType: 'native' },
    { title: textOf(series.romanized_title), titleType: 'romaji' },
    ...Object.entries(toRecord(series.secondary_titles)).flatMap(([language, titles]) =>
      recordsOf(titles).map(({ title, type }) => ({
        title: textOf(title),
        language,
        ...(textOf(type) && { titleType: textOf(type) }),
      })),
    ),
  ];
  return eachTitleOnce(textOf(series.title), all);
}

/** `cover` is a URL in older responses and an object with several sizes in newer ones. */
const toCover = (cover: unknown): string | undefined => {
  const { raw, x350 } = toRecord(cover);
  return addressOf(toRecord(raw).url) ?? addressOf(toRecord(x350).x1) ?? addressOf(cover);
};

/** `slice_of_life` → `Slice of life`. */
const toWords = (values: unknown): string[] =>
  textsOf(values).map((text) => {
    const words = text.replaceAll('_', ' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
  });

/** Prefers the publisher of the English edition. */
function toPublisher(series: Series): string | undefined {
  const all = recordsOf(series.publishers);
  const named = (type: string) => textOf(all.find((one) => one.type === type)?.name);
  return named('English') ?? named('Original') ?? textOf(all[0]?.name);
}

function toLink(text: string) {
  const url = addressOf(text);
  return url === undefined ? [] : [{ url, label: new URL(url).hostname.replace(/^www\./, '') }];
}
