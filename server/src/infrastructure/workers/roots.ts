// The folders that confined worker processes may read: those of recent jobs. A folder that was replaced by another at
// the same path (another mount, a changed link) counts as a different one, because a process keeps access to the folder
// that existed when it started.
import { stat } from 'node:fs/promises';
import { inTime } from '#infrastructure/timeout.ts';
import { SingleFlight } from './single-flight.ts';

export interface Root {
  path: string;
  /** Device and inode; empty if it does not exist. */
  identity: string;
}

interface TrackedRoot extends Root {
  usedMs: number;
  isSilent: boolean;
}

const keepMs = 60 * 60 * 1000;
const maxRoots = 256;
const patienceMs = 1_000;

export class Roots {
  readonly #now: () => number;
  /** Ordered by last use, the most recent last. */
  readonly #known = new Map<string, TrackedRoot>();
  readonly #flights = new SingleFlight();
  readonly #inspect = async (path: string): Promise<Root> => {
    const found = await inTime(
      this.#flights.do(path, () => identify(path)),
      patienceMs,
    );
    const identity = found ?? this.#known.get(path)?.identity ?? '';
    this.#known.delete(path);
    this.#known.set(path, { path, identity, usedMs: this.#now(), isSilent: found === undefined });
    return { path, identity };
  };

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Returns the current identities of folders. Folders on a disk that does not respond in time count as unchanged. */
  identify(paths: readonly string[]): Promise<Root[]> {
    return Promise.all([...new Set(paths)].map(this.#inspect));
  }

  /** Returns recently used folders, without those on unresponsive disks, for which other jobs must not wait. */
  list(): Root[] {
    for (const [path, { usedMs }] of this.#known)
      if (usedMs < this.#now() - keepMs || this.#known.size > maxRoots) this.#known.delete(path);
    return [...this.#known.values()].filter(({ isSilent }) => !isSilent);
  }
}

async function identify(path: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined);
  return facts ? `${facts.dev}:${facts.ino}` : '';
}
