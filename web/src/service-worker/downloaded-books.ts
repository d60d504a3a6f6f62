// Answers requests from the downloads of the current account. It never writes: the page fills the cache.
import { isRecord } from '@lectern/contract/records';
import { toCacheName } from '../offline/names.ts';
import { createDownloadStore, type Download } from '../offline/store.ts';
import { toPartialResponse } from './ranges.ts';

/** After this time, a cached response is used if there is one. */
const timeoutMs = 4_000;

/** This content never changes while a book is downloaded, so the cache is used first. */
const content = /^books\/([\w-]+)\/(pages\/\d+(?:\/thumbnail)?|resources\/.+|file|thumbnail)$/;
const facts =
  /^(?:books\/([\w-]+)(?:\/(?:adjacent|pages(?:\/\d+\/panels)?|manifest|positions))?|series\/[\w-]+(?:\/metadata|\/thumbnail)?)$/;
const basics = /^(?:auth\/me|libraries|user\/preferences(?:\/[\w.-]+)?|user\/fonts(?:\/[\w-]+\/file)?)$/;

export function createDownloadedBooks(base: string) {
  const store = createDownloadStore(base);
  let bookIds: ReadonlySet<string> | undefined;

  async function refresh(): Promise<void> {
    bookIds = new Set((await store.list()).map(({ bookId }) => bookId));
  }
  void refresh();

  /** Reads the account each time, so that a sign-out takes effect immediately. */
  async function find(request: Request): Promise<Response | undefined> {
    const userId = await store.findAccount();
    if (userId === undefined) return undefined;
    const name = toCacheName(base, userId);
    if (!(await caches.has(name))) return undefined;
    const cache = await caches.open(name);
    return (await findIn(cache, request.url)) ?? undefined;
  }

  async function fromHere(request: Request): Promise<Response> {
    const found = await find(request);
    return found ? toPartialResponse(found, request.headers.get('range')) : fetch(request);
  }

  async function fromServer(request: Request): Promise<Response> {
    const response = fetch(request);
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
    const first = await Promise.race([response.catch(() => undefined), late]);
    // Statuses of a gateway while the server is down.
    if (first && ![502, 503, 504].includes(first.status)) return first;
    return (await find(request)) ?? first ?? response;
  }

  return {
    refresh,
    /** The formats of the downloads of all accounts. */
    listFormats: async (): Promise<ReadonlySet<Download['format']>> =>
      new Set((await store.list()).map(({ format }) => format)),

    /** Undefined for requests that only the server answers. */
    answer(request: Request): Promise<Response> | undefined {
      // A saved file must come from the server.
      if (request.method !== 'GET' || request.cache === 'reload') return undefined;
      const path = new URL(request.url).pathname.slice(`${base}api/v1/`.length);
      const bookId = content.exec(path)?.[1];
      if (bookId !== undefined) return isKnown(bookId) ? fromHere(request) : undefined;
      const fact = facts.exec(path);
      if (fact) return fact[1] === undefined || isKnown(fact[1]) ? fromServer(request) : undefined;
      return basics.test(path) ? fromServer(request) : undefined;
    },
  };

  /** Until the downloads have been read, any book may be downloaded. */
  function isKnown(bookId: string): boolean {
    return bookIds?.has(bookId) ?? true;
  }
}

async function findIn(cache: Cache, url: string): Promise<Response | undefined> {
  const any = { ignoreSearch: true, ignoreVary: true };
  const found = (await cache.match(url, { ignoreVary: true })) ?? (await cache.match(url, any));
  if (found) return found;
  // Answers with the page instead of its thumbnail. The browser scales it down.
  const page = /^(.*\/pages\/\d+)\/thumbnail(?:\?|$)/.exec(url)?.[1];
  if (page !== undefined) return cache.match(page, any);
  const key = /^(.*\/user\/preferences)\/([\w.-]+)$/.exec(url);
  return key ? findPreference(await cache.match(key[1] ?? '', any), key[2] ?? '') : undefined;
}

/** Extracts one preference from the stored response with all preferences. */
async function findPreference(all: Response | undefined, key: string): Promise<Response | undefined> {
  const values: unknown = await all?.json();
  if (!isRecord(values)) return undefined;
  if (key in values) return Response.json(values[key]);
  return Response.json({ error: 'not_found', message: 'Preference not found' }, { status: 404 });
}
