// Tracks whether the server is reachable. A failed request starts polling with increasing intervals. When the server
// answers, failed requests are repeated (query-client.ts, app/router.tsx, ui/picture.tsx).
import { useEffect, useSyncExternalStore } from 'react';

const minPauseMs = 1_000;
const maxPauseMs = 20_000;
/** If the server was reachable for less time, polling keeps its interval: a single URL may fail repeatedly. */
const steadyMs = 60_000;
const maxAnswerMs = 5_000;

let isAway = false;
let pauseMs = minPauseMs;
let backAtMs = Number.NEGATIVE_INFINITY;
const changes = new Set<() => void>();

/** Whether a response comes from a proxy whose server does not answer. The server's own errors are JSON. */
const isOfProxy = ({ status, headers }: Response): boolean =>
  [502, 503, 504].includes(status) && !/json/.test(headers.get('content-type') ?? '');

/** Fetches from the server. If it is unreachable, records that and rejects with TypeError. */
export const fetchThere = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, init)
    .then((response) => {
      if (isOfProxy(response)) throw new TypeError(`A proxy answered ${response.status}`);
      return response;
    })
    .catch(failAway);

/** Records and rethrows the failure of a request that did not reach the server. */
function failAway(error: unknown): never {
  if (error instanceof TypeError) noteAway();
  throw error;
}

function noteAway(): void {
  if (isAway) return;
  isAway = true;
  if (performance.now() - backAtMs > steadyMs) pauseMs = minPauseMs;
  for (const change of [...changes]) change();
  void waitForAnswer();
}

/** Checks whether the server is reachable. */
export async function isReachable(): Promise<boolean> {
  const isThere = !isAway && (await answers());
  if (!isThere) noteAway();
  return isThere;
}

async function waitForAnswer(): Promise<void> {
  do {
    await pause();
    pauseMs = Math.min(pauseMs * 1.5, maxPauseMs);
  } while (!(await answers()));
  isAway = false;
  backAtMs = performance.now();
  for (const change of [...changes]) change();
}

/** Ends early when the device is online again, or the user returns to the page. */
function pause(): Promise<void> {
  const end = new AbortController();
  const { signal } = end;
  return new Promise((resolve) => {
    const stop = () => {
      end.abort();
      resolve();
    };
    const timer = window.setTimeout(stop, pauseMs);
    signal.addEventListener('abort', () => window.clearTimeout(timer));
    window.addEventListener('online', stop, { signal });
    document.addEventListener('visibilitychange', () => document.hidden || stop(), { signal });
  });
}

/** Bypasses the HTTP cache and the service worker. */
async function answers(): Promise<boolean> {
  try {
    const url = new URL('api/v1/info', document.baseURI);
    return (await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(maxAnswerMs) })).ok;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  changes.add(listener);
  return () => void changes.delete(listener);
}

export const useIsAway = (): boolean => useSyncExternalStore(subscribe, () => isAway);

/** Calls the listener each time the server becomes reachable again. */
export const onBack = (listener: () => void): (() => void) => subscribe(() => !isAway && listener());

/** Retries after a failure when the server is reachable again. */
export function useRetryWhenBack(hasFailed: boolean, retry: () => void): void {
  useEffect(() => (hasFailed ? onBack(retry) : undefined), [hasFailed, retry]);
}
