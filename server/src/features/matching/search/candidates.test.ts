import type { PluginSearchResult } from '@lectern/contract/plugins/plugins';
import { expect, test } from 'vitest';
import type { Asking } from '../provider-requests.ts';
import type { LocalWork } from '../scoring/index.ts';
import { findCandidates } from './candidates.ts';

const plugin = { id: 'p', package: 'p', name: 'p', displayName: 'P' };
const wanted: LocalWork = {
  titles: ['Attack on Titan (2012)', 'Attack on Titan', '進撃の巨人'],
  year: null,
  kind: 'manga',
  volumes: null,
  people: ['Hajime Isayama'],
  publishers: [],
  isbns: [],
  ids: [],
  ageRating: null,
};
const result = (externalId: string, title: string): PluginSearchResult => ({
  externalId,
  title,
  alternateTitles: [],
  year: null,
  coverUrl: null,
  relevance: null,
  description: null,
  status: null,
  authors: ['Hajime Isayama'],
  format: 'manga',
});

/** A service with these results, and the queries that it received. */
function serve(results: Readonly<Record<string, PluginSearchResult[]>>) {
  const queries: string[] = [];
  const asking: Asking = {
    async search(_, query) {
      queries.push(query);
      return results[query] ?? [];
    },
    match: async () => [],
    describe: () => Promise.reject(new Error('Not described')),
  };
  return { asking, queries };
}

test('searches the next title until a result is likely, and ranks all results', async () => {
  const { asking, queries } = serve({
    'Attack on Titan': [result('1', 'Attack of the Clones')],
    進撃の巨人: [result('2', '進撃の巨人')],
  });
  const found = await findCandidates(asking, plugin, { wanted, query: undefined });
  expect(queries).toEqual(['Attack on Titan', '進撃の巨人']);
  expect(found.map(({ externalId }) => externalId)).toEqual(['2', '1']);
});

test('searches one title if a result is likely, and only the given query', async () => {
  const { asking, queries } = serve({ 'Attack on Titan': [result('1', 'Attack on Titan')] });
  await findCandidates(asking, plugin, { wanted, query: undefined });
  await findCandidates(asking, plugin, { wanted, query: 'Titan' });
  expect(queries).toEqual(['Attack on Titan', 'Titan']);
});
