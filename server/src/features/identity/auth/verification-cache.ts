// Verified credentials, cached for `freshMs` by their hash: within that time, a request costs one SHA-256. A sign-out,
// a new password or role, or a disabled user or key takes effect immediately in every process that receives the
// message, and in all others within that time.
import { hash } from 'node:crypto';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';

/** Below the second that the contract allows, with a margin for the request in progress. */
export const freshMs = 750;
const maxCached = 10_000;

export interface VerifiedCaller {
  viewer: Viewer;
  /** When the credential expires; null for never. */
  expiresAtMs: number | null;
}

interface Cached extends VerifiedCaller {
  atMs: number;
  generation: number;
}

/** Calls `verify` unless a fresh result is cached. Concurrent requests share one call. */
export type VerificationCache = (
  credential: string,
  verify: () => Promise<VerifiedCaller | undefined>,
) => Promise<Viewer | undefined> | Viewer;

export function createVerificationCache({
  changes,
  clock,
}: {
  changes: IdentityChanges;
  clock: Clock;
}): VerificationCache {
  const cached = createRecent<Cached>(maxCached);
  const pending = new Map<string, Promise<Viewer | undefined>>();

  const isFresh = ({ atMs, generation, expiresAtMs }: Cached): boolean => {
    const nowMs = clock();
    const ageMs = nowMs - atMs;
    return (
      generation === changes.generation &&
      ageMs >= 0 &&
      ageMs < freshMs &&
      (expiresAtMs === null || nowMs < expiresAtMs)
    );
  };

  async function verifyCached(
    verify: () => Promise<VerifiedCaller | undefined>,
    key: string,
  ): Promise<Viewer | undefined> {
    // Read before the verification: a change meanwhile makes the result outdated.
    const atMs = clock();
    const generation = changes.generation;
    const verified = await verify();
    if (verified) cached.set(key, { ...verified, atMs, generation });
    else cached.delete(key);
    return verified?.viewer;
  }

  return (credential, verify) => {
    const key = hash('sha256', credential, 'base64url');
    const known = cached.get(key);
    if (known && isFresh(known)) return known.viewer;
    const question = `${changes.generation} ${key}`;
    const waiting = pending.get(question);
    if (waiting) return waiting;
    const answer = verifyCached(verify, key).finally(() => pending.delete(question));
    pending.set(question, answer);
    return answer;
  };
}
