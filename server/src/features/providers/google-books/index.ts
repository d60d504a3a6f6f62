// Google Books (https://developers.google.com/books/docs/v1/using): books by title, author or ISBN. Requires an API
// key.
import { toRecord } from '@lectern/contract/records';
import { PluginError } from '#features/plugins/protocol/index.ts';
import type { Asking, Provider } from '../kit/index.ts';
import { findId, recordsOf, textOf } from '../kit/index.ts';
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

/** Google Books reports an exhausted quota as 429, 403 or 400, and an invalid key as 400. */
function findFault(status: number, body: Readonly<Record<string, unknown>>): PluginError | undefined {
  if (status < 400 || status > 403) return undefined;
  const error = toRecord(body.error);
  const message = textOf(error.message) ?? '';
  const reasons = [...recordsOf(error.errors), ...recordsOf(error.details)].map(({ reason }) =>
    String(reason),
  );
  if (reasons.some((reason) => quotaReasons.has(reason)) || /quota|limit exceeded/i.test(message))
    return new PluginError('rate_limited', 'The quota of the API key is exhausted', {
      retryAfterSeconds: 3_600,
    });
  if (/api key/i.test(message) || reasons.includes('API_KEY_INVALID'))
    return new PluginError('authentication', 'Google rejected the API key');
  if (/location|country/i.test(message))
    return new PluginError(
      'configuration',
      'Google cannot determine the country of this server. Set the country.',
    );
  return undefined;
}

export const googleBooks: Provider = {
  name: 'googlebooks',
  displayName: 'Google Books',
  description: 'Books by title, author or ISBN. Requires a free API key.',
  homepage: 'https://books.google.com',
  instructions:
    'Create a project at https://console.cloud.google.com, enable the Books API, and create an API key. Terms: https://developers.google.com/books/terms.',
  credentials: [{ key: 'api_key', label: 'API key', required: true, type: 'password' }],
  config: [
    {
      key: 'country',
      label: 'Country',
      type: 'string',
      example: 'DE',
      description:
        'Two-letter country code of the server. Google rejects requests from some servers without it.',
    },
    {
      key: 'language',
      label: 'Language',
      type: 'string',
      example: 'de',
      description: 'Two-letter language code. Limits searches to books in this language.',
    },
  ],
  pace: { intervalMs: 500, burst: 5, window: { ms: 24 * 60 * 60 * 1000, count: 1_000 } },
  // The terms of use do not allow long caching.
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
      if (id === undefined) throw new PluginError('not_found', 'Not a Google Books id');
      return toBook(await asking.ask({ url: `${url}/${id}`, query: commonQuery(asking) }));
    },
  },
};
