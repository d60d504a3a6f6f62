// Answers requests from the downloads of the account in use. It never writes: the page fills the cache.
import { isRecord } from '@lectern/contract/records';
import { toCacheName } from '../offline/names.ts';
import { createDownloadStore, type Download } from '../offline/store.ts';
import { toPartialResponse } from './ranges.ts';

/** After this time a cached answer is used if there is one. */
const timeoutMs = 4_000;

/** Content never changes while a book is downloaded: the cache answers first. */
const content = /^books\/([\w-]+)\/(pages\/\d+(?:\/thumbnail)?|resources\/.+|file|thumbnail)$/;
const facts =
  /^(?:books\/([\w-]+)(?:\/(?:adjacent|pages|manifest|positions))?|series\/[\w-]+(?:\/metadata|\/thumbnail)?)$/;
const basics = /^(?:auth\/me|libraries|user\/preferences(?:\/[\w.-]+)?|user\/fonts(?:\/[\w-]+\/file)?)$/;

export function createDownloadedBooks(base: string) {
  const store = createDownloadStore(base);
  let bookIds: ReadonlySet<string> | undefined;

  async function refresh(): Promise<void> {
    bookIds = new Set((await store.list()).map(({ bookId }) => bookId));
  }
  void refresh();

  /** The account is read each time, so that a sign-out takes effect at once. */
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
    // A gateway answers with these while the server is down.
    if (first && ![502, 503, 504].includes(first.status)) return first;
    return (await find(request)) ?? first ?? response;
  }

  return {
    refresh,
    /** The formats of the downloads of all accounts. */
    listFormats: async (): Promise<ReadonlySet<Download['format']>> =>
      new Set((await store.list()).map(({ format }) => format)),

    /** Undefined for what only the server answers. */
    answer(request: Request): Promise<Response> | undefined {
      // A download needs the server's own answer.
      if (request.method !== 'GET' || request.cache === 'reload') return undefined;
      const path = new URL(request.url).pathname.slice(`${base}api/v1/`.length);
      const bookId = content.exec(path)?.[1];
      if (bookId !== undefined) return isKnown(bookId) ? fromHere(request) : undefined;
      const fact = facts.exec(path);
      if (fact) return fact[1] === undefined || isKnown(fact[1]) ? fromServer(request) : undefined;
      return basics.test(path) ? fromServer(request) : undefined;
    },
  };

  /** Until the downloads have been read, any book may be one. */
  function isKnown(bookId: string): boolean {
    return bookIds?.has(bookId) ?? true;
  }
}

async function findIn(cache: Cache, url: string): Promise<Response | undefined> {
  const any = { ignoreSearch: true, ignoreVary: true };
  const found = (await cache.match(url, { ignoreVary: true })) ?? (await cache.match(url, any));
  if (found) return found;
  // Instead of a thumbnail the page itself, which the browser scales down.
  const page = /^(.*\/pages\/\d+)\/thumbnail(?:\?|$)/.exec(url)?.[1];
  if (page !== undefined) return cache.match(page, any);
  const key = /^(.*\/user\/preferences)\/([\w.-]+)$/.exec(url);
  return key ? findPreference(await cache.match(key[1] ?? '', any), key[2] ?? '') : undefined;
}

/** One preference out of the stored answer with all of them. */
async function findPreference(all: Response | undefined, key: string): Promise<Response | undefined> {
  const values: unknown = await all?.json();
  if (!isRecord(values)) return undefined;
  if (key in values) return Response.json(values[key]);
  return Response.json({ error: 'not_found', message: 'There is no such preference' }, { status: 404 });
}
