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

interface Watch {
  end(): Promise<void>;
}

export class Watcher {
  readonly #deps: Options;
  readonly #watches = new Map<string, Watch>();
  #setting = Promise.resolve();

  constructor(deps: Options) {
    this.#deps = deps;
  }

  /** Replaces the watched libraries. */
  set(libraries: readonly WatchedLibrary[]): Promise<void> {
    this.#setting = this.#setting.then(() => this.#apply(libraries));
    return this.#setting;
  }

  stop(): Promise<void> {
    return this.set([]);
  }

  async #begin({ id, paths }: WatchedLibrary): Promise<Watch> {
    const burst = createBurst(() => this.#deps.onChange(id), {
      quietMs: this.#deps.quietMs,
      maxMs: this.#deps.maxMs,
    });
    let polling: NodeJS.Timeout | undefined;
    const poll = () => {
      polling ??= setInterval(() => this.#deps.onChange(id), this.#deps.pollMs).unref();
    };
    const subscriptions = await Promise.allSettled(
      paths.map((path) =>
        subscribe(
          path,
          (error) => {
            if (!error) return burst.note();
            this.#deps.log.warn(
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
        this.#deps.log.warn(
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

  async #apply(libraries: readonly WatchedLibrary[]): Promise<void> {
    const wanted = new Map(
      libraries.map((library) => [JSON.stringify([library.id, library.paths]), library]),
    );
    for (const [key, watch] of this.#watches) {
      if (wanted.has(key)) continue;
      this.#watches.delete(key);
      await watch.end();
    }
    for (const [key, library] of wanted)
      if (!this.#watches.has(key)) this.#watches.set(key, await this.#begin(library));
  }
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
