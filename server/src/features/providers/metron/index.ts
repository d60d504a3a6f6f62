// Metron (https://metron.cloud/docs/): comic series and issues. Requires an account.
import { PluginError } from '#features/plugins/protocol/index.ts';
import type { Asking, Provider } from '../kit/index.ts';
import { findId, recordsOf, textOf } from '../kit/index.ts';
import { toFoundIssue, toFoundSeries, toIssue, toSeries } from './mapping.ts';

const url = 'https://metron.cloud/api';

function ask(
  { ask: send, credentials }: Asking,
  path: string,
  query?: Record<string, string | number | undefined>,
) {
  const account = `${credentials.username ?? ''}:${credentials.password ?? ''}`;
  const authorization = `Basic ${Buffer.from(account).toString('base64')}`;
  return send({ url: url + path, headers: { authorization }, ...(query && { query }) });
}

function toId(externalId: string): string {
  const id = findId(externalId, /^(\d{1,9})$/);
  if (id === undefined) throw new PluginError('not_found', 'Not a Metron id');
  return id;
}

/** Splits `Saga #12` and `Saga 12` into name and number. */
function readIssue(query: string): { name: string; number: string | undefined } {
  const [, name, number] = /^(.{1,400}?)\s+#?(\d{1,5}(?:\.\d{1,3})?)$/.exec(query) ?? [];
  return { name: name ?? query, number: number?.replace(/^0+(?=\d)/, '') };
}

export const metron: Provider = {
  name: 'metron',
  displayName: 'Metron',
  description: 'Comic series and issues, with credits and Comic Vine ids. Requires a free account.',
  homepage: 'https://metron.cloud',
  instructions: 'Create an account at https://metron.cloud. Terms: CC BY-SA 4.0, with credit to Metron.',
  credentials: [
    { key: 'username', label: 'User name', required: true, sensitive: false, type: 'text' },
    { key: 'password', label: 'Password', required: true, type: 'password' },
  ],
  // Limits: 20 requests per minute, 5,000 per day.
  pace: { intervalMs: 3_750, burst: 4, window: { ms: 24 * 60 * 60 * 1000, count: 5_000 } },
  keepDays: 7,
  series: {
    async search(asking, { query, limit }) {
      const { results } = await ask(asking, '/series/', { name: query });
      return recordsOf(results).flatMap(toFoundSeries).slice(0, limit);
    },
    get: async (asking, externalId) => toSeries(await ask(asking, `/series/${toId(externalId)}/`)),
  },
  books: {
    async search(asking, { query, isbn, limit }) {
      // Metron cannot search issues by ISBN.
      if (isbn !== undefined) return [];
      const { name, number } = readIssue(query);
      const { results } = await ask(asking, '/issue/', { series_name: textOf(name), number });
      return recordsOf(results).flatMap(toFoundIssue).slice(0, limit);
    },
    get: async (asking, externalId) => toIssue(await ask(asking, `/issue/${toId(externalId)}/`)),
  },
};
