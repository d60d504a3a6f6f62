// Folders and files as worker processes list them for a scan, in pages, so that neither side holds a whole tree.
import type { WorkerPool } from '#kernel/workers/pool.ts';
import type { WalkedFolder } from './walk.ts';

export interface ListSettings {
  root: string;
  allowedFormats: readonly string[];
  excludedPatterns: readonly string[];
  /** The books of a folder are formats of one work, of which one sidecar speaks. */
  sharesFolders: boolean;
}

export interface Listing {
  /** Every folder of the root in pages. Throws when the worker is lost. */
  walk(settings: ListSettings, signal: AbortSignal): AsyncGenerator<WalkedFolder[]>;
  /** These folders, now, in their order. */
  listFolders(
    settings: ListSettings,
    folders: readonly string[],
    signal: AbortSignal,
  ): Promise<WalkedFolder[]>;
}

/** A folder of a slow network share may take long, but not for ever. */
const timeoutMs = 120_000;

let walks = 0;

export function createListing(pool: WorkerPool): Listing {
  return {
    async *walk(settings, signal) {
      const walkId = `walk-${++walks}`;
      const next = (input: unknown) =>
        pool.run({
          name: 'survey.walk',
          input,
          timeoutMs,
          signal,
          affinity: walkId,
          urgency: 1,
        }) as Promise<WalkPage>;
      let page = await next({ walkId, settings });
      for (;;) {
        // The next page is read while this one is looked at.
        const following = page.isLast ? undefined : next({ walkId });
        following?.catch(() => {});
        yield page.folders;
        if (!following) return;
        page = await following;
      }
    },
    listFolders: (settings, folders, signal) =>
      pool.run({
        name: 'survey.list',
        input: { settings, folders },
        timeoutMs,
        signal,
        urgency: 1,
      }) as Promise<WalkedFolder[]>,
  };
}

export interface WalkPage {
  folders: WalkedFolder[];
  isLast: boolean;
}
