// Registers the service worker and detects new versions of the client.
import { useSyncExternalStore } from 'react';
import { toUrl } from '../api/call.ts';
import { isReachable } from '../api/reachability.ts';
import { cacheMessages } from '../i18n/messages.ts';
import type { Message } from '../offline/names.ts';

const checkMs = 60 * 60_000;
/**
 * Chromium may keep the old worker active for up to five minutes if a request arrives during the change. The page is loaded
 * from the server anyway, so this is only the maximum wait.
 */
const takeOverWaitMs = 3_000;
/** In session storage: the waiting worker has the version that this tab has loaded. The next update removes it. */
const loadedVersionKey = 'lectern-version-taken';

let waiting: ServiceWorker | null = null;
/** Another tab has activated another version, or the server no longer has files of this version. */
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

/** Called once at the start. Without HTTPS, there are no service workers; everything except offline reading works. */
export function install(): void {
  window.addEventListener('vite:preloadError', () => {
    // The version is unknown while the server is unreachable.
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
  // Activated by another tab. This tab keeps its version until the user reloads.
  serviceWorker.addEventListener('controllerchange', () => {
    isOutdated ||= isControlled && serviceWorker.controller !== ours;
    if (!isControlled) cacheMessages();
    isControlled = true;
    refresh();
  });
  registration.addEventListener('updatefound', () => {
    sessionStorage.removeItem(loadedVersionKey);
    registration.installing?.addEventListener('statechange', refresh);
  });
  setInterval(() => void registration.update().catch(() => undefined), checkMs);
}
