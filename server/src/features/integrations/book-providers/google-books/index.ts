// Google Books (https://developers.google.com/books/docs/v1/using): books by title, author or ISBN, with a key of one's own.
import { toRecord } from '@lectern/contract/records';
import { PluginError } from '../../plugin-protocol/index.ts';
import type { Asking, Provider } from '../../provider-kit/index.ts';
import { findId, recordsOf, textOf } from '../../provider-kit/index.ts';
import { toBook, toFound } from './mapping.ts';

const url = 'https://www.googleapis.com/books/v1/volumes';
const maxResults = 40;

const commonQuery = ({ config, credentials }: Asking) => ({
  key: credentials.api_key,
  country: textOf(config.country),
});

const quotaReasons = new Set([
  ...[
    'rateLimitExceeded',
    'userRateLimitExceeded',
    'dailyLimitExceeded',
    'quotaExceeded',
    'RATE_LIMIT_EXCEEDED',
  ],
]);

/** A quota that is used up may be told by 429, 403 or 400, and a wrong key by 400. */
function findFault(status: number, body: Readonly<Record<string, unknown>>): PluginError | undefined {
  if (status < 400 || status > 403) return undefined;
  const error = toRecord(body.error);
  const message = textOf(error.message) ?? '';
  const reasons = [...recordsOf(error.errors), ...recordsOf(error.details)].map(({ reason }) =>
    String(reason),
  );
  if (reasons.some((reason) => quotaReasons.has(reason)) || /quota|limit exceeded/i.test(message))
    return new PluginError('rate_limited', 'The quota of the key is used up', { retryAfterSeconds: 3_600 });
  if (/api key/i.test(message) || reasons.includes('API_KEY_INVALID'))
    return new PluginError('authentication', 'Google refuses the key');
  if (/location|country/i.test(message))
    return new PluginError('configuration', 'Google cannot tell the country of this server: set one');
  return undefined;
}

export const googleBooks: Provider = {
  name: 'googlebooks',
  displayName: 'Google Books',
  description: 'Books by title, author or ISBN. It needs a key, which is free.',
  homepage: 'https://books.google.com',
  instructions:
    'Make a project at https://console.cloud.google.com, turn on the Books API there, and create an API key. Terms: https://developers.google.com/books/terms.',
  credentials: [{ key: 'api_key', label: 'API key', required: true, type: 'password' }],
  config: [
    {
      ...{ key: 'country', label: 'Country', type: 'string', example: 'DE' },
      description: 'Two letters: the country of the server. Google refuses some servers without it.',
    },
    {
      ...{ key: 'language', label: 'Language', type: 'string', example: 'de' },
      description: 'Two letters: search for books of this language alone.',
    },
  ],
  pace: { intervalMs: 500, burst: 5, window: { ms: 24 * 60 * 60 * 1000, count: 1_000 } },
  // Its terms do not allow to keep answers for long.
  keepDays: 1,
  findFault,
  books: {
    async search(asking, { query, isbn, author, limit }) {
      const words = author === undefined ? query : `${query} inauthor:"${author.replaceAll('"', '')}"`;
      const { items } = await asking.ask({
        url,
        query: {
          q: isbn === undefined ? words : `isbn:${isbn}`,
          maxResults: Math.min(limit, maxResults),
          printType: 'books',
          langRestrict: textOf(asking.config.language),
          ...commonQuery(asking),
        },
      });
      return recordsOf(items).flatMap(toFound);
    },
    async get(asking, externalId) {
      const id = findId(
        externalId,
        /^([A-Za-z0-9_-]{4,40})$/,
        /^https:\/\/books\.google\.[a-z.]{2,10}\/books\?(?:[^#]{0,200}&)?id=([A-Za-z0-9_-]{4,40})(?:&|$)/,
      );
      if (id === undefined) throw new PluginError('not_found', 'This is no id of Google Books');
      return toBook(await asking.ask({ url: `${url}/${id}`, query: commonQuery(asking) }));
    },
  },
};
