// MangaBaka (https://mangabaka.org): series of manga, gathered from other sites, with their ids there.
import { toRecord } from '@lectern/contract/records';
import { PluginError } from '../../plugin-protocol/index.ts';
import type { Asking, Provider, ServiceRequest } from '../../provider-kit/index.ts';
import { countOf, findId, recordsOf } from '../../provider-kit/index.ts';
import { toFound, toSeries } from './mapping.ts';

const url = 'https://api.mangabaka.org/v1/series';
/** Series that became one of others, which became one of others. */
const maxMerges = 3;

const notFound = () => new PluginError('not_found', 'MangaBaka does not know that');

function toHeaders({ credentials }: Asking): Record<string, string> {
  const key = credentials.api_key;
  return key === undefined ? {} : { 'x-api-key': key };
}

/** It says some errors in an answer with status 200. */
async function ask(asking: Asking, path: string, query?: ServiceRequest['query']) {
  const answer = await asking.ask({ url: url + path, headers: toHeaders(asking), ...(query && { query }) });
  if (answer.status === 404) throw notFound();
  return answer.data ?? answer;
}

export const mangabaka: Provider = {
  name: 'mangabaka',
  displayName: 'MangaBaka',
  description:
    'Series of manga, manhwa, manhua and light novels, with their ids at the other sites. No key is needed.',
  homepage: 'https://mangabaka.org',
  instructions:
    'Terms: CC BY-NC-SA 4.0 for its own data, those of its sources for theirs; credit MangaBaka and its sources (https://mangabaka.org/about).',
  credentials: [
    {
      key: 'api_key',
      label: 'API key',
      description: 'Optional; from the settings of your account.',
      type: 'password',
    },
  ],
  config: [
    {
      key: 'adult',
      label: 'Adult titles',
      type: 'boolean',
      default: false,
      description: 'Search for them, too.',
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
