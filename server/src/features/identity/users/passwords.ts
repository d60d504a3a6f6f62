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

/** Bounds the work of a check: at most two hashes of each scheme, and the hash of the account. */
const maxCostsPerScheme = 2;

export class Passwords {
  readonly #hasher: Hasher;
  readonly #schemes: PasswordSchemes;
  readonly #limited = createLimit(concurrency, maxWaiting);

  constructor(hasher: Hasher = { hash, verify }, schemes: PasswordSchemes = passwordSchemes) {
    this.#hasher = hasher;
    this.#schemes = schemes;
  }

  /** Returns a PHC string. Throws `unavailable` if too many requests wait. */
  hash(password: string): Promise<string> {
    return this.#limited(() => this.#hasher.hash(normalize(password), parameters));
  }

  /**
   * Returns false for a wrong password and, after the same work, for an account without a password. `foreign` are
   * hashes of other programs from `pickOfEachCost`: every check does the work of all of them. Throws like `hash`.
   */
  verify(stored: string | null, password: string, foreign: readonly string[] = []): Promise<boolean> {
    return this.#limited(async () => {
      const own = this.#isForeign(stored) ? null : stored;
      const fits = await this.#hasher.verify(own ?? impossibleHash, normalize(password));
      return (await this.#verifyForeign(stored, password, foreign)) || (fits && own !== null);
    });
  }

  /** Returns whether the hash has outdated parameters or belongs to another program. */
  isOutdated(stored: string): boolean {
    if (this.#schemes.isForeign(stored)) return true;
    const { memoryCost, timeCost, parallelism } = parseOptions(stored);
    return (
      memoryCost !== parameters.memoryCost ||
      timeCost !== parameters.timeCost ||
      parallelism !== parameters.parallelism
    );
  }

  /** Returns one hash of each cost, at most two of each scheme. */
  pickOfEachCost(hashes: readonly string[]): string[] {
    const byScheme = new Map<string, Map<string, string>>();
    for (const stored of hashes) {
      const cost = this.#schemes.findCost(stored);
      if (cost === undefined) continue;
      const scheme = stored.slice(0, stored.indexOf('}'));
      const byCost = byScheme.get(scheme) ?? new Map<string, string>();
      byScheme.set(scheme, byCost);
      if (byCost.size < maxCostsPerScheme) byCost.set(cost, stored);
    }
    return [...byScheme.values()].flatMap((byCost) => [...byCost.values()]);
  }

  #isForeign(stored: string | null): stored is string {
    return stored !== null && this.#schemes.isForeign(stored);
  }

  async #verifyForeign(
    stored: string | null,
    password: string,
    foreign: readonly string[],
  ): Promise<boolean> {
    const cost = this.#isForeign(stored) ? this.#schemes.findCost(stored) : undefined;
    const others = foreign.filter((one) => cost === undefined || this.#schemes.findCost(one) !== cost);
    for (const one of others) await this.#schemes.verify(one, password);
    return this.#isForeign(stored) && (await this.#schemes.verify(stored, password));
  }
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
