// The service worker: the client opens without a network, and kept books with it. Everything else goes to the server
// as if there was no worker: no answer of the API is ever written here.
import { toRecord } from '@lectern/contract/records';
import { isDocument } from '@lectern/contract/values';
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { createAssets } from './assets.ts';
import { createDownloadedBooks } from './downloaded-books.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;
/** What scripts/build-web.mjs has built: addresses below the client's path. */
declare const __BUILT__: {
  /** Of the page that all addresses show; changes with the client. */
  revision: string;
  /** What opens without a network from the first visit on. */
  shell: string[];
  /** The readers, from the first kept book on. */
  readers: string[];
  /** What any PDF may need besides, from the first kept one on. */
  pdfParts: string[];
};

const base = new URL(self.registration.scope).pathname;
const books = createDownloadedBooks(base);
const built = __BUILT__;
const assets = createAssets(base, built);
const page = base;
/** A page that takes longer than this is shown from here. */
const patienceMs = 4_000;

cleanupOutdatedCaches();
precache([
  { url: page, revision: built.revision },
  ...built.shell.map((name) => ({ url: base + name, revision: null })),
]);

async function showPage(request: Request): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const coming = fetch(request);
  const first = await Promise.race([coming.catch(() => undefined), late]);
  if (first && ![502, 503, 504].includes(first.status)) return first;
  return (await matchPrecache(page)) ?? first ?? coming;
}

/** Those that the kept books need; none where none is kept. */
async function keepReaders(): Promise<void> {
  const formats = await books.listFormats();
  if (formats.size > 0) await assets.keepReaders({ withPdf: [...formats].some(isDocument) });
}

/** Pages are the server's where it can be reached: they are those of its version. Downloads and sign-ins are no pages. */
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
  event.waitUntil(keepReaders());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([assets.forgetOld(), self.clients.claim()]));
});
self.addEventListener('message', (event) => {
  const { type } = toRecord(event.data);
  if (type === 'take-over') void self.skipWaiting();
  if (type === 'kept-changed') event.waitUntil(books.look());
  if (type === 'keep-readers') {
    const done = () => event.ports[0]?.postMessage('done');
    event.waitUntil(Promise.all([books.look(), keepReaders()]).finally(done));
  }
});
