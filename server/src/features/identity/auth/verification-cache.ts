// What was proved of a credential, remembered for `freshMs` by its hash: within it a request costs one SHA-256. So a
// sign-out, a new password or role, a disabled user or key take effect at once in the process that was told and in
// those that it reaches, and in every other within that time.
import { hash } from 'node:crypto';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';

/** Below the second that the contract allows, with room for the request that is under way. */
export const freshMs = 750;
const maxCached = 10_000;

export interface VerifiedCaller {
  viewer: Viewer;
  /** When the credential ends by itself; null for never. */
  expiresAtMs: number | null;
}

interface Remembered extends VerifiedCaller {
  atMs: number;
  generation: number;
}

/** `prove` is asked when nothing fresh is known of the credential; of many requests at once it is asked once. */
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
  const remembered = createRecent<Remembered>(maxCached);
  const pending = new Map<string, Promise<Viewer | undefined>>();

  const isFresh = ({ atMs, generation, expiresAtMs }: Remembered): boolean => {
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
    // Taken before asking: what changes meanwhile makes the answer old.
    const [atMs, generation] = [clock(), changes.generation];
    const verified = await verify();
    if (verified) remembered.set(key, { ...verified, atMs, generation });
    else remembered.delete(key);
    return verified?.viewer;
  }

  return (credential, verify) => {
    const key = hash('sha256', credential, 'base64url');
    const known = remembered.get(key);
    if (known && isFresh(known)) return known.viewer;
    const question = `${changes.generation} ${key}`;
    const waiting = pending.get(question);
    if (waiting) return waiting;
    const answer = verifyCached(verify, key).finally(() => pending.delete(question));
    pending.set(question, answer);
    return answer;
  };
}
