// The client as a program of its own: its service worker, and the version that waits to take over.
import { useSyncExternalStore } from 'react';
import { toUrl } from '../api/call.ts';
import type { Message } from '../offline/names.ts';

const checkMs = 60 * 60_000;
/**
 * A request that reaches the ruling worker just as the next one takes over lets Chromium leave that one waiting, for up
 * to five minutes: it is told again. Pages are the server's all the same.
 */
const patienceMs = 3_000;
/** Told to the page that comes: the worker that waits is of its own version. */
const taken = 'lectern-version-taken';

let waiting: ServiceWorker | null = null;
/** Another version than the one that runs here has taken over, or its parts are not on the server any more. */
let isOutdated = false;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNewVersion = (): boolean =>
  useSyncExternalStore(subscribe, () => waiting !== null || isOutdated);

/** Loads the new version, and says goodbye to this one. */
export function takeNewVersion(): void {
  if (!waiting) {
    window.location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload());
  takeOver(waiting);
  setTimeout(() => {
    sessionStorage.setItem(taken, '');
    window.location.reload();
  }, patienceMs);
}

const takeOver = (worker: ServiceWorker) => worker.postMessage({ type: 'take-over' } satisfies Message);

function insist(registration: ServiceWorkerRegistration, worker: ServiceWorker): void {
  takeOver(worker);
  const again = setInterval(() => {
    if (registration.waiting === worker) takeOver(worker);
    else clearInterval(again);
  }, patienceMs);
}

/** Whether the page was loaded before the worker of its version ruled. */
function isAhead(): boolean {
  const found = sessionStorage.getItem(taken) !== null;
  sessionStorage.removeItem(taken);
  return found;
}

/** At the start of the client, once. Without HTTPS browsers know no service workers; all but offline reading works. */
export function install(): void {
  window.addEventListener('vite:preloadError', () => {
    isOutdated = navigator.onLine;
    tell();
  });
  void import('../offline/shelf.ts').then(({ startKeeping }) => startKeeping()).catch(() => undefined);
  if ('serviceWorker' in navigator)
    window.addEventListener('load', () => void register().catch(() => undefined));
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(toUrl('service-worker.js'), { updateViaCache: 'none' });
  const ours = isAhead() ? registration.waiting : null;
  if (ours) insist(registration, ours);
  const look = () => {
    // The first one ever takes over from nobody.
    waiting = serviceWorker.controller && registration.waiting !== ours ? registration.waiting : null;
    tell();
  };
  look();
  let isControlled = serviceWorker.controller !== null;
  // Taken in another tab: what runs here goes on until somebody here says so, too.
  serviceWorker.addEventListener('controllerchange', () => {
    isOutdated ||= isControlled && serviceWorker.controller !== ours;
    isControlled = true;
    look();
  });
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', look),
  );
  setInterval(() => void registration.update().catch(() => undefined), checkMs);
}
