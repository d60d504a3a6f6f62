// The service worker, which opens the client and downloaded books offline. All other requests go to the server; it caches no
// API responses.
import { toRecord } from '@lectern/contract/records';
import { isDocument } from '@lectern/contract/values';
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { createAssets } from './assets.ts';
import { createDownloadedBooks } from './downloaded-books.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;
/** Written by scripts/build-web.mjs. URLs are relative to the path of the client. */
declare const __BUILT__: {
  /** Hash of the HTML page. Changes with each build. */
  revision: string;
  /** Cached on the first visit. */
  shell: string[];
  /** The messages of each language, cached on request. */
  messages: string[];
  /** Cached with the first downloaded book. */
  readers: string[];
  /** Cached with the first downloaded PDF. */
  pdfParts: string[];
};

const base = new URL(self.registration.scope).pathname;
const books = createDownloadedBooks(base);
const built = __BUILT__;
const assets = createAssets(base, built);
const page = base;
/** After this time, the cached page is shown. */
const timeoutMs = 4_000;

cleanupOutdatedCaches();
precache([
  { url: page, revision: built.revision },
  ...built.shell.map((name) => ({ url: base + name, revision: null })),
]);

async function showPage(request: Request): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
  const responsePromise = fetch(request);
  const first = await Promise.race([responsePromise.catch(() => undefined), late]);
  if (first && ![502, 503, 504].includes(first.status)) return first;
  return (await matchPrecache(page)) ?? first ?? responsePromise;
}

/** Caches the readers that the downloads need. */
async function cacheReaders(): Promise<void> {
  const formats = await books.listFormats();
  if (formats.size > 0) await assets.keepReaders({ withPdf: [...formats].some(isDocument) });
}

/**
 * Pages come from the server if it is reachable, so that they have its version. Downloads and sign-ins by a provider are not
 * pages.
 */
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(base) || request.method !== 'GET') return;
  const path = pathname.slice(base.length);
  const isPage =
    request.mode === 'navigate' && !/^(api|opds|koreader|kobo|compat|assets|metrics|health)\b/.test(path);
  const answer = isPage
    ? showPage(request)
    : path.startsWith('api/v1/')
      ? books.answer(request)
      : assets.answer(request, path);
  if (answer) event.respondWith(answer);
});
self.addEventListener('install', (event) => {
  event.waitUntil(cacheReaders());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([assets.forgetOld(), self.clients.claim()]));
});
self.addEventListener('message', (event) => {
  const { type } = toRecord(event.data);
  if (type === 'take-over') void self.skipWaiting();
  if (type === 'kept-changed') event.waitUntil(books.refresh());
  if (type === 'keep-readers') {
    const done = () => event.ports[0]?.postMessage('done');
    event.waitUntil(Promise.all([books.refresh(), cacheReaders()]).finally(done));
  }
});
