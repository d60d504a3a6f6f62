// The folders that confined worker processes may read: those of recent jobs. A folder that was replaced by another at
// the same path (another mount, a changed link) counts as a different one, because a process keeps access to the folder
// that existed when it started.
import { stat } from 'node:fs/promises';
import { inTime } from '#infrastructure/timeout.ts';
import { createSingleFlight } from './single-flight.ts';

export interface Root {
  path: string;
  /** Device and inode; empty if it does not exist. */
  identity: string;
}

export interface Roots {
  /** Returns the current identities of folders. Folders on a disk that does not respond in time count as unchanged. */
  identify(paths: readonly string[]): Promise<Root[]>;
  /** Returns recently used folders, without those on unresponsive disks, for which other jobs must not wait. */
  list(): Root[];
}

interface Known extends Root {
  usedMs: number;
  isSilent: boolean;
}

const keepMs = 60 * 60 * 1000;
const maxRoots = 256;
const patienceMs = 1_000;

export function createRoots(now: () => number = Date.now): Roots {
  /** Ordered by last use, the most recent last. */
  const known = new Map<string, Known>();
  const flights = createSingleFlight();

  async function identify(path: string): Promise<string> {
    const facts = await stat(path).catch(() => undefined);
    return facts ? `${facts.dev}:${facts.ino}` : '';
  }

  async function inspect(path: string): Promise<Root> {
    const found = await inTime(
      flights.do(path, () => identify(path)),
      patienceMs,
    );
    const identity = found ?? known.get(path)?.identity ?? '';
    known.delete(path);
    known.set(path, { path, identity, usedMs: now(), isSilent: found === undefined });
    return { path, identity };
  }

  return {
    identify: (paths) => Promise.all([...new Set(paths)].map(inspect)),
    list() {
      for (const [path, { usedMs }] of known)
        if (usedMs < now() - keepMs || known.size > maxRoots) known.delete(path);
      return [...known.values()].filter(({ isSilent }) => !isSilent);
    },
  };
}
