// Fetches the panels of a downloaded comic that are missing or have changed, without its pages.
import type { Page } from '@lectern/contract/serving/pages';
import { toUrl } from '../api/call.ts';
import { fetchWithRetry } from '../api/fetch-with-retry.ts';
import { toPanelDocumentPath, toPanelPaths } from './book-urls.ts';
import { fetchParts } from './fetch-parts.ts';

interface Refreshing {
  cache: Cache;
  bookId: string;
  /** Compares the panels of all pages. Otherwise only those of the first page, which contain the version of the detector. */
  isThorough: boolean;
  signal: AbortSignal;
}

/** Throws the errors of `fetchParts`. */
export async function refreshPanels({ cache, bookId, isThorough, signal }: Refreshing): Promise<void> {
  const listed = await cache.match(toUrl(`api/v1/books/${bookId}/pages`), { ignoreVary: true });
  if (!listed) return;
  const pages: Page[] = await listed.json();
  const [first = '', ...others] = toPanelPaths(bookId, pages).map(toUrl);
  const compared = isThorough ? toUrl(toPanelDocumentPath(bookId)) : first;
  const response = await fetchWithRetry(compared, { cache: 'reload', signal });
  if (!response.ok) return;
  const known = await cache.match(compared, { ignoreVary: true });
  const isForced = (await known?.text()) !== (await response.clone().text());
  const urls = isThorough ? [first, ...others] : others;
  await fetchParts({ cache, urls, signal, isForced, onPart: () => undefined });
  // Last, so that an interrupted refresh is repeated.
  if (isForced) await cache.put(compared, response);
}
