// Comic Vine (https://comicvine.gamespot.com/api/documentation): comic series ("volumes") and issues. Requires an API
// key.
import { toRecord } from '@lectern/contract/records';
import { PluginError } from '#features/plugins/protocol/index.ts';
import type { Asking, Provider } from '../kit/index.ts';
import { findId, numberOf, recordsOf, textOf, yearOf } from '../kit/index.ts';
import {
  issueFields,
  toFoundIssue,
  toFoundSeries,
  toIssue,
  toSeries,
  volumeFields,
  wholeIssueFields,
} from './mapping.ts';

const url = 'https://comicvine.gamespot.com/api';

const notFound = (what: string) => new PluginError('not_found', what);

const seriesIds = [
  /^(?:4050-)?(\d{1,9})(?:@\d{4})?$/,
  /^https:\/\/comicvine\.gamespot\.com\/[^/?#]{1,200}\/4050-(\d{1,9})\/?$/,
];
const issueIds = [
  /^(?:4000-)?(\d{1,9})$/,
  /^https:\/\/comicvine\.gamespot\.com\/[^/?#]{1,200}\/4000-(\d{1,9})\/?$/,
];

/** The numeric id and, for ids created by Lectern, the start year of the series. */
function readId(externalId: string, kind: 4000 | 4050): { id: string; year: number | undefined } {
  const id = findId(externalId, ...(kind === 4050 ? seriesIds : issueIds));
  if (id === undefined) throw notFound('Not a Comic Vine id');
  return { id, year: yearOf(findId(externalId, /@(\d{4})$/)) };
}

/** Comic Vine reports errors in `error` and `status_code`, often with status 200. */
function findFault(status: number, body: Readonly<Record<string, unknown>>): PluginError | undefined {
  const code = numberOf(body.status_code);
  const said = textOf(body.error);
  if (status === 401 || code === 100)
    return new PluginError('authentication', 'Comic Vine rejected the API key');
  if (code === 101) return notFound('Comic Vine has no such entry');
  if (code === 107 || /rate limit/i.test(said ?? ''))
    return new PluginError('rate_limited', 'The request limit of Comic Vine is reached', {
      retryAfterSeconds: 3_600,
    });
  if (said === undefined || said === 'OK') return undefined;
  return new PluginError('upstream', `Comic Vine returned an error: ${said.slice(0, 200)}`);
}

/** Comic Vine limits requests per resource, so each resource has its own lane. */
const ask = (asking: Asking, lane: string, path: string, query: Record<string, string | number>) =>
  asking.ask({
    url: `${url}${path}`,
    lane,
    query: { api_key: asking.credentials.api_key, format: 'json', ...query },
  });

async function search(asking: Asking, resources: 'volume' | 'issue', query: string, limit: number) {
  const fields = resources === 'volume' ? volumeFields : issueFields;
  const wanted = { resources, query, limit, field_list: fields };
  const { results } = await ask(asking, 'search', '/search/', wanted);
  return recordsOf(results);
}

export const comicVine: Provider = {
  name: 'comicvine',
  displayName: 'Comic Vine',
  description: 'Comic series and issues from all countries, with credits. Requires a free API key.',
  homepage: 'https://comicvine.gamespot.com',
  instructions:
    'Sign in at https://comicvine.gamespot.com/api to get your key. Terms: non-commercial use, with a link to Comic Vine.',
  credentials: [{ key: 'api_key', label: 'API key', required: true, type: 'password' }],
  // Limit: 200 requests per hour and resource.
  pace: { intervalMs: 1_200, burst: 3, window: { ms: 60 * 60 * 1000, count: 195 } },
  keepDays: 7,
  findFault,
  series: {
    async search(asking, { query, limit }) {
      return (await search(asking, 'volume', query, limit)).flatMap(toFoundSeries);
    },
    async get(asking, externalId) {
      const { id, year } = readId(externalId, 4050);
      const { results } = await ask(asking, 'volume', `/volume/4050-${id}/`, { field_list: volumeFields });
      const volume = toRecord(results);
      const startYear = yearOf(volume.start_year);
      // Comic Vine reuses ids. A start year that differs by more than one year belongs to another series.
      if (year !== undefined && startYear !== undefined && Math.abs(startYear - year) > 1)
        throw notFound('This id now belongs to another series');
      return toSeries(volume);
    },
  },
  books: {
    async search(asking, { query, isbn, limit }) {
      // Comic Vine does not store ISBNs.
      if (isbn !== undefined) return [];
      return (await search(asking, 'issue', query, limit)).flatMap(toFoundIssue);
    },
    async get(asking, externalId) {
      const { id } = readId(externalId, 4000);
      const { results } = await ask(asking, 'issue', `/issue/4000-${id}/`, { field_list: wholeIssueFields });
      return toIssue(toRecord(results));
    },
  },
};
