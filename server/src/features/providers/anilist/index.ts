// AniList (https://docs.anilist.co): manga and light novel series, by GraphQL.
import { toRecord } from '@lectern/contract/records';
import { PluginError } from '#features/plugins/protocol/index.ts';
import type { Asking, Provider } from '../kit/index.ts';
import { findId, recordsOf } from '../kit/index.ts';
import { toFound, toSeries } from './mapping.ts';

const url = 'https://graphql.anilist.co/';

const shared = `id title { romaji english native } synonyms format status(version: 2) description(asHtml: false)
  startDate { year } isAdult genres averageScore volumes coverImage { extraLarge large }
  staff(perPage: 25) { edges { role node { name { full } } } }`;
const searchQuery = `query ($search: String, $perPage: Int, $isAdult: Boolean) {
  Page(perPage: $perPage) {
    media(search: $search, type: MANGA, sort: SEARCH_MATCH, isAdult: $isAdult) { ${shared} }
  }
}`;
const getQuery = `query ($id: Int) {
  Media(id: $id, type: MANGA) {
    ${shared} idMal chapters countryOfOrigin bannerImage siteUrl
    tags { name rank isMediaSpoiler isGeneralSpoiler }
    externalLinks { site url type }
  }
}`;

/** Throws PluginError `not_found` for an invalid id. */
function toId(externalId: string): number {
  const id = findId(externalId, /^(\d{1,9})$/, /^https:\/\/anilist\.co\/manga\/(\d{1,9})(?:\/|$)/);
  if (id === undefined) throw new PluginError('not_found', 'Not an AniList id');
  return Number(id);
}

const ask = async ({ ask: send }: Asking, query: string, variables: object) =>
  toRecord((await send({ url, json: { query, variables } })).data);

const titleLanguageOf = ({ config }: Asking) =>
  config.titleLanguage === 'romaji' || config.titleLanguage === 'native' ? config.titleLanguage : 'english';

export const anilist: Provider = {
  name: 'anilist',
  displayName: 'AniList',
  description: 'Manga, manhwa, manhua and light novel series, with staff, tags and ratings. No key required.',
  homepage: 'https://anilist.co',
  instructions:
    'Terms: free for non-commercial servers; data may be requested on demand but not collected (https://docs.anilist.co/guide/terms-of-use).',
  config: [
    {
      key: 'titleLanguage',
      label: 'Title',
      type: 'string',
      default: 'english',
      description: 'english, romaji or native. Title used for a series; the others become alternate titles.',
    },
    {
      key: 'adult',
      label: 'Adult titles',
      type: 'boolean',
      default: false,
      description: 'Include adult titles in search results.',
    },
  ],
  // Limit: 30 requests per minute (90 according to the documentation).
  pace: { intervalMs: 2_400, burst: 5 },
  keepDays: 7,
  findFault(status, body) {
    // AniList reports an exceeded limit only by status 429. It answers 403 during an outage.
    if (status === 403) return new PluginError('upstream', 'AniList is temporarily unavailable');
    const { status: inside } = toRecord(recordsOf(body.errors)[0]);
    return inside === 404 ? new PluginError('not_found', 'AniList has no such series') : undefined;
  },
  series: {
    async search(asking, { query, limit }) {
      const isAdult = asking.config.adult === true ? {} : { isAdult: false };
      const { Page } = await ask(asking, searchQuery, { search: query, perPage: limit, ...isAdult });
      return recordsOf(toRecord(Page).media).flatMap((media) => toFound(media, titleLanguageOf(asking)));
    },
    async get(asking, externalId) {
      const { Media } = await ask(asking, getQuery, { id: toId(externalId) });
      if (!Media) throw new PluginError('not_found', 'AniList has no such series');
      return toSeries(toRecord(Media), titleLanguageOf(asking));
    },
  },
};
