// Fetches with retries: after renewing an expired session, and after the delay that a busy server requests.
import { findAccount } from './accounts.ts';
import { renew } from './call.ts';
import { fetchThere } from './reachability.ts';

const maxTries = 6;
const maxWaitSeconds = 60;

/**
 * Resolves with the last response, regardless of its status. Rejects with TypeError when offline, and with the abort reason
 * of the signal.
 */
export async function fetchWithRetry(
  url: string,
  { signal, ...init }: Omit<RequestInit, 'signal'> & { signal?: AbortSignal | undefined } = {},
): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetchThere(url, { ...init, ...(signal && { signal }) });
    if (tries === maxTries || !(await mayRetry(response, signal))) return response;
    await response.body?.cancel();
  }
}

async function mayRetry({ status, headers }: Response, signal?: AbortSignal): Promise<boolean> {
  if (status === 401) return findAccount() !== undefined && (await renew());
  if (status !== 429 && status !== 503) return false;
  const seconds = Math.min(maxWaitSeconds, Number(headers.get('retry-after') ?? 2) || 2);
  await waitFor(seconds * 1_000, signal);
  return true;
}

function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
