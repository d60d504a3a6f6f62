// Lists folders and files for a scan in worker processes, in pages, so that neither side holds a whole tree in memory.
import type { OwnFolders } from '#infrastructure/files/own-folders.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import type { discoveryJobs, ListedPart, ListSettings, SentSettings, WalkJob, WalkPage } from './jobs.ts';
import type { WalkedFile, WalkedFolder } from './walk.ts';

export interface Listing {
  /** Every folder of the root, in pages. Throws if the worker process crashes. */
  walk(settings: ListSettings, signal: AbortSignal): AsyncGenerator<WalkedFolder[]>;
  /** The current files of these folders, in folder order; the files of each in natural order. */
  listFolders(
    settings: ListSettings,
    folders: readonly string[],
    signal: AbortSignal,
  ): Promise<WalkedFolder[]>;
}

/** Maximum time in milliseconds that a slow network share may take per entry, or to open a folder. */
const maxMs = 120_000;

const callJob = callerOf<typeof discoveryJobs>();
let walks = 0;

/** Joins the parts of folders. */
function createFolderBatch() {
  const gathered = new Map<string, WalkedFile[]>();
  return {
    onPartial(part: ListedPart | null) {
      if (part === null) return;
      const files = gathered.get(part.path) ?? [];
      gathered.set(part.path, files);
      for (const file of part.files) files.push(file);
    },
    clear: () => gathered.clear(),
    fill(folders: readonly WalkedFolder[]): WalkedFolder[] {
      return folders.map((folder) => ({ ...folder, files: gathered.get(folder.path) ?? folder.files }));
    },
  };
}

interface Dependencies {
  pool: WorkerPool;
  own: OwnFolders;
  timeoutMs?: number;
}

export function createListing({ pool, own, timeoutMs = maxMs }: Dependencies): Listing {
  const toSent = async (settings: ListSettings): Promise<SentSettings> => ({
    ...settings,
    ownMarks: await own.listMarks(),
  });
  return {
    async *walk(settings, signal) {
      const walkId = `walk-${++walks}`;
      const next = async (input: WalkJob): Promise<WalkPage> => {
        const { onPartial, fill } = createFolderBatch();
        const page = await callJob(pool, 'discovery.walk', {
          ...{ input, timeoutMs, signal, onPartial },
          affinity: walkId,
          roots: [settings.root],
          urgency: 1,
        });
        return { ...page, folders: fill(page.folders) };
      };
      let page = await next({ walkId, settings: await toSent(settings) });
      for (;;) {
        // Lists the next page while this one is processed.
        const following = page.isLast ? undefined : next({ walkId });
        following?.catch(() => {});
        yield page.folders;
        if (!following) return;
        page = await following;
      }
    },
    async listFolders(settings, folders, signal) {
      const { onPartial, clear, fill } = createFolderBatch();
      const input = { settings: await toSent(settings), folders };
      const call = {
        input,
        timeoutMs,
        signal,
        urgency: 1,
        onPartial,
        onRestart: clear,
        roots: [settings.root],
      };
      return fill(await callJob(pool, 'discovery.list', call));
    },
  };
}
