// Whether the server can be reached. A request that cannot reach it begins to ask for it, more and more rarely; when it
// answers, what has failed is asked for again (query-client.ts, app/router.tsx, ui/picture.tsx).
import { useEffect, useSyncExternalStore } from 'react';

const minPauseMs = 1_000;
const maxPauseMs = 20_000;
/** A server that was back for less is asked as rarely as before: one address alone may fail again and again. */
const steadyMs = 60_000;
const maxAnswerMs = 5_000;

let isAway = false;
let pauseMs = minPauseMs;
let backAtMs = Number.NEGATIVE_INFINITY;
const changes = new Set<() => void>();

/** A proxy says that the server behind it does not answer; the server's own refusals are JSON. */
function isOfProxy({ status, headers }: Response): boolean {
  if (status === 502 || status === 504) return true;
  return status === 503 && !/json/.test(headers.get('content-type') ?? '');
}

/** Fetches from the server. Rejects with TypeError when it cannot be reached, and notes that. */
export const fetchThere = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, init)
    .then((response) => {
      if (isOfProxy(response)) throw new TypeError(`A proxy answered ${response.status}`);
      return response;
    })
    .catch(failAway);

/** Notes the failure of a request that did not reach the server, and throws it. */
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

/** Asks whether the server can be reached. */
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

/** Ends early when the device has a network again, or somebody looks at the page. */
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

/** By the network itself: neither this file nor the service worker keeps the answer. */
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

/** Calls the listener each time that the server answers again. */
export const onBack = (listener: () => void): (() => void) => subscribe(() => !isAway && listener());

/** Tries again what has failed when the server answers again. */
export function useRetryWhenBack(hasFailed: boolean, retry: () => void): void {
  useEffect(() => (hasFailed ? onBack(retry) : undefined), [hasFailed, retry]);
}
