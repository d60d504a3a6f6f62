// Fetches the parts of a book to the cache of the account: a few in parallel, without the HTTP cache and the service worker,
// with retries when the server is busy.
import { ApiError } from '../api/call.ts';
import { fetchWithRetry } from '../api/fetch-with-retry.ts';

/** Few parallel requests, so that reading stays fast. */
const concurrency = 3;

export interface Fetching {
  cache: Cache;
  /** Absolute URLs. */
  urls: readonly string[];
  signal: AbortSignal;
  /** Replaces cached parts. */
  isForced?: boolean;
  /** Called after each part with its size in bytes. 0 for a part that was already cached. */
  onPart(sizeBytes: number): void;
}

/** Throws the first failure: ApiError, TypeError without a network, QuotaExceededError, AbortError. */
export async function fetchParts({ cache, urls, signal, isForced, onPart }: Fetching): Promise<void> {
  const queue = [...urls];
  const runLane = async () => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      signal.throwIfAborted();
      const isKnown = !isForced && (await cache.match(url)) !== undefined;
      onPart(isKnown ? 0 : await fetchPart(cache, url, signal));
    }
  };
  const all = await Promise.allSettled(Array.from({ length: concurrency }, runLane));
  const failed = all.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

async function fetchPart(cache: Cache, url: string, signal: AbortSignal): Promise<number> {
  const response = await fetchWithRetry(url, { cache: 'reload', signal });
  if (response.status === 200) return put(cache, url, response);
  // A page that is unreadable here is also unreadable online, so the download continues.
  if (
    response.status === 422 ||
    (response.status === 404 && /thumbnail|metadata|adjacent|panels|guided-navigation/.test(url))
  )
    return 0;
  throw new ApiError(response.status, {
    error: 'kept_part',
    message: `The server answered ${response.status}`,
  });
}

async function put(cache: Cache, url: string, response: Response): Promise<number> {
  const contentLength = Number(response.headers.get('content-length') ?? 0);
  // A large file is streamed to the cache. Only a compressed response must be measured.
  if (contentLength > 0 && !response.headers.has('content-encoding')) {
    await cache.put(url, response);
    return contentLength;
  }
  const bytes = await response.blob();
  await cache.put(url, new Response(bytes, { headers: response.headers }));
  return bytes.size;
}
