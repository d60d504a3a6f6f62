// Polls of release sources: once a day, or at the interval that an administrator sets, by one server at a time.
import { z } from 'zod';
import type { PluginService } from '#features/plugins/index.ts';
import { PluginError, type PollAnswer } from '#features/plugins/protocol/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { messageOf, Problem } from '#infrastructure/errors.ts';
import type { Log } from '#infrastructure/log.ts';
import {
  administration,
  defineTask,
  type TaskContext,
  type TaskDefinition,
} from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { Schedules } from '#infrastructure/tasks/schedules.ts';
import type { ReleaseSourceTable } from '#schema/tables/release.ts';
import type { Progresses } from './reverse-calls.ts';
import type { ReleaseStore, SourceChange } from './store.ts';

export interface PollDependencies {
  config: Config;
  store: ReleaseStore;
  plugins: PluginService;
  progresses: Progresses;
  clock: Clock;
  log: Log;
}

const paramsSchema = z.object({
  sourceId: z.string(),
  /** Started manually; runs even if the source is not due. */
  isAsked: z.boolean(),
});
export type PollParams = z.infer<typeof paramsSchema>;

const hourMs = 3_600_000;
const firstWaitMs = 15 * 60_000;
const maxMessage = 500;

export function definePolls(deps: PollDependencies): TaskDefinition<PollParams> {
  return defineTask({
    type: 'releases.poll',
    payload: paramsSchema,
    key: ({ sourceId }) => sourceId,
    subject: administration,
    priority: 10,
    // The source stores the failure and the time of the next poll.
    attempts: 1,
    timeoutSeconds: 330,
    run: (context) => poll(deps, context),
  });
}

async function poll(
  deps: PollDependencies,
  { params, signal, progress }: TaskContext<PollParams>,
): Promise<{ announced: boolean; message: string | null }> {
  const { config, store, plugins, progresses, clock } = deps;
  const source = await store.findSource(params.sourceId);
  const isDue = params.isAsked || (source?.isEnabled === 1 && source.nextPollAt <= clock());
  if (!source || !isDue || !config.online.enabled) return { announced: false, message: null };
  const { id, sourceKey, etag, pluginId } = source;
  progresses.set(pluginId, progress);
  try {
    const asked = {
      sourceId: id,
      sourceKey,
      ...(source.config !== null && { config: JSON.parse(source.config) }),
      ...(etag !== null && { etag }),
    };
    const answer = await plugins.poll(pluginId, asked, signal);
    const failure = toFailure(answer);
    await store.updateSource(id, toChange(source, answer, failure, clock()));
    return { announced: failure === null, message: failure };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PluginError || error instanceof Problem)) throw error;
    await store.updateSource(id, toFailed(source, error, clock()));
    return { announced: false, message: messageOf(error) };
  } finally {
    progresses.delete(pluginId);
    await store.trim(id);
  }
}

/** Plugins report status 0 if the service did not respond. */
function toFailure({ upstreamStatus }: PollAnswer): string | null {
  if (upstreamStatus === 0) return 'The service could not be reached';
  return upstreamStatus != null && upstreamStatus >= 400
    ? `The service responded with status ${upstreamStatus}`
    : null;
}

/** The wait doubles with each consecutive failure, up to the interval. */
const toWaitMs = ({ intervalHours }: ReleaseSourceTable, failures: number): number =>
  failures === 0
    ? intervalHours * hourMs
    : Math.min(firstWaitMs * 2 ** Math.min(failures - 1, 20), intervalHours * hourMs);

function toChange(
  source: ReleaseSourceTable,
  { etag }: PollAnswer,
  failure: string | null,
  nowMs: number,
): SourceChange {
  const failures = failure === null ? 0 : source.failures + 1;
  return {
    lastPolledAt: nowMs,
    // Keeps the old etag after a failure, so that the next poll reads the source completely.
    ...(failure === null && etag && { etag }),
    ...(failure === null
      ? { lastError: null, lastErrorAt: null }
      : { lastError: failure, lastErrorAt: nowMs }),
    failures,
    nextPollAt: nowMs + toWaitMs(source, failures),
  };
}

/** A paused plugin and a rate limited service specify the wait. */
function toFailed(source: ReleaseSourceTable, error: Error, nowMs: number): SourceChange {
  const failures = source.failures + 1;
  const askedMs = error instanceof PluginError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return {
    lastError: error.message.replaceAll('\0', '').toWellFormed().slice(0, maxMessage),
    lastErrorAt: nowMs,
    failures,
    nextPollAt: nowMs + Math.max(toWaitMs(source, failures), askedMs),
  };
}

/** Starts plugins so that they register their sources, then checks every few minutes which sources are due. */
export async function startPolling(
  { config, store, plugins, clock, log }: PollDependencies,
  { queue, schedules, task }: { queue: TaskQueue; schedules: Schedules; task: TaskDefinition<PollParams> },
): Promise<void> {
  async function act(): Promise<void> {
    if (!config.online.enabled) return;
    const pluginIds = (await plugins.listReleasing()).map(({ id }) => id);
    if (pluginIds.length === 0) return;
    for (const { id } of await store.listDue(pluginIds, clock()))
      await queue.enqueue(task, { sourceId: id, isAsked: false });
  }
  schedules.set({ name: 'releases.look', cron: '*/5 * * * *', act });
  if (!config.online.enabled) return;
  for (const { id } of await plugins.listReleasing())
    void plugins
      .test(id)
      .catch((err: unknown) => log.debug({ err, pluginId: id }, 'failed to start a plugin'));
  await act();
}
