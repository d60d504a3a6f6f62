// Delivery by graphile-worker if several processes share one PostgreSQL. It only transports ids: payload, attempts and
// result of a task are in its own row.
import { toRecord } from '@lectern/contract/records';
import { Logger as GraphileLogger, type Runner, run, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { Clock } from '#infrastructure/clock.ts';
import type { Log } from '#infrastructure/log.ts';
import type { Delivery, Receiver } from './delivery.ts';
import { PatientPool } from './patient-pool.ts';

const identifier = 'lectern.task';

interface Options {
  pool: pg.Pool;
  /** Whether an error means that the database is temporarily unavailable. */
  isUnavailable(error: unknown): boolean;
  clock: Clock;
  concurrency: number;
  log: Log;
}

export async function createGraphileDelivery({
  pool,
  isUnavailable,
  clock,
  concurrency,
  log,
}: Options): Promise<Delivery> {
  const logger = toGraphileLogger(log);
  await runMigrations({ pgPool: pool, logger });
  let runner: Runner | undefined;
  let receiver: Receiver | undefined;
  let patient: PatientPool | undefined;
  return {
    async deliver({ id, priority, scheduledFor }) {
      await pool.query(
        // A relative delay, because the database's clock may differ from this one.
        `select graphile_worker.add_job($1, payload := $2::json, run_at := now() + $3 * interval '1 second', job_key := $4,
           priority := $5, max_attempts := 1)`,
        // graphile-worker runs lower priorities first.
        [identifier, JSON.stringify({ id }), Math.max(0, scheduledFor - clock()) / 1000, id, -priority],
      );
    },
    async start(given) {
      receiver = given;
      patient = new PatientPool(pool, isUnavailable);
      runner = await run({
        pgPool: patient.pool,
        concurrency,
        logger,
        noHandleSignals: true,
        pollInterval: 2_000,
        // graphile-worker keeps its options for the lifetime of the process, so they must not reference the whole
        // server.
        taskList: { [identifier]: async (payload) => receiver && handle(receiver, payload) },
      });
      // A runner that ends with an error would silently leave this process idle.
      runner.promise.catch((error: unknown) => log.error({ err: error }, 'the task queue stopped'));
    },
    async stop() {
      await runner?.stop();
      patient?.end();
      runner = undefined;
      receiver = undefined;
    },
  };
}

async function handle(receiver: Receiver, payload: unknown): Promise<void> {
  const task = await receiver.claim(String(toRecord(payload).id));
  if (task) await receiver.run(task);
}

const toGraphileLogger = (log: Log) =>
  new GraphileLogger(() => (level, message) => {
    if (level === 'error') log.error({ queue: message }, 'task queue');
    else if (level === 'warning') log.warn({ queue: message }, 'task queue');
    else log.debug({ queue: message }, 'task queue');
  });
