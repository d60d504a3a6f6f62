// The folders that confined worker processes may read: those of which somebody asked for something lately. A folder that
// was replaced by another of the same name (a disk that was mounted elsewhere, a link that was set anew) is another one,
// as a process keeps the right to the folder that was there when it began.
import { stat } from 'node:fs/promises';
import { inTime } from '#infrastructure/timeout.ts';
import { createSingleFlight } from './single-flight.ts';

export interface Root {
  path: string;
  /** Tells this folder from others that had its name; empty where there is none. */
  identity: string;
}

export interface Roots {
  /** What the folders are now. A disk that does not answer in time is taken for what it was. */
  look(paths: readonly string[]): Promise<Root[]>;
  /** Those that were looked at lately, without those whose disk did not answer: nobody else shall wait for it. */
  list(): Root[];
}

interface Known extends Root {
  usedMs: number;
  isSilent: boolean;
}

const keptMs = 60 * 60 * 1000;
const maxKept = 256;
const patienceMs = 1_000;

export function createRoots(now: () => number = Date.now): Roots {
  /** The one that was looked at last comes last. */
  const known = new Map<string, Known>();
  const flights = createSingleFlight();

  async function identify(path: string): Promise<string> {
    const facts = await stat(path).catch(() => undefined);
    return facts ? `${facts.dev}:${facts.ino}` : '';
  }

  async function inspect(path: string): Promise<Root> {
    const asked = await inTime(
      flights.do(path, () => identify(path)),
      patienceMs,
    );
    const identity = asked ?? known.get(path)?.identity ?? '';
    known.delete(path);
    known.set(path, { path, identity, usedMs: now(), isSilent: asked === undefined });
    return { path, identity };
  }

  return {
    look: (paths) => Promise.all([...new Set(paths)].map(inspect)),
    list() {
      for (const [path, { usedMs }] of known)
        if (usedMs < now() - keptMs || known.size > maxKept) known.delete(path);
      return [...known.values()].filter(({ isSilent }) => !isSilent);
    },
  };
}
