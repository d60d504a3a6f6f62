// Sync runs: send progress or fetch entries. Automatic runs start every five minutes for users with new progress.
import { type TrackingChange, trackingDirections } from '@lectern/contract/tracking/tracking';
import { z } from 'zod';
import { settle } from '#features/plugins/index.ts';
import { PluginError } from '#features/plugins/protocol/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { messageOf } from '#infrastructure/errors.ts';
import {
  defineTask,
  PermanentFailure,
  Postponed,
  type TaskDefinition,
} from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { Schedules } from '#infrastructure/tasks/schedules.ts';
import { log, readRun, readSettings, toRun } from './changes.ts';
import { type FetchDependencies, fetchEntries } from './fetch.ts';
import { getTracker } from './links.ts';
import { send } from './send.ts';

export interface TaskDependencies extends FetchDependencies {
  config: Config;
  /** Undefined if the user no longer exists. */
  findViewer(userId: string): Promise<Viewer | undefined>;
}

const paramsSchema = z.object({
  userId: z.string(),
  pluginId: z.string(),
  direction: z.enum(trackingDirections),
  isPreview: z.boolean(),
  /** Automatic runs send only changes, and no user waits for them. */
  isAutomatic: z.boolean(),
  externalIds: z.array(z.string()).optional(),
});
export type RunParams = z.infer<typeof paramsSchema>;

const attempts = 5;
/** Changes within this time before the last run are checked again, because clocks of servers may differ. */
const overlapMs = 60_000;

export function defineRuns(deps: TaskDependencies): TaskDefinition<RunParams> {
  return defineTask({
    type: 'tracking.run',
    payload: paramsSchema,
    // One run at a time per account. Manual runs do not wait for automatic ones.
    key: ({ userId, pluginId, isAutomatic }) =>
      `${userId} ${pluginId} ${isAutomatic ? 'automatic' : 'asked'}`,
    subject: ({ userId }) => ({ kind: 'user', userId }),
    priority: 20,
    attempts,
    timeoutSeconds: 1_800,
    run: ({ params, signal, attempt }) => run(deps, params, { signal, isLast: attempt >= attempts }),
  });
}

/** The task result contains only the number of changes, because progress is private. */
async function run(
  deps: TaskDependencies,
  params: RunParams,
  { signal, isLast }: { signal: AbortSignal; isLast: boolean },
): Promise<{ changes: number }> {
  const { store, clock } = deps;
  const { userId, pluginId, isAutomatic } = params;
  const key = { userId, pluginId };
  const beganAt = clock();
  const note = async (
    state: 'waiting' | 'done' | 'failed',
    message: string | null,
    changes?: TrackingChange[],
  ) => {
    if (isAutomatic) return;
    const { direction, isPreview } = params;
    const noted = toRun({ direction, isPreview, state, message, ...(changes && { changes }) }, clock());
    await store.updateAccount(key, { run: JSON.stringify(noted) });
  };
  try {
    const changes = await perform(deps, params, signal);
    const nowMs = clock();
    if (!params.isPreview) await log(store, key, { changes, nowMs });
    if (!params.isPreview && params.direction === 'send')
      await store.updateAccount(key, {
        sentUntil: beganAt - overlapMs,
        ...(changes.some(isSent) && { lastSentAt: nowMs }),
      });
    await note('done', null, changes);
    return { changes: changes.length };
  } catch (error) {
    signal.throwIfAborted();
    const isRefused = error instanceof PluginError && error.kind === 'authentication';
    try {
      settle(error);
    } catch (settled) {
      const waits = settled instanceof Postponed || !(isRefused || isLast || isPermanent(settled));
      await note(waits ? 'waiting' : 'failed', messageOf(error));
      // The next attempt follows when the account is connected again.
      if (isRefused) throw new PermanentFailure(error.message, { cause: error });
      throw settled;
    }
  }
}

const isSent = ({ outcome }: TrackingChange): boolean => outcome === 'created' || outcome === 'updated';

const isPermanent = (error: unknown): boolean =>
  error instanceof PermanentFailure || error instanceof PluginError;

async function perform(
  deps: TaskDependencies,
  params: RunParams,
  signal: AbortSignal,
): Promise<TrackingChange[]> {
  const { store, sync } = deps;
  const { userId, pluginId, direction, isPreview, isAutomatic, externalIds } = params;
  const key = { userId, pluginId };
  const [viewer, account, plugin, accounts] = await Promise.all([
    deps.findViewer(userId),
    store.findAccount(key),
    getTracker(sync, pluginId),
    sync.listAccounts(userId),
  ]);
  const connected = accounts.get(pluginId);
  // The user was deleted or disconnected the account in the meantime.
  if (!viewer || !account || !connected) return [];
  // The user may have connected another account.
  if (account.username === null || account.updatedAt <= connected.changedAt) {
    const username = await sync.getUser(pluginId, userId, { signal, isQueued: true });
    await store.updateAccount(key, { username, updatedAt: Math.max(deps.clock(), connected.changedAt + 1) });
  }
  const settings = readSettings(account);
  const asked = { key, plugin, viewer, settings, isPreview, externalIds, signal };
  return direction === 'send' ? send(deps, { ...asked, isFull: !isAutomatic }) : fetchEntries(deps, asked);
}

/** Checks now and every few minutes which users have progress to send. */
export async function startLooking(
  deps: TaskDependencies & { queue: TaskQueue; schedules: Schedules },
  task: TaskDefinition<RunParams>,
): Promise<void> {
  const { config, store, sync, queue, schedules } = deps;
  async function act(): Promise<void> {
    if (!config.online.enabled) return;
    for (const account of await store.listAccounts()) {
      const { userId, pluginId, sentUntil } = account;
      if (!readSettings(account).sendsAutomatically) continue;
      const connected = (await sync.listAccounts(userId)).get(pluginId);
      // A rejected account is not used until it is connected again.
      if (connected?.failure !== null) continue;
      if (readRun(account)?.state === 'waiting' || !(await store.hasNews(account, sentUntil))) continue;
      const params = { userId, pluginId, direction: 'send', isPreview: false, isAutomatic: true } as const;
      await queue.enqueue(task, params);
    }
  }
  schedules.set({ name: 'tracking.look', cron: '*/5 * * * *', act });
  await act();
}
