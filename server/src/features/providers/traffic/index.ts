// Traffic to provider services: request limits shared by all servers of the database, and cached responses. All servers
// respect a service's rate limit response, also after a restart.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PluginError } from '#features/plugins/protocol/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { Outside, OutsideRequest } from '#infrastructure/outside/index.ts';
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

interface ServiceAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

export interface ProviderTraffic {
  /** Sends the request when its turn comes. Throws PluginError `rate_limited`, or an error of Outside. */
  ask(line: Line, request: OutsideRequest): Promise<ServiceAnswer>;
  /** Stops requests to the service for this time. */
  leaveAlone(line: Line, pauseMs: number): Promise<void>;
  /** Returns the cached result of the same question, or the result of `work`. */
  remember<T>(
    question: { pluginId: string; about: unknown; forMs: number },
    work: () => Promise<T>,
  ): Promise<T>;
}

interface Dependencies {
  database: Database;
  outside: Outside;
  clock: Clock;
}

/** Maximum wait of an interactive request. */
const patienceMs = 10_000;
const maxAnswerLength = 1024 ** 2;

export function createProviderTraffic({ database, outside, clock }: Dependencies): ProviderTraffic {
  const store = createTrafficStore(database.db);

  function change<T>(
    { pluginId, lane }: Line,
    decide: (state: PaceState) => { state: PaceState; outcome: T },
  ): Promise<T> {
    return database.transaction(async (tx) => {
      await database.dialect.lock(tx, `pace ${pluginId} ${lane}`);
      const known = await store.findPace(tx, pluginId, lane);
      const { state, outcome } = decide(known ?? freshState);
      await store.savePace(tx, { ...state, pluginId, lane });
      return outcome;
    });
  }

  const leaveAlone = (line: Line, pauseMs: number) =>
    change(line, (state) => ({
      state: block(state, clock() + pauseMs, clock()),
      outcome: undefined,
    }));

  return {
    leaveAlone,
    async ask(line, request) {
      const { pace, isQueued } = line;
      const maxWaitMs = isQueued ? pace.intervalMs : patienceMs;
      const { isTaken, waitMs } = await change(line, (before) => {
        const { state, ...turn } = takeTurn(before, pace, { nowMs: clock(), isQueued, maxWaitMs });
        return { state, outcome: turn };
      });
      if (!isTaken) throw toLimited(waitMs);
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: request.signal });
      const answer = await outside.ask(request);
      const pauseMs = findPauseMs(answer, clock());
      if (pauseMs !== undefined) await leaveAlone(line, pauseMs);
      if (isTooFast(answer.status)) throw toLimited(pauseMs ?? 0);
      return answer;
    },

    async remember({ pluginId, about, forMs }, work) {
      const key = createHash('sha256').update(JSON.stringify(about)).digest('hex');
      const known = await store.findAnswer(pluginId, key, clock());
      if (known !== undefined) return JSON.parse(known);
      const given = await work();
      const data = JSON.stringify(given);
      const askedAt = clock();
      // Neither database can store lone surrogates, and PostgreSQL cannot store NUL.
      if (data.length <= maxAnswerLength && data.isWellFormed() && !data.includes('\\u0000'))
        await store.saveAnswer({ pluginId, key, data, askedAt, expiresAt: askedAt + forMs });
      return JSON.parse(data);
    },
  };
}

const toLimited = (waitMs: number): PluginError =>
  new PluginError('rate_limited', 'The request limit of the service is reached', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
