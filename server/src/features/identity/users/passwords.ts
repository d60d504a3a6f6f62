// Password hashes: Argon2id with the parameters below, a few at a time, with the same work for accounts that do not
// exist. Imported accounts have a hash of another program until they sign in.
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { type PasswordSchemes, passwordSchemes } from '#features/identity/password-schemes/index.ts';
import { Problem, reason } from '#infrastructure/errors.ts';

/**
 * OWASP's first choice for Argon2id: 19 MiB, two passes, one lane; about 10 ms. Older hashes are renewed at sign-in.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes run on libuv's four threads, which also read files: half of them are left to file access. The queue is about
 * 1.5 seconds long; further requests are rejected.
 */
const concurrency = 2;
const maxWaiting = 256;

/** Computes the hashes; tests count its calls. */
export interface Hasher {
  hash(password: string, options: typeof parameters): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

export interface Passwords {
  /** Returns a PHC string. Throws `unavailable` if too many requests wait. */
  hash(password: string): Promise<string>;
  /**
   * Returns false for a wrong password and, after the same work, for an account without a password. `foreign` are
   * hashes of other programs from `pickOfEachCost`: every check does the work of all of them. Throws like `hash`.
   */
  verify(hash: string | null, password: string, foreign?: readonly string[]): Promise<boolean>;
  /** Returns whether the hash has outdated parameters or belongs to another program. */
  isOutdated(hash: string): boolean;
  /** Returns one hash of each cost, at most two of each scheme. */
  pickOfEachCost(hashes: readonly string[]): string[];
}

/** Bounds the work of a check: at most two hashes of each scheme, and the hash of the account. */
const maxCostsPerScheme = 2;

export function createPasswords(
  hasher: Hasher = { hash, verify },
  schemes: PasswordSchemes = passwordSchemes,
): Passwords {
  const limited = createLimit(concurrency, maxWaiting);
  const isForeign = (stored: string | null): stored is string => stored !== null && schemes.isForeign(stored);

  async function verifyForeign(
    stored: string | null,
    password: string,
    foreign: readonly string[],
  ): Promise<boolean> {
    const cost = isForeign(stored) ? schemes.findCost(stored) : undefined;
    const others = foreign.filter((one) => cost === undefined || schemes.findCost(one) !== cost);
    for (const one of others) await schemes.verify(one, password);
    return isForeign(stored) && (await schemes.verify(stored, password));
  }

  return {
    hash: (password) => limited(() => hasher.hash(normalize(password), parameters)),
    verify: (stored, password, foreign = []) =>
      limited(async () => {
        const own = isForeign(stored) ? null : stored;
        const fits = await hasher.verify(own ?? impossibleHash, normalize(password));
        return (await verifyForeign(stored, password, foreign)) || (fits && own !== null);
      }),
    pickOfEachCost(hashes) {
      const byScheme = new Map<string, Map<string, string>>();
      for (const stored of hashes) {
        const cost = schemes.findCost(stored);
        if (cost === undefined) continue;
        const scheme = stored.slice(0, stored.indexOf('}'));
        const byCost = byScheme.get(scheme) ?? new Map<string, string>();
        byScheme.set(scheme, byCost);
        if (byCost.size < maxCostsPerScheme) byCost.set(cost, stored);
      }
      return [...byScheme.values()].flatMap((byCost) => [...byCost.values()]);
    },
    isOutdated(stored) {
      if (schemes.isForeign(stored)) return true;
      const { memoryCost, timeCost, parallelism } = parseOptions(stored);
      return (
        memoryCost !== parameters.memoryCost ||
        timeCost !== parameters.timeCost ||
        parallelism !== parameters.parallelism
      );
    },
  };
}

/** Passwords are normalized, because keyboards and systems encode the same characters differently. */
const normalize = (password: string): string => password.normalize('NFKC');

/** A hash of zeros with the current parameters: verifying against it has the normal cost and never succeeds. */
const impossibleHash = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Runs at most `running` calls at a time. Up to `waiting` more are queued in order. */
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
      // Passes the slot to the next in the queue, or frees it.
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
