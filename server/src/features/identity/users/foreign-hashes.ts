// The hashes of other programs that accounts have, one of each cost. Verifying any password does the work of all of
// them, so that the duration reveals neither whether an account exists nor its origin. Queried once a minute.
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { Passwords } from './passwords.ts';
import { listForeignHashes } from './store.ts';

const freshMs = 60_000;
const maxRead = 10_000;

interface Dependencies {
  database: Database;
  passwords: Passwords;
  clock: Clock;
}

export interface ForeignHashes {
  list(): Promise<readonly string[]>;
  /** Call this after accounts with such hashes were created. */
  forget(): void;
}

export function createForeignHashes({ database, passwords, clock }: Dependencies): ForeignHashes {
  let known: readonly string[] = [];
  let atMs: number | undefined;
  return {
    async list() {
      const nowMs = clock();
      if (atMs === undefined || nowMs - atMs >= freshMs || nowMs < atMs) {
        known = passwords.pickOfEachCost(await listForeignHashes(database.db, maxRead));
        atMs = nowMs;
      }
      return known;
    },
    forget() {
      atMs = undefined;
    },
  };
}
