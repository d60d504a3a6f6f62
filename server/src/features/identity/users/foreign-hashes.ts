// Which hashes of other programs accounts have, one of each cost: a check of any password does the work of all of them, so
// that how long it takes says neither whether there is an account nor where it came from. Asked for once a minute.
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
  /** Accounts with such hashes were made. */
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
