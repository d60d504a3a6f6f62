// Slows down guessing of passwords without ever locking out the owner (docs/decisions/0002-sign-in-delays.md). Counts
// in memory, and reports each count to the other servers.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#infrastructure/clock.ts';
import { tooManyRequests } from '#infrastructure/errors.ts';
import { channel, type EventBus } from '#infrastructure/events/bus.ts';
import { toClientKey } from '#infrastructure/http/clients/client-address.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import { type SharedThrottle, shareThrottle, Throttle, type ThrottleLimits } from './throttle.ts';

/** Resolves after a time in milliseconds, rejects if the signal aborts. Tests do not wait. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

export const realWait: Wait = (ms, signal) => sleep(ms, undefined, { signal });

/** Longer delays return 429 instead of keeping a connection open. */
export const maxWaitMs = 4_000;

/** Delays start late enough for users who mistype and grow fast enough to stop programs. */
const accountLimits = { free: 5, firstMs: 250, maxMs: 60_000, forgetMs: 15 * 60_000, max: 50_000 };
const addressLimits = { free: 20, firstMs: 250, maxMs: 15_000, forgetMs: 15 * 60_000, max: 50_000 };
/** New accounts, and requested messages, from one address. */
const registrationLimits = { free: 5, firstMs: 1_000, maxMs: 300_000, forgetMs: 3_600_000, max: 10_000 };

/** Number of known addresses of accounts, and how long they are remembered. */
const homes = { max: 50_000, ttlMs: 30 * 24 * 3_600_000 };

/** An account has signed in from an address. */
const homeKnown = channel<{ home: string }>('sign-in.home');

/** The typed name may be a password in the wrong field, so only its hash is sent. */
const toHash = (login: string): string => createHash('sha256').update(login).digest('base64url');

interface Attempt {
  /** The account with this login, if it exists. */
  accountId: string | undefined;
  /** The folded login if it does not match an account. */
  login: string;
  address: string;
  /** The known device of the account that the browser is; undefined for other browsers. */
  deviceId: string | undefined;
}

interface Admitted {
  /** The password was correct: this address is known from now on. */
  succeed(): void;
  /** The password was wrong. */
  fail(): void;
}

/** The keys under which an attempt is counted. */
interface Counters {
  /** Account and device, counted before the result is known, so that concurrent attempts gain nothing. */
  target: [SharedThrottle, string];
  /**
   * The address, unless it is known. Counts only failures, because a school that signs in concurrently has one address.
   */
  from?: string;
}

interface Dependencies {
  clock: Clock;
  wait: Wait;
  /** The event bus of all servers that share accounts. */
  events: EventBus;
}

/**
 * Each admission is counted immediately and resolves when the password may be verified. Throws `rate_limit_exceeded` if
 * that would keep the connection open for too long, and rejects if the signal aborts.
 */
export class SignInGuard {
  readonly #deps: Dependencies;
  readonly #accounts: SharedThrottle;
  // Unknown names have a separate table, so that invented names never displace counters of accounts.
  readonly #strangers: SharedThrottle;
  readonly #addresses: SharedThrottle;
  readonly #registrations: SharedThrottle;
  readonly #known = createRecent<number>(homes.max);

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#accounts = this.#create('accounts', accountLimits);
    this.#strangers = this.#create('strangers', { ...accountLimits, max: 10_000 });
    this.#addresses = this.#create('addresses', addressLimits);
    this.#registrations = this.#create('registrations', registrationLimits);
    deps.events.subscribe(homeKnown, ({ home }) => void this.#known.set(home, deps.clock()));
  }

  async admit(attempt: Attempt, signal: AbortSignal): Promise<Admitted> {
    const counters = this.#findCounters(attempt);
    const { from } = counters;
    await this.#enter(counters, signal);
    return {
      succeed: () => {
        const [throttle, key] = counters.target;
        throttle.forget(key);
        if (attempt.accountId !== undefined) this.addKnownAddress(attempt.accountId, attempt.address);
      },
      fail: () => {
        if (from !== undefined) this.#addresses.count(from);
      },
    };
  }

  /** A caller presents the secret of a link. Guessing is slowed down as for names without an account. */
  admitSecret(secret: string, address: string, signal: AbortSignal): Promise<Admitted> {
    return this.admit({ accountId: undefined, login: secret, address, deviceId: undefined }, signal);
  }

  /** A signed-in user enters the password again. */
  async admitOwner(accountId: string, signal: AbortSignal): Promise<Admitted> {
    const key = `owner ${accountId}`;
    await this.#enter({ target: [this.#accounts, key] }, signal);
    return { succeed: () => this.#accounts.forget(key), fail() {} };
  }

  /** A signed-in user enters the code of another device. */
  admitCode(accountId: string, address: string, signal: AbortSignal): Promise<Admitted> {
    return this.#admitKey(`code ${accountId}`, address, signal);
  }

  /** The PIN of a locked profile is entered. */
  admitPin(accountId: string, address: string, signal: AbortSignal): Promise<Admitted> {
    return this.#admitKey(`pin ${accountId}`, address, signal);
  }

  /** A registration from this address. */
  admitRegistration(address: string, signal: AbortSignal): Promise<void> {
    return this.#enter({ target: [this.#registrations, toClientKey(address)] }, signal);
  }

  /** The account has signed in from this address. */
  addKnownAddress(accountId: string, address: string): void {
    this.#deps.events.publish(homeKnown, { home: `${accountId} ${toClientKey(address)}` });
  }

  /** A request from this address that sends a message to a user. */
  admitMailRequest(address: string, signal: AbortSignal): Promise<void> {
    return this.#enter({ target: [this.#registrations, `mail ${toClientKey(address)}`] }, signal);
  }

  async #admitKey(key: string, address: string, signal: AbortSignal): Promise<Admitted> {
    const from = toClientKey(address);
    await this.#enter({ target: [this.#accounts, key], from }, signal);
    return { succeed: () => this.#accounts.forget(key), fail: () => this.#addresses.count(from) };
  }

  #create(name: string, limits: ThrottleLimits) {
    return shareThrottle(name, new Throttle(limits, this.#deps.clock), this.#deps.events);
  }

  #isHome(key: string): boolean {
    return Math.abs(this.#deps.clock() - (this.#known.get(key) ?? Number.NEGATIVE_INFINITY)) < homes.ttlMs;
  }

  /** A known device has a separate counter; all others share one. */
  #findCounters({ accountId, login, address, deviceId }: Attempt): Counters {
    const from = toClientKey(address);
    if (accountId === undefined) return { target: [this.#strangers, toHash(login)], from };
    if (deviceId !== undefined) return { target: [this.#accounts, `device ${deviceId}`] };
    const home = `${accountId} ${from}`;
    return this.#isHome(home)
      ? { target: [this.#accounts, `home ${home}`] }
      : { target: [this.#accounts, accountId], from };
  }

  /** Delays are read before anything is counted: a rejected client only has to wait for the reported time. */
  async #enter({ target: [throttle, key], from }: Counters, signal: AbortSignal): Promise<void> {
    const waitMs = Math.max(throttle.waitMs(key), from === undefined ? 0 : this.#addresses.waitMs(from));
    if (waitMs > maxWaitMs) throw tooManyRequests(waitMs / 1000);
    throttle.count(key);
    if (waitMs > 0) await this.#deps.wait(waitMs, signal);
  }
}
