// The URLs that a download needs, and the account data that every offline page needs.
import { isDocument, isText } from '@lectern/contract/values';
import { call, toUrl } from '../api/call.ts';
import { fetchWithRetry } from '../api/fetch-with-retry.ts';
import {
  toMetadataPaths,
  toPagePaths,
  toPanelDocumentPath,
  toPanelPaths,
  toResourceUrls,
} from './book-urls.ts';
import { fetchParts } from './fetch-parts.ts';
import type { Download } from './store.ts';

const basics = [
  'api/v1/auth/me',
  'api/v1/libraries?pageSize=500',
  'api/v1/user/preferences',
  'api/v1/user/fonts',
];

/** Font files never change. Deletes files of removed fonts. */
async function listMissingFonts(cache: Cache): Promise<string[]> {
  const { fonts } = await call('GET /api/v1/user/fonts');
  const paths = fonts.map(({ id }) => `api/v1/user/fonts/${id}/file`);
  const wanted = new Set(paths.map(toUrl));
  const known = new Set<string>();
  for (const request of await cache.keys()) {
    if (wanted.has(request.url)) known.add(request.url);
    else if (request.url.startsWith(toUrl('api/v1/user/fonts/'))) await cache.delete(request);
  }
  return paths.filter((path) => !known.has(toUrl(path)));
}

/**
 * The user, the libraries, the preferences and the user's fonts, which every offline page needs. Stored only if they belong
 * to this account.
 */
export async function cacheAccountData(userId: string, cache: Cache): Promise<void> {
  const isStill = async () => (await call('GET /api/v1/auth/me')).id === userId;
  if (!(await isStill())) throw new Error('Another account is signed in');
  const responses: [string, Response][] = [];
  for (const path of [...basics, ...(await listMissingFonts(cache))]) {
    const response = await fetchWithRetry(toUrl(path), { cache: 'reload' });
    if (response.ok) responses.push([toUrl(path), response]);
  }
  // The account may have changed meanwhile.
  if (await isStill()) for (const [url, response] of responses) await cache.put(url, response);
}

/** Absolute URLs of all files of a book. Throws the errors of `call`. */
export async function listUrls(download: Download, cache: Cache, signal: AbortSignal): Promise<string[]> {
  const { bookId: id, format } = download;
  const { book } = await call('GET /api/v1/books/{id}', { params: { id } }, { signal });
  const facts = toMetadataPaths(book).map(toUrl);
  if (isDocument(format))
    return [...facts, toUrl(`api/v1/books/${id}/pages`), toUrl(`api/v1/books/${id}/file`)];
  if (!isText(format)) {
    const list = toUrl(`api/v1/books/${id}/pages`);
    const pages = await call('GET /api/v1/books/{id}/pages', { params: { id } }, { signal });
    // Webtoons have no panels.
    const hasPanels = book.readingDirection !== 'webtoon';
    // The document first: if panels change meanwhile, it differs when the book is opened.
    const panels = hasPanels ? [toPanelDocumentPath(id), ...toPanelPaths(id, pages)] : [];
    return [...facts, list, ...[...toPagePaths(id, pages), ...panels].map(toUrl)];
  }
  const manifestUrl = toUrl(`api/v1/books/${id}/manifest`);
  await fetchParts({ cache, urls: [manifestUrl], signal, onPart: () => undefined });
  const manifest: unknown = await (await cache.match(manifestUrl))?.json();
  const lists = [manifestUrl, toUrl(`api/v1/books/${id}/positions`), toUrl(`api/v1/books/${id}/pages`)];
  return [...facts, ...lists, ...toResourceUrls(manifest, manifestUrl)];
}
