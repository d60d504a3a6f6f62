// Watches the folders of libraries where this is enabled. After a burst of changes and a quiet period, a scan is
// requested. Watching may miss changes; manual and scheduled scans do not depend on it.
import { join } from 'node:path';
import { subscribe } from '@parcel/watcher';
import type { Log } from '#infrastructure/log.ts';
import { trashFolder, uploadFolder } from '../discovery/index.ts';

interface WatchedLibrary {
  id: string;
  paths: readonly string[];
}

interface Options {
  /** Requests a scan. */
  onChange(libraryId: string): void;
  log: Log;
  /** Quiet period in milliseconds that ends a burst of changes. */
  quietMs: number;
  /** Maximum duration of a burst in milliseconds until a scan is requested. */
  maxMs: number;
  /** Interval in milliseconds between scans of a library with a folder that cannot be watched. */
  pollMs: number;
}

export interface Watcher {
  /** Replaces the watched libraries. */
  set(libraries: readonly WatchedLibrary[]): Promise<void>;
  stop(): Promise<void>;
}

interface Watch {
  end(): Promise<void>;
}

export function createWatcher({ onChange, log, quietMs, maxMs, pollMs }: Options): Watcher {
  const watches = new Map<string, Watch>();
  let setting = Promise.resolve();

  async function begin({ id, paths }: WatchedLibrary): Promise<Watch> {
    const burst = createBurst(() => onChange(id), { quietMs, maxMs });
    let polling: NodeJS.Timeout | undefined;
    const poll = () => {
      polling ??= setInterval(() => onChange(id), pollMs).unref();
    };
    const subscriptions = await Promise.allSettled(
      paths.map((path) =>
        subscribe(
          path,
          (error) => {
            if (!error) return burst.note();
            log.warn(
              { path, error: error.message },
              'stopped watching a folder; the library is scanned periodically',
            );
            poll();
          },
          // Running uploads and deleted files do not change the library.
          { ignore: [join(path, uploadFolder), join(path, trashFolder)] },
        ),
      ),
    );
    for (const [i, result] of subscriptions.entries()) {
      // The file system sends no events, or the machine has no free watches.
      if (result.status === 'rejected') {
        log.warn(
          { path: paths[i], error: String(result.reason) },
          'failed to watch a folder; the library is scanned periodically',
        );
        poll();
      }
    }
    return {
      async end() {
        burst.cancel();
        clearInterval(polling);
        for (const result of subscriptions)
          if (result.status === 'fulfilled') await result.value.unsubscribe();
      },
    };
  }

  async function apply(libraries: readonly WatchedLibrary[]): Promise<void> {
    const wanted = new Map(
      libraries.map((library) => [JSON.stringify([library.id, library.paths]), library]),
    );
    for (const [key, watch] of watches) {
      if (wanted.has(key)) continue;
      watches.delete(key);
      await watch.end();
    }
    for (const [key, library] of wanted) if (!watches.has(key)) watches.set(key, await begin(library));
  }

  const set = (libraries: readonly WatchedLibrary[]) => (setting = setting.then(() => apply(libraries)));
  return { set, stop: () => set([]) };
}

/** Calls `act` after a burst of calls. */
function createBurst(act: () => void, { quietMs, maxMs }: { quietMs: number; maxMs: number }) {
  let timer: NodeJS.Timeout | undefined;
  let beganMs: number | undefined;
  const fire = () => {
    clearTimeout(timer);
    timer = undefined;
    beganMs = undefined;
    act();
  };
  return {
    note(): void {
      beganMs ??= Date.now();
      clearTimeout(timer);
      timer = setTimeout(fire, Math.min(quietMs, Math.max(0, beganMs + maxMs - Date.now())));
      timer.unref();
    },
    cancel: () => clearTimeout(timer),
  };
}
