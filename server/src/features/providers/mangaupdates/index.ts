// MangaUpdates (https://api.mangaupdates.com): manga series, with categories that readers vote on.
import { PluginError } from '#features/plugins/protocol/index.ts';
import type { Provider } from '../kit/index.ts';
import { findId, recordsOf } from '../kit/index.ts';
import { toFound, toSeries } from './mapping.ts';

const url = 'https://api.mangaupdates.com/v1/series';

/** Ids are numbers larger than 32 bits. Page URLs encode them in base 36: `33kjlmn` is 6746252351. */
function toId(externalId: string): string {
  const decimal = findId(externalId, /^(\d{1,15})$/, /\/series\.html\?id=(\d{1,15})$/);
  const short = findId(
    externalId,
    /^([0-9a-z]{5,9})$/i,
    /^https:\/\/www\.mangaupdates\.com\/series\/([0-9a-z]{5,9})(?:\/|$)/i,
  );
  if (decimal !== undefined) return decimal;
  if (short === undefined) throw new PluginError('not_found', 'Not a MangaUpdates id');
  return String(Number.parseInt(short, 36));
}

export const mangaupdates: Provider = {
  name: 'mangaupdates',
  displayName: 'MangaUpdates',
  description:
    'Manga, manhwa, manhua and light novel series, with associated titles and categories. No key required.',
  homepage: 'https://www.mangaupdates.com',
  instructions:
    'Terms: credit MangaUpdates, limit the request rate and cache responses (https://api.mangaupdates.com).',
  config: [
    {
      key: 'adult',
      label: 'Adult titles',
      type: 'boolean',
      default: false,
      description: 'Include adult titles in search results.',
    },
  ],
  pace: { intervalMs: 1_500, burst: 3 },
  keepDays: 7,
  series: {
    async search(asking, { query, limit }) {
      const json = { search: query, page: 1, perpage: limit };
      const { results } = await asking.ask({ url: `${url}/search`, json });
      return recordsOf(results).flatMap((result) => toFound(result, asking.config.adult === true));
    },
    async get(asking, externalId) {
      return toSeries(await asking.ask({ url: `${url}/${toId(externalId)}` }));
    },
  },
};
