// Traffic to provider services: request limits shared by all servers of the database, and cached responses. All servers
// respect a service's rate limit response, also after a restart.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PluginError } from '#features/plugins/protocol/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { Outside, OutsideAnswer, OutsideRequest } from '#infrastructure/outside/index.ts';
import { findPauseMs, isTooFast } from './limits.ts';
import { block, freshState, type Pace, type PaceState, takeTurn } from './pace.ts';
import { createTrafficStore } from './store.ts';

export type { Pace } from './pace.ts';

interface Line {
  pluginId: string;
  lane: string;
  pace: Pace;
  /** Background work, which is queued and leaves burst requests to interactive use. */
  isQueued: boolean;
}

/** Maximum wait of an interactive request. */
const patienceMs = 10_000;
const maxAnswerLength = 1024 ** 2;

export class ProviderTraffic {
  readonly #database: Database;
  readonly #outside: Outside;
  readonly #clock: Clock;
  readonly #store;

  constructor(database: Database, outside: Outside, clock: Clock) {
    this.#database = database;
    this.#outside = outside;
    this.#clock = clock;
    this.#store = createTrafficStore(database.db);
  }

  /** Sends the request when its turn comes. Throws PluginError `rate_limited`, or an error of Outside. */
  async ask(line: Line, request: OutsideRequest): Promise<OutsideAnswer> {
    const { pace, isQueued } = line;
    const maxWaitMs = isQueued ? pace.intervalMs : patienceMs;
    const { isTaken, waitMs } = await this.#change(line, (before) => {
      const { state, ...turn } = takeTurn(before, pace, { nowMs: this.#clock(), isQueued, maxWaitMs });
      return { state, outcome: turn };
    });
    if (!isTaken) throw toLimited(waitMs);
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: request.signal });
    const answer = await this.#outside.ask(request);
    const pauseMs = findPauseMs(answer, this.#clock());
    if (pauseMs !== undefined) await this.leaveAlone(line, pauseMs);
    if (isTooFast(answer.status)) throw toLimited(pauseMs ?? 0);
    return answer;
  }

  /** Stops requests to the service for this time. */
  leaveAlone(line: Line, pauseMs: number): Promise<void> {
    return this.#change(line, (state) => ({
      state: block(state, this.#clock() + pauseMs, this.#clock()),
      outcome: undefined,
    }));
  }

  /** Returns the cached result of the same question, or the result of `work`. */
  async remember<T>(
    { pluginId, about, forMs }: { pluginId: string; about: unknown; forMs: number },
    work: () => Promise<T>,
  ): Promise<T> {
    const key = createHash('sha256').update(JSON.stringify(about)).digest('hex');
    const known = await this.#store.findAnswer(pluginId, key, this.#clock());
    if (known !== undefined) return JSON.parse(known);
    const given = await work();
    const data = JSON.stringify(given);
    const askedAt = this.#clock();
    // Neither database can store lone surrogates, and PostgreSQL cannot store NUL.
    if (data.length <= maxAnswerLength && data.isWellFormed() && !data.includes('\\u0000'))
      await this.#store.saveAnswer({ pluginId, key, data, askedAt, expiresAt: askedAt + forMs });
    return JSON.parse(data);
  }

  #change<T>(
    { pluginId, lane }: Line,
    decide: (state: PaceState) => { state: PaceState; outcome: T },
  ): Promise<T> {
    return this.#database.transaction(async (tx) => {
      await this.#database.dialect.lock(tx, `pace ${pluginId} ${lane}`);
      const known = await this.#store.findPace(tx, pluginId, lane);
      const { state, outcome } = decide(known ?? freshState);
      await this.#store.savePace(tx, { ...state, pluginId, lane });
      return outcome;
    });
  }
}

const toLimited = (waitMs: number): PluginError =>
  new PluginError('rate_limited', 'The request limit of the service is reached', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
