// MangaBaka (https://mangabaka.org): manga series aggregated from other sites, with their ids on those sites.
import { toRecord } from '@lectern/contract/records';
import { PluginError } from '#features/plugins/protocol/index.ts';
import type { Asking, Provider, ServiceRequest } from '../kit/index.ts';
import { countOf, findId, recordsOf } from '../kit/index.ts';
import { toFound, toSeries } from './mapping.ts';

const url = 'https://api.mangabaka.org/v1/series';
/** Maximum number of merges to follow: a series may be merged into one that was itself merged. */
const maxMerges = 3;

const notFound = () => new PluginError('not_found', 'MangaBaka has no such series');

function toHeaders({ credentials }: Asking): Record<string, string> {
  const key = credentials.api_key;
  return key === undefined ? {} : { 'x-api-key': key };
}

/** MangaBaka returns some errors with status 200. */
async function ask(asking: Asking, path: string, query?: ServiceRequest['query']) {
  const answer = await asking.ask({ url: url + path, headers: toHeaders(asking), ...(query && { query }) });
  if (answer.status === 404) throw notFound();
  return answer.data ?? answer;
}

export const mangabaka: Provider = {
  name: 'mangabaka',
  displayName: 'MangaBaka',
  description:
    'Manga, manhwa, manhua and light novel series, with their ids on other sites. No key required.',
  homepage: 'https://mangabaka.org',
  instructions:
    'Terms: CC BY-NC-SA 4.0 for data of MangaBaka; other data has the terms of its source. Credit MangaBaka and its sources (https://mangabaka.org/about).',
  credentials: [
    {
      key: 'api_key',
      label: 'API key',
      description: 'Optional. Shown in the settings of your MangaBaka account.',
      type: 'password',
    },
  ],
  config: [
    {
      key: 'adult',
      label: 'Adult titles',
      type: 'boolean',
      default: false,
      description: 'Include adult titles in search results.',
    },
  ],
  pace: { intervalMs: 1_000, burst: 5 },
  keepDays: 7,
  series: {
    async search(asking, { query, limit }) {
      const rated = asking.config.adult === true ? {} : { content_rating: ['safe', 'suggestive'] };
      const found = await ask(asking, '/search', { q: query, limit, ...rated });
      return recordsOf(found)
        .filter(({ state }) => state !== 'deleted' && state !== 'merged')
        .flatMap(toFound);
    },
    async get(asking, externalId) {
      let id = findId(externalId, /^(\d{1,9})$/, /^https:\/\/mangabaka\.(?:org|dev)\/(\d{1,9})(?:\/|$)/);
      for (let count = 0; count <= maxMerges && id !== undefined; count += 1) {
        const series = toRecord(await ask(asking, `/${id}`));
        if (series.state === 'deleted') break;
        if (series.state !== 'merged') return toSeries(series);
        id = countOf(series.merged_with)?.toString();
      }
      throw notFound();
    },
  },
};
