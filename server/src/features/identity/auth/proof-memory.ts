// What was proved of a credential, remembered for `freshMs` by its hash: within it a request costs one SHA-256. So a
// sign-out, a new password or role, a disabled user or key take effect at once in the process that was told and in
// those that it reaches, and in every other within that time.
import { hash } from 'node:crypto';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { createRecent } from '#infrastructure/recent.ts';

/** Below the second that the contract allows, with room for the request that is under way. */
export const freshMs = 750;
const mostRemembered = 10_000;

export interface Proof {
  viewer: Viewer;
  /** When the credential ends by itself; null for never. */
  expiresAtMs: number | null;
}

interface Remembered extends Proof {
  atMs: number;
  generation: number;
}

/** `prove` is asked when nothing fresh is known of the credential; of many requests at once it is asked once. */
export type ProofMemory = (
  credential: string,
  prove: () => Promise<Proof | undefined>,
) => Promise<Viewer | undefined> | Viewer;

export function createProofMemory({
  changes,
  clock,
}: {
  changes: IdentityChanges;
  clock: Clock;
}): ProofMemory {
  const remembered = createRecent<Remembered>(mostRemembered);
  const asked = new Map<string, Promise<Viewer | undefined>>();

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

  async function ask(prove: () => Promise<Proof | undefined>, key: string): Promise<Viewer | undefined> {
    // Taken before asking: what changes meanwhile makes the answer old.
    const [atMs, generation] = [clock(), changes.generation];
    const proof = await prove();
    if (proof) remembered.set(key, { ...proof, atMs, generation });
    else remembered.delete(key);
    return proof?.viewer;
  }

  return (credential, prove) => {
    const key = hash('sha256', credential, 'base64url');
    const known = remembered.get(key);
    if (known && isFresh(known)) return known.viewer;
    const question = `${changes.generation} ${key}`;
    const waiting = asked.get(question);
    if (waiting) return waiting;
    const answer = ask(prove, key).finally(() => asked.delete(question));
    asked.set(question, answer);
    return answer;
  };
}
