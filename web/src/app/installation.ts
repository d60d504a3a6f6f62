// The client as a program of its own: its service worker, and the version that waits to take over.
import { useSyncExternalStore } from 'react';
import { toUrl } from '../api/call.ts';
import type { Message } from '../offline/names.ts';

const checkMs = 60 * 60_000;
/**
 * Chromium may keep the old worker active for up to five minutes when a request reaches it at the moment of the change.
 * The page is loaded from the server in any case, so nobody waits longer than this.
 */
const takeOverWaitMs = 3_000;
/** In the tab's storage: the waiting worker is of the version that this tab has loaded. Removed by the next update. */
const takenKey = 'lectern-version-taken';

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
export function applyNewVersion(): void {
  if (!waiting) {
    window.location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload());
  waiting.postMessage({ type: 'take-over' } satisfies Message);
  setTimeout(() => {
    sessionStorage.setItem(takenKey, '');
    window.location.reload();
  }, takeOverWaitMs);
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
  const ours = sessionStorage.getItem(takenKey) === null ? null : registration.waiting;
  if (!ours) sessionStorage.removeItem(takenKey);
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
  registration.addEventListener('updatefound', () => {
    sessionStorage.removeItem(takenKey);
    registration.installing?.addEventListener('statechange', look);
  });
  setInterval(() => void registration.update().catch(() => undefined), checkMs);
}
