// The hashes of other programs that accounts have, one of each cost. Verifying any password does the work of all of
// them, so that the duration reveals neither whether an account exists nor its origin. Queried once a minute.
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { Passwords } from './passwords.ts';
import { listForeignHashes } from './store.ts';

const freshMs = 60_000;
const maxRead = 10_000;

export class ForeignHashes {
  readonly #database: Database;
  readonly #passwords: Passwords;
  readonly #clock: Clock;
  #known: readonly string[] = [];
  #atMs: number | undefined;

  constructor(database: Database, passwords: Passwords, clock: Clock) {
    this.#database = database;
    this.#passwords = passwords;
    this.#clock = clock;
  }

  async list(): Promise<readonly string[]> {
    const nowMs = this.#clock();
    if (this.#atMs === undefined || nowMs - this.#atMs >= freshMs || nowMs < this.#atMs) {
      this.#known = this.#passwords.pickOfEachCost(await listForeignHashes(this.#database.db, maxRead));
      this.#atMs = nowMs;
    }
    return this.#known;
  }

  /** Call this after accounts with such hashes were created. */
  forget(): void {
    this.#atMs = undefined;
  }
}
