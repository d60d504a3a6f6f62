// Passwords as hashes: Argon2id with the parameters below, a few at a time, and as much work for accounts that do
// not exist as for those that do.
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Problem, reason } from '#infrastructure/errors.ts';

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane; about 10 ms. Older hashes are renewed at sign-in. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes run on the threads that also read files: half of the four are left to readers. The queue is some 1.5
 * seconds long; whoever comes later is told to come back.
 */
const concurrency = 2;
const maxWaiting = 256;

/** What computes the hashes; tests count its calls. */
export interface Hasher {
  hash(password: string, options: typeof parameters): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

export interface Passwords {
  /** A PHC string. Throws `unavailable` when too many wait. */
  hash(password: string): Promise<string>;
  /** False for a wrong password and, after the same work, for an account without one. Throws as `hash`. */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** Made with other parameters than today's. */
  isOutdated(hash: string): boolean;
}

export function createPasswords(hasher: Hasher = { hash, verify }): Passwords {
  const limited = createLimit(concurrency, maxWaiting);
  return {
    hash: (password) => limited(() => hasher.hash(normalize(password), parameters)),
    async verify(stored, password) {
      const fits = await limited(() => hasher.verify(stored ?? impossibleHash, normalize(password)));
      return fits && stored !== null;
    },
    isOutdated(stored) {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored);
      return (
        memoryCost !== parameters.memoryCost ||
        timeCost !== parameters.timeCost ||
        parallelism !== parameters.parallelism
      );
    },
  };
}

/** The same keys give the same password on every keyboard and system. */
const normalize = (password: string): string => password.normalize('NFKC');

/** A hash of zeros, of today's parameters: checking against it costs what any check costs, and nothing fits it. */
const impossibleHash = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Runs at most `running` at a time; `waiting` more may queue, in the order in which they came. */
function createLimit(running: number, waiting: number) {
  let active = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (active >= running) {
      if (queue.length >= waiting) throw busy();
      await new Promise<void>((resolve) => queue.push(resolve));
    } else active++;
    try {
      return await work();
    } finally {
      // The place goes to the next in line, or is free.
      const next = queue.shift();
      if (next) next();
      else active--;
    }
  };
}

const busy = () =>
  new Problem('unavailable', reason('sign_ins_busy'), {
    headers: { 'Retry-After': '2' },
  });
