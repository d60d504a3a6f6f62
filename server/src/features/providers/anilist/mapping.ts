// Maps AniList series to the plugin protocol. Pure.
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

type Media = Readonly<Record<string, unknown>>;
type TitleLanguage = 'english' | 'romaji' | 'native';

const statuses: Readonly<Record<string, SeriesStatus>> = {
  FINISHED: 'ended',
  RELEASING: 'ongoing',
  CANCELLED: 'abandoned',
  HIATUS: 'hiatus',
};
const formats: Readonly<Record<string, string>> = {
  MANGA: 'manga',
  NOVEL: 'light_novel',
  ONE_SHOT: 'one_shot',
};
const languages: Readonly<Record<string, string>> = { JP: 'ja', KR: 'ko', CN: 'zh', TW: 'zh' };
const maxTags = 15;
const leastRank = 60;

export function toFound(media: Media, language: TitleLanguage): ProviderSearchResult[] {
  const id = countOf(media.id);
  const titles = toTitles(media, language);
  if (id === undefined || titles.main === undefined) return [];
  const score = numberOf(media.averageScore);
  return [
    {
      externalId: String(id),
      title: titles.main,
      alternateTitles: otherTitles(titles.main, [...titles.all, ...textsOf(media.synonyms)]),
      year: countOf(toRecord(media.startDate).year),
      coverUrl: toCover(media),
      preview: {
        status: statuses[String(media.status)],
        description: plainOf(media.description),
        genres: textsOf(media.genres),
        authors: [...new Set(toPeople(media).map(({ name }) => name))],
        format: formats[String(media.format)],
        rating: score === undefined ? undefined : score / 10,
        bookCount: countOf(media.volumes),
      },
    },
  ];
}

export function toSeries(media: Media, language: TitleLanguage): Record<string, unknown> {
  const id = countOf(media.id);
  const malId = countOf(media.idMal);
  const score = numberOf(media.averageScore);
  const { main } = toTitles(media, language);
  return compact({
    externalId: String(id),
    externalUrl: addressOf(media.siteUrl) ?? `https://anilist.co/manga/${id}`,
    title: main,
    alternateTitles: toAlternates(media, main),
    summary: plainOf(media.description),
    status: statuses[String(media.status)],
    year: countOf(toRecord(media.startDate).year),
    // Null while the series is running.
    totalVolumeCount: countOf(media.volumes),
    totalChapterCount: countOf(media.chapters),
    ageRating: media.isAdult === true ? 18 : undefined,
    readingDirection: toDirection(media),
    genres: textsOf(media.genres),
    tags: toTags(media),
    authors: toPeople(media),
    coverUrl: toCover(media),
    bannerUrl: addressOf(media.bannerImage),
    rating: score,
    externalRatings: score === undefined ? [] : [{ score, source: 'anilist' }],
    externalLinks: recordsOf(media.externalLinks).flatMap(toLink),
    externalIds: [
      { source: 'api:anilist', externalId: String(id) },
      ...(malId === undefined ? [] : [{ source: 'api:myanimelist', externalId: String(malId) }]),
    ],
  });
}

function toTitles(media: Media, language: TitleLanguage) {
  const title = toRecord(media.title);
  const all = [title[language], title.english, title.romaji, title.native].map(textOf);
  return { main: all.find((one) => one !== undefined), all };
}

function toAlternates(media: Media, main: string | undefined) {
  const { english, romaji, native } = toRecord(media.title);
  const own = languages[String(media.countryOfOrigin)];
  const all = [
    { title: textOf(english), language: 'en' },
    { title: textOf(romaji), titleType: 'romaji' },
    { title: textOf(native), titleType: 'native', ...(own && { language: own }) },
    ...textsOf(media.synonyms).map((title) => ({ title, titleType: 'synonym' })),
  ];
  return eachTitleOnce(main, all);
}

const toCover = ({ coverImage }: Media): string | undefined =>
  addressOf(toRecord(coverImage).extraLarge) ?? addressOf(toRecord(coverImage).large);

/** The reading direction of a novel depends on its translation, so it is not set. */
function toDirection({ format, countryOfOrigin }: Media): string | undefined {
  if (format === 'NOVEL') return undefined;
  if (countryOfOrigin === 'JP') return 'rtl';
  return countryOfOrigin === 'KR' || countryOfOrigin === 'CN' ? 'ttb' : undefined;
}

/** Tags by relevance, without spoilers. */
const toTags = ({ tags }: Media): string[] =>
  textsOf(
    recordsOf(tags)
      .filter((tag) => tag.isMediaSpoiler !== true && tag.isGeneralSpoiler !== true)
      .filter(({ rank }) => (numberOf(rank) ?? 0) >= leastRank)
      .toSorted((one, other) => (numberOf(other.rank) ?? 0) - (numberOf(one.rank) ?? 0)),
  ).slice(0, maxTags);

/** `Story & Art` yields two roles, `Art (vols 1-3)` one. Assistants and translation staff are skipped. */
function toPeople({ staff }: Media): { name: string; role: string }[] {
  return recordsOf(toRecord(staff).edges).flatMap(({ role, node }) => {
    const name = textOf(toRecord(toRecord(node).name).full);
    const [did = ''] = String(role).split('(');
    if (name === undefined) return [];
    const parts = did.split('&').map((part) => part.trim());
    return parts.flatMap((part) => {
      if (part === 'Story' || part === 'Original Story' || part === 'Original Creator')
        return [{ name, role: 'writer' }];
      if (part === 'Art') return [{ name, role: 'penciller' }];
      return part === 'Illustration' ? [{ name, role: 'illustrator' }] : [];
    });
  });
}

function toLink({ site, url, type }: Media) {
  const label = textOf(site);
  const address = addressOf(url);
  if (label === undefined || address === undefined) return [];
  return [
    {
      url: address,
      label,
      linkType: type === 'SOCIAL' ? 'social' : type === 'STREAMING' ? 'read' : 'official',
    },
  ];
}
