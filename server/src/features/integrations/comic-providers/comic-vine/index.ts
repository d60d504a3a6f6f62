// Comic Vine (https://comicvine.gamespot.com/api/documentation): series ("volumes") and issues of comics, with a key of one's own.
import { toRecord } from '@lectern/contract/records';
import { PluginError } from '../../plugin-protocol/index.ts';
import type { Asking, Provider } from '../../provider-kit/index.ts';
import { findId, numberOf, recordsOf, textOf, yearOf } from '../../provider-kit/index.ts';
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

/** Its number and, where it is ours, the year that the series began. */
function readId(externalId: string, kind: 4000 | 4050): { id: string; year: number | undefined } {
  const id = findId(externalId, ...(kind === 4050 ? seriesIds : issueIds));
  if (id === undefined) throw notFound('This is no id of Comic Vine');
  return { id, year: yearOf(findId(externalId, /@(\d{4})$/)) };
}

/** Every answer says how it went in `error` and `status_code`, often with status 200. */
function findFault(status: number, body: Readonly<Record<string, unknown>>): PluginError | undefined {
  const [code, said] = [numberOf(body.status_code), textOf(body.error)];
  if (status === 401 || code === 100) return new PluginError('authentication', 'Comic Vine refuses the key');
  if (code === 101) return notFound('Comic Vine does not know that');
  if (code === 107 || /rate limit/i.test(said ?? ''))
    return new PluginError('rate_limited', 'Comic Vine is asked too often', { retryAfterSeconds: 3_600 });
  if (said === undefined || said === 'OK') return undefined;
  return new PluginError('upstream', `Comic Vine says: ${said.slice(0, 200)}`);
}

/** It counts requests for each resource. */
const ask = (asking: Asking, lane: string, path: string, query: Record<string, string | number>) =>
  asking.ask({
    ...{ url: `${url}${path}`, lane },
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
  description: 'Series and issues of comics of all countries, with people. It needs a key, which is free.',
  homepage: 'https://comicvine.gamespot.com',
  instructions:
    'The key stands on https://comicvine.gamespot.com/api once you are signed in there. Terms: for use that is not commercial, with a link back.',
  credentials: [{ key: 'api_key', label: 'API key', required: true, type: 'password' }],
  // Two hundred an hour of a resource.
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
      const begun = yearOf(volume.start_year);
      // Ids were given to other series; one that began years apart is another.
      if (year !== undefined && begun !== undefined && Math.abs(begun - year) > 1)
        throw notFound('This id has become that of another series');
      return toSeries(volume);
    },
  },
  books: {
    async search(asking, { query, isbn, limit }) {
      // Issues have no ISBN.
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
