// Open Library (https://openlibrary.org/developers/api): books, works and their editions.
import { toRecord } from '@lectern/contract/records';
import { PluginError } from '#features/plugins/protocol/index.ts';
import { version } from '#infrastructure/version.ts';
import type { Asking, BookQuery, Provider, ProviderSearchResult } from '../kit/index.ts';
import { findId, recordsOf, textOf } from '../kit/index.ts';
import { foundByIsbn, toBook, toFound } from './mapping.ts';

const url = 'https://openlibrary.org';
const fields = 'key,title,subtitle,author_name,first_publish_year,cover_i';
/** Merged works redirect to other works. */
const maxRedirects = 3;

const notFound = () => new PluginError('not_found', 'Open Library has no such entry');

/** Open Library allows more requests from clients that send a contact address. */
const toHeaders = ({ config }: Asking): Record<string, string> => {
  const contact = textOf(config.contact);
  return contact === undefined ? {} : { 'user-agent': `Lectern/${version} (${contact})` };
};

const ask = (asking: Asking, path: string, query?: Record<string, string | number | undefined>) =>
  asking.ask({ url: url + path, headers: toHeaders(asking), ...(query && { query }) });

async function load(asking: Asking, key: string): Promise<Readonly<Record<string, unknown>>> {
  let path: string | undefined = key;
  for (let count = 0; count <= maxRedirects && path !== undefined; count += 1) {
    const record = await ask(asking, `${path}.json`);
    const type = toRecord(record.type).key;
    if (type === '/type/delete') break;
    if (type !== '/type/redirect') return record;
    path = findId(String(record.location), /^(\/(?:works|books)\/OL\d{1,12}[MW])$/);
  }
  throw notFound();
}

async function findByIsbn(asking: Asking, isbn: string): Promise<ProviderSearchResult[]> {
  try {
    return foundByIsbn(await ask(asking, `/isbn/${isbn}.json`));
  } catch (error) {
    if (error instanceof PluginError && error.kind === 'not_found') return [];
    throw error;
  }
}

async function search(
  asking: Asking,
  { query, isbn, author, limit }: BookQuery,
): Promise<ProviderSearchResult[]> {
  if (isbn !== undefined) return findByIsbn(asking, isbn);
  const { docs } = await ask(asking, '/search.json', { q: query, author, limit, fields });
  return recordsOf(docs).flatMap(toFound);
}

export const openLibrary: Provider = {
  name: 'openlibrary',
  displayName: 'Open Library',
  description: 'Books and their editions, by title, author or ISBN. No key is needed.',
  homepage: 'https://openlibrary.org',
  instructions: 'Terms: Internet Archive open data (https://openlibrary.org/developers/licensing).',
  config: [
    {
      key: 'contact',
      label: 'Contact',
      type: 'string',
      example: 'name@example.org',
      description: 'Optional. E-mail address sent with each request, so that Open Library can contact you.',
    },
  ],
  pace: { intervalMs: 1_000, burst: 3 },
  keepDays: 14,
  books: {
    search,
    async get(asking, externalId) {
      const key = findId(
        externalId,
        /^\/?((?:works|books)\/OL\d{1,12}[MW])$/,
        /^https:\/\/openlibrary\.org\/((?:works|books)\/OL\d{1,12}[MW])(?:\/|$)/,
      );
      if (key === undefined) throw new PluginError('not_found', 'Not an Open Library id');
      const record = await load(asking, `/${key}`);
      const isEdition = key.startsWith('books/');
      const workKey = isEdition ? textOf(recordsOf(record.works)[0]?.key) : `/${key}`;
      const work = isEdition ? (workKey === undefined ? {} : await load(asking, workKey)) : record;
      // Author names are separate records. One search request returns all of them.
      const known = workKey
        ? await ask(asking, '/search.json', { q: `key:${textOf(work.key) ?? workKey}`, fields, limit: 1 })
        : {};
      return toBook({
        externalId: `/${key}`,
        edition: isEdition ? record : {},
        work,
        known: recordsOf(known.docs)[0] ?? {},
      });
    },
  },
};
