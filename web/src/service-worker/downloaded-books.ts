// Answers of the server that lie in this browser because their reader keeps the book: for the account in use and nobody
// else. Nothing is ever written here: what is kept is what the page was asked to keep.
import { isRecord } from '@lectern/contract/records';
import { toCacheName } from '../offline/names.ts';
import { createDownloadStore, type Kept } from '../offline/store.ts';
import { toPart } from './ranges.ts';

/** An answer that takes longer than this is as good as none when one is at hand. */
const patienceMs = 4_000;

/** What a book consists of does not change under its address as long as it is kept. */
const content = /^books\/([\w-]+)\/(pages\/\d+(?:\/thumbnail)?|resources\/.+|file|thumbnail)$/;
const facts =
  /^(?:books\/([\w-]+)(?:\/(?:adjacent|pages|manifest|positions))?|series\/[\w-]+(?:\/metadata|\/thumbnail)?)$/;
const basics = /^(?:auth\/me|libraries|user\/preferences(?:\/[\w.-]+)?)$/;

export function createDownloadedBooks(base: string) {
  const store = createDownloadStore(base);
  let kept: ReadonlySet<string> | undefined;

  async function look(): Promise<void> {
    kept = new Set((await store.list()).map(({ bookId }) => bookId));
  }
  void look();

  /** Looked up each time: whoever signs out is nobody from then on. */
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
    return found ? toPart(found, request.headers.get('range')) : fetch(request);
  }

  async function fromServer(request: Request): Promise<Response> {
    const coming = fetch(request);
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
    const first = await Promise.race([coming.catch(() => undefined), late]);
    // A gateway that answers for a server which is away says so with these.
    if (first && ![502, 503, 504].includes(first.status)) return first;
    return (await find(request)) ?? first ?? coming;
  }

  return {
    look,
    /** Of all books that are kept by anybody here. */
    listFormats: async (): Promise<ReadonlySet<Kept['format']>> =>
      new Set((await store.list()).map(({ format }) => format)),

    /** Undefined for what is the server's alone. */
    answer(request: Request): Promise<Response> | undefined {
      // Who takes a book in wants the server's own answer.
      if (request.method !== 'GET' || request.cache === 'reload') return undefined;
      const path = new URL(request.url).pathname.slice(`${base}api/v1/`.length);
      const bookId = content.exec(path)?.[1];
      if (bookId !== undefined) return isKnown(bookId) ? fromHere(request) : undefined;
      const fact = facts.exec(path);
      if (fact) return fact[1] === undefined || isKnown(fact[1]) ? fromServer(request) : undefined;
      return basics.test(path) ? fromServer(request) : undefined;
    },
  };

  /** Until it was looked, any book may be kept. */
  function isKnown(bookId: string): boolean {
    return kept?.has(bookId) ?? true;
  }
}

async function findIn(cache: Cache, url: string): Promise<Response | undefined> {
  const any = { ignoreSearch: true, ignoreVary: true };
  const found = (await cache.match(url, { ignoreVary: true })) ?? (await cache.match(url, any));
  if (found) return found;
  // A small picture of a page: the page itself, which the browser makes small.
  const page = /^(.*\/pages\/\d+)\/thumbnail(?:\?|$)/.exec(url)?.[1];
  if (page !== undefined) return cache.match(page, any);
  const key = /^(.*\/user\/preferences)\/([\w.-]+)$/.exec(url);
  return key ? findPreference(await cache.match(key[1] ?? '', any), key[2] ?? '') : undefined;
}

/** One preference out of all. */
async function findPreference(all: Response | undefined, key: string): Promise<Response | undefined> {
  const values: unknown = await all?.json();
  if (!isRecord(values)) return undefined;
  if (key in values) return Response.json(values[key]);
  return Response.json({ error: 'not_found', message: 'There is no such preference' }, { status: 404 });
}
