// Fetches the parts of a book into the account's cache: a few at a time, past what the browser or its service worker
// keep already, again when the server is busy.
import { ApiError } from '../api/call.ts';
import { fetchPatiently } from '../api/patient.ts';

/** Requests at a time: the one who reads beside it is not to notice. */
const lanes = 3;

export interface Fetching {
  cache: Cache;
  /** Absolute addresses. */
  urls: readonly string[];
  signal: AbortSignal;
  /** After each part: bytes that it took; 0 of those that were here already. */
  onPart(sizeBytes: number): void;
}

/** Throws what went wrong: ApiError, TypeError without a network, QuotaExceededError, AbortError. */
export async function fetchParts({ cache, urls, signal, onPart }: Fetching): Promise<void> {
  const waiting = [...urls];
  const lane = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      signal.throwIfAborted();
      onPart((await cache.match(url)) ? 0 : await fetchPart(cache, url, signal));
    }
  };
  const all = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = all.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

async function fetchPart(cache: Cache, url: string, signal: AbortSignal): Promise<number> {
  const response = await fetchPatiently(url, { cache: 'reload', signal });
  if (response.status === 200) return put(cache, url, response);
  // One page that cannot be read is missing on the screen as well; nothing is lost by going on.
  if (response.status === 422 || (response.status === 404 && /thumbnail|metadata|adjacent/.test(url)))
    return 0;
  throw new ApiError(response.status, {
    error: 'kept_part',
    message: `The server answered ${response.status}`,
  });
}

async function put(cache: Cache, url: string, response: Response): Promise<number> {
  const told = Number(response.headers.get('content-length') ?? 0);
  // Large files go by without being held; what the server made on its way is measured.
  if (told > 0 && !response.headers.has('content-encoding')) {
    await cache.put(url, response);
    return told;
  }
  const bytes = await response.blob();
  await cache.put(url, new Response(bytes, { headers: response.headers }));
  return bytes.size;
}
