// Registers the service worker and finds new versions of the client.
import { useSyncExternalStore } from 'react';
import { toUrl } from '../api/call.ts';
import { isReachable } from '../api/reachability.ts';
import type { Message } from '../offline/names.ts';

const checkMs = 60 * 60_000;
/**
 * Chromium may keep the old worker active for up to five minutes when a request reaches it at the moment of the change.
 * The page is loaded from the server in any case, so this is the longest wait.
 */
const takeOverWaitMs = 3_000;
/** In session storage: the waiting worker has the version that this tab has loaded. The next update removes it. */
const loadedVersionKey = 'lectern-version-taken';

let waiting: ServiceWorker | null = null;
/** Another version has taken over in another tab, or the server has no more files of this one. */
let isOutdated = false;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNewVersion = (): boolean =>
  useSyncExternalStore(subscribe, () => waiting !== null || isOutdated);

/** Activates the new version and reloads the page. */
export function applyNewVersion(): void {
  if (!waiting) {
    window.location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload());
  waiting.postMessage({ type: 'take-over' } satisfies Message);
  setTimeout(() => {
    sessionStorage.setItem(loadedVersionKey, '');
    window.location.reload();
  }, takeOverWaitMs);
}

/** Called once at the start. Without HTTPS there are no service workers; all but offline reading works. */
export function install(): void {
  window.addEventListener('vite:preloadError', () => {
    // Without the server nothing is known of its version.
    void isReachable().then((isThere) => {
      isOutdated ||= isThere;
      notify();
    });
  });
  void import('../offline/downloads.ts')
    .then(({ startDownloads }) => startDownloads())
    .catch(() => undefined);
  if ('serviceWorker' in navigator)
    window.addEventListener('load', () => void register().catch(() => undefined));
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(toUrl('service-worker.js'), { updateViaCache: 'none' });
  const ours = sessionStorage.getItem(loadedVersionKey) === null ? null : registration.waiting;
  if (!ours) sessionStorage.removeItem(loadedVersionKey);
  const refresh = () => {
    // A first installation replaces no version.
    waiting = serviceWorker.controller && registration.waiting !== ours ? registration.waiting : null;
    notify();
  };
  refresh();
  let isControlled = serviceWorker.controller !== null;
  // Activated in another tab: this one keeps its version until the user reloads.
  serviceWorker.addEventListener('controllerchange', () => {
    isOutdated ||= isControlled && serviceWorker.controller !== ours;
    isControlled = true;
    refresh();
  });
  registration.addEventListener('updatefound', () => {
    sessionStorage.removeItem(loadedVersionKey);
    registration.installing?.addEventListener('statechange', refresh);
  });
  setInterval(() => void registration.update().catch(() => undefined), checkMs);
}
