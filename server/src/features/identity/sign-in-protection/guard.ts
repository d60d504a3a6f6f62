// Slows down guessing of passwords without ever locking out the owner (docs/decisions/0002-sign-in-delays.md). Counts
// in memory, and reports each count to the other servers.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#infrastructure/clock.ts';
import { tooManyRequests } from '#infrastructure/errors.ts';
import { channel, type EventBus } from '#infrastructure/events/bus.ts';
import { toClientKey } from '#infrastructure/http/clients/client-address.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import { createThrottle, shareThrottle, type Throttle, type ThrottleLimits } from './throttle.ts';

/** Resolves after a time in milliseconds, rejects if the signal aborts. Tests do not wait. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

export const realWait: Wait = (ms, signal) => sleep(ms, undefined, { signal });

/** Longer delays return 429 instead of keeping a connection open. */
export const maxWaitMs = 4_000;

/** Delays start late enough for users who mistype and grow fast enough to stop programs. */
const accountLimits = { free: 5, firstMs: 250, maxMs: 60_000, forgetMs: 15 * 60_000, max: 50_000 };
const addressLimits = { free: 20, firstMs: 250, maxMs: 15_000, forgetMs: 15 * 60_000, max: 50_000 };
/** New accounts from one address. */
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

/**
 * Each admission is counted immediately and resolves when the password may be verified. Throws `rate_limit_exceeded` if
 * that would keep the connection open for too long, and rejects if the signal aborts.
 */
export interface SignInGuard {
  admit(attempt: Attempt, signal: AbortSignal): Promise<Admitted>;
  /** A signed-in user enters the password again. */
  admitOwner(accountId: string, signal: AbortSignal): Promise<Admitted>;
  /** A registration from this address. */
  admitRegistration(address: string, signal: AbortSignal): Promise<void>;
  /** The account has signed in from this address. */
  addKnownAddress(accountId: string, address: string): void;
}

/** The keys under which an attempt is counted. */
interface Counters {
  /** Account and device, counted before the result is known, so that concurrent attempts gain nothing. */
  target: [Throttle, string];
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

export function createSignInGuard({ clock, wait, events }: Dependencies): SignInGuard {
  const create = (name: string, limits: ThrottleLimits) =>
    shareThrottle(name, createThrottle(limits, clock), events);
  const accounts = create('accounts', accountLimits);
  // Unknown names have a separate table, so that invented names never displace counters of accounts.
  const strangers = create('strangers', { ...accountLimits, max: 10_000 });
  const addresses = create('addresses', addressLimits);
  const registrations = create('registrations', registrationLimits);
  const known = createRecent<number>(homes.max);
  const isHome = (key: string): boolean =>
    Math.abs(clock() - (known.get(key) ?? Number.NEGATIVE_INFINITY)) < homes.ttlMs;

  /** A known device has a separate counter; all others share one. */
  function findCounters({ accountId, login, address, deviceId }: Attempt): Counters {
    const from = toClientKey(address);
    if (accountId === undefined) return { target: [strangers, toHash(login)], from };
    if (deviceId !== undefined) return { target: [accounts, `device ${deviceId}`] };
    const home = `${accountId} ${from}`;
    return isHome(home) ? { target: [accounts, `home ${home}`] } : { target: [accounts, accountId], from };
  }

  events.subscribe(homeKnown, ({ home }) => void known.set(home, clock()));
  const addKnownAddress = (accountId: string, address: string): void =>
    events.publish(homeKnown, { home: `${accountId} ${toClientKey(address)}` });
  /** Delays are read before anything is counted: a rejected client only has to wait for the reported time. */
  async function enter({ target: [throttle, key], from }: Counters, signal: AbortSignal): Promise<void> {
    const waitMs = Math.max(throttle.waitMs(key), from === undefined ? 0 : addresses.waitMs(from));
    if (waitMs > maxWaitMs) throw tooManyRequests(waitMs / 1000);
    throttle.count(key);
    if (waitMs > 0) await wait(waitMs, signal);
  }

  return {
    addKnownAddress,
    async admit(attempt, signal) {
      const counters = findCounters(attempt);
      const { from } = counters;
      await enter(counters, signal);
      return {
        succeed() {
          const [throttle, key] = counters.target;
          throttle.forget(key);
          if (attempt.accountId !== undefined) addKnownAddress(attempt.accountId, attempt.address);
        },
        fail() {
          if (from !== undefined) addresses.count(from);
        },
      };
    },
    async admitOwner(accountId, signal) {
      const key = `owner ${accountId}`;
      await enter({ target: [accounts, key] }, signal);
      return { succeed: () => accounts.forget(key), fail() {} };
    },
    admitRegistration: (address, signal) => enter({ target: [registrations, toClientKey(address)] }, signal),
  };
}
