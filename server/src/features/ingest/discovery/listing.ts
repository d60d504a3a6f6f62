// Lists folders and files for a scan in worker processes, in pages, so that neither side holds a whole tree in memory.
import type { OwnFolders } from '#infrastructure/files/own-folders.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import type { discoveryJobs, ListedPart, ListSettings, SentSettings, WalkJob, WalkPage } from './jobs.ts';
import type { WalkedFile, WalkedFolder } from './walk.ts';

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

export class Listing {
  readonly #deps: Dependencies;
  readonly #timeoutMs: number;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#timeoutMs = deps.timeoutMs ?? maxMs;
  }

  /** Every folder of the root, in pages. Throws if the worker process crashes. */
  async *walk(settings: ListSettings, signal: AbortSignal): AsyncGenerator<WalkedFolder[]> {
    const walkId = `walk-${++walks}`;
    const next = async (input: WalkJob): Promise<WalkPage> => {
      const { onPartial, fill } = createFolderBatch();
      const page = await callJob(this.#deps.pool, 'discovery.walk', {
        input,
        timeoutMs: this.#timeoutMs,
        signal,
        onPartial,
        affinity: walkId,
        roots: [settings.root],
        urgency: 1,
      });
      return { ...page, folders: fill(page.folders) };
    };
    let page = await next({ walkId, settings: await this.#toSent(settings) });
    for (;;) {
      // Lists the next page while this one is processed.
      const following = page.isLast ? undefined : next({ walkId });
      following?.catch(() => {});
      yield page.folders;
      if (!following) return;
      page = await following;
    }
  }

  /** The current files of these folders, in folder order; the files of each in natural order. */
  async listFolders(
    settings: ListSettings,
    folders: readonly string[],
    signal: AbortSignal,
  ): Promise<WalkedFolder[]> {
    const { onPartial, clear, fill } = createFolderBatch();
    const input = { settings: await this.#toSent(settings), folders };
    const call = {
      input,
      timeoutMs: this.#timeoutMs,
      signal,
      urgency: 1,
      onPartial,
      onRestart: clear,
      roots: [settings.root],
    };
    return fill(await callJob(this.#deps.pool, 'discovery.list', call));
  }

  async #toSent(settings: ListSettings): Promise<SentSettings> {
    return {
      ...settings,
      ownMarks: await this.#deps.own.listMarks(),
    };
  }
}
