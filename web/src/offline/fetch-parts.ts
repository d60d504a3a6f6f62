// Fetches the parts of a book into the cache of the account: a few at once, bypassing the HTTP cache and the service
// worker, with retries when the server is busy.
import { ApiError } from '../api/call.ts';
import { fetchWithRetry } from '../api/fetch-with-retry.ts';

/** Parallel requests; few, so that reading stays fast meanwhile. */
const concurrency = 3;

export interface Fetching {
  cache: Cache;
  /** Absolute addresses. */
  urls: readonly string[];
  signal: AbortSignal;
  /** Called after each part with its size; 0 for a part that was cached already. */
  onPart(sizeBytes: number): void;
}

/** Throws the first failure: ApiError, TypeError without a network, QuotaExceededError, AbortError. */
export async function fetchParts({ cache, urls, signal, onPart }: Fetching): Promise<void> {
  const queue = [...urls];
  const runLane = async () => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      signal.throwIfAborted();
      onPart((await cache.match(url)) ? 0 : await fetchPart(cache, url, signal));
    }
  };
  const all = await Promise.allSettled(Array.from({ length: concurrency }, runLane));
  const failed = all.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

async function fetchPart(cache: Cache, url: string, signal: AbortSignal): Promise<number> {
  const response = await fetchWithRetry(url, { cache: 'reload', signal });
  if (response.status === 200) return put(cache, url, response);
  // A page that cannot be read is missing online as well, so the download goes on.
  if (response.status === 422 || (response.status === 404 && /thumbnail|metadata|adjacent/.test(url)))
    return 0;
  throw new ApiError(response.status, {
    error: 'kept_part',
    message: `The server answered ${response.status}`,
  });
}

async function put(cache: Cache, url: string, response: Response): Promise<number> {
  const contentLength = Number(response.headers.get('content-length') ?? 0);
  // A large file is streamed into the cache; only a compressed response has to be measured.
  if (contentLength > 0 && !response.headers.has('content-encoding')) {
    await cache.put(url, response);
    return contentLength;
  }
  const bytes = await response.blob();
  await cache.put(url, new Response(bytes, { headers: response.headers }));
  return bytes.size;
}
