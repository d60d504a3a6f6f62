// Hardcover (https://docs.hardcover.app/api/getting-started/): books, by GraphQL. Requires a token.
import { toRecord } from '@lectern/contract/records';
import { PluginError } from '#features/plugins/protocol/index.ts';
import { parseJson } from '#infrastructure/text/parse-json.ts';
import type { Asking, Provider } from '../kit/index.ts';
import { findId, recordsOf, textOf } from '../kit/index.ts';
import { toBook, toFound, toFoundBook } from './mapping.ts';

const url = 'https://api.hardcover.app/v1/graphql';

const brief = 'id title subtitle release_date cached_contributors image { url }';
const searchQuery = `query ($query: String!, $perPage: Int!) {
  search(query: $query, query_type: "Book", per_page: $perPage, page: 1) { results }
}`;
const isbnQuery = `query ($isbn: String!) {
  books(where: { editions: { isbn_13: { _eq: $isbn } } }, limit: 1) { ${brief} }
}`;
const getQuery = `query ($id: Int!) {
  books(where: { id: { _eq: $id } }, limit: 1) {
    ${brief} slug description pages rating ratings_count cached_tags
    featured_book_series { position series { name books_count } }
    editions(where: { isbn_13: { _is_null: false } }, order_by: { users_count: desc }, limit: 5) {
      isbn_10 isbn_13 pages publisher { name } language { language }
    }
  }
}`;

/** Hardcover displays tokens with a `Bearer` prefix, so the prefix is optional here. */
async function ask({ ask: send, credentials }: Asking, query: string, variables: object) {
  const token = (credentials.token ?? '').replace(/^Bearer\s+/i, '').trim();
  const headers = { authorization: `Bearer ${token}` };
  return toRecord((await send({ url, headers, json: { query, variables } })).data);
}

/** Hardcover also returns errors with status 200. */
function findFault(status: number, body: Readonly<Record<string, unknown>>): PluginError | undefined {
  const message = textOf(recordsOf(body.errors)[0]?.message) ?? textOf(body.error);
  if (status === 401 || /jwt|token|unauthori[sz]ed/i.test(message ?? ''))
    return new PluginError('authentication', 'Hardcover rejected the token');
  if (status === 200 && /throttled|rate.?limit/i.test(message ?? ''))
    return new PluginError('rate_limited', 'The request limit of Hardcover is reached', {
      retryAfterSeconds: 60,
    });
  return message === undefined || status === 404
    ? undefined
    : new PluginError('upstream', `Hardcover says: ${message.slice(0, 200)}`);
}

export const hardcover: Provider = {
  name: 'hardcover',
  displayName: 'Hardcover',
  description: 'Books with their series, people, genres and ratings. Requires a free token.',
  homepage: 'https://hardcover.app',
  instructions:
    'Create a token with the scope read:catalog at https://hardcover.app/account/api; it may expire. Terms: for use by this server only (https://docs.hardcover.app/api/getting-started/).',
  credentials: [{ key: 'token', label: 'Token', required: true, type: 'password' }],
  // Limits: 60 requests per minute, 5,000 per day.
  pace: { intervalMs: 1_100, burst: 5, window: { ms: 24 * 60 * 60 * 1000, count: 5_000 } },
  keepDays: 7,
  findFault,
  books: {
    async search(asking, { query, isbn, author, limit }) {
      if (isbn !== undefined)
        return recordsOf((await ask(asking, isbnQuery, { isbn })).books).flatMap(toFoundBook);
      const words = author === undefined ? query : `${query} ${author}`;
      const { search } = await ask(asking, searchQuery, { query: words, perPage: limit });
      const { results } = toRecord(search);
      // `results` is an object or a JSON string.
      const { hits } = toRecord(typeof results === 'string' ? parseJson(results) : results);
      return recordsOf(hits).flatMap(({ document }) => toFound(toRecord(document)));
    },
    async get(asking, externalId) {
      const id = findId(externalId, /^(\d{1,9})$/);
      if (id === undefined) throw new PluginError('not_found', 'Not a Hardcover id');
      const [book] = recordsOf((await ask(asking, getQuery, { id: Number(id) })).books);
      if (!book) throw new PluginError('not_found', 'Hardcover has no such book');
      return toBook(book);
    },
  },
};
