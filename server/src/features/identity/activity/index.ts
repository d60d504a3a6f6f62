// The activity log: who signed in, and who changed what.
import { type Activity, activity as contract } from '@lectern/contract/identity/activity';
import { oidc } from '@lectern/contract/identity/oidc';
import { backup } from '@lectern/contract/system/backup';
import type { ActivityKind } from '@lectern/contract/values';
import { z } from 'zod';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { type CallRequest, implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { readPage } from '#infrastructure/http/routes/pagination.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import { administration, defineTask, type TaskDefinition } from '#infrastructure/tasks/define.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import type { Account, Accounts } from '../users/index.ts';
import { Recorder } from './recorder.ts';
import { type RecordedAt, toActivity, toRow } from './rows.ts';
import { type ActivityStore, createActivityStore } from './store.ts';
import { type RecordedAction, watch } from './watch.ts';

interface Dependencies {
  config: Config;
  database: Database;
  accounts: Accounts;
  clock: Clock;
  log: Log;
}

export type { Activity } from '@lectern/contract/identity/activity';

/** Sign-ins and failed sign-ins, newest first, of one user or of all. */
export interface SignIns {
  count(userId: string | undefined): Promise<number>;
  list(userId: string | undefined, window: { limit: number; offset: number }): Promise<Activity[]>;
}

/** A restored backup: its name, and the user who requested it, null for the command line. */
interface Restored {
  backup: string;
  by: { userId: string; address: string } | null;
}

export type ActivityFeature = ReturnType<typeof createActivity>;

type Purge = TaskDefinition<Record<never, never>>;

const signInKinds = ['sign_in', 'sign_in_failed'] satisfies ActivityKind[];

const dayMs = 24 * 60 * 60 * 1000;
const failureMs = 60_000;
/** Maximum number of rows, even if they are younger than `activity.keepDays`. */
const maxRows = 500_000;

export function createActivity(deps: Dependencies) {
  const { database, clock, log } = deps;
  const store = createActivityStore(database.db);
  const recorder = new Recorder(store, log);
  /** Accounts and addresses with a failure within the last minute, so that password guessing does not fill the disk. */
  const failures = createRecent<true>(10_000, { ttl: failureMs, perf: { now: clock } });
  const record = (action: RecordedAction): void =>
    recorder.add(complete({ ...deps, store, failures }, action, { id: newId(), at: clock() }));
  const task = definePurge(deps, store);
  return {
    routes: implement(contract, {
      list: ({ query: { page, pageSize, ...filter }, request }) =>
        readPage({ page, pageSize }, request.url, {
          count: () => store.count(filter),
          list: async (window) => (await store.list(filter, window)).map(toActivity),
        }),
    }),

    /** Returns the routes with their actions recorded. */
    watch: (routes: readonly MountedRoute[]): MountedRoute[] =>
      routes.map((mounted) =>
        watch(mounted, { record, findName: ({ type, id }) => store.findName(type, id) }),
      ),

    signIns: {
      count: (userId) => store.count({ kinds: signInKinds, userId }),
      list: async (userId, window) =>
        (await store.list({ kinds: signInKinds, userId }, window)).map(toActivity),
    } satisfies SignIns,

    recordProviderSignIn({ id: userId, username }: Account, request: CallRequest): void {
      const mounted = { tag: oidc.tag, name: 'callback', route: oidc.table.callback };
      record({ kind: 'sign_in', mounted, call: { request }, actor: { userId, username }, via: 'oidc' });
    },

    /** Written to the restored database, which does not contain the restore. */
    recordRestore: (restored: Restored): void =>
      recorder.add(toRestoreRow(store, restored, { id: newId(), at: clock() })),

    task,
    start({ schedules, queue }: TaskEngine): void {
      const act = async () => void (await queue.enqueue(task, {}));
      schedules.set({ name: task.type, cron: '29 4 * * *', act });
    },
    close: () => recorder.flush(),
  };
}

const definePurge = ({ config, clock }: Dependencies, store: ActivityStore): Purge =>
  defineTask({
    type: 'activity.purge',
    payload: z.object({}),
    key: () => 'all',
    subject: administration,
    priority: 10,
    attempts: 3,
    timeoutSeconds: 600,
    run: async () => ({ purged: await store.purge(clock() - config.activity.keepDays * dayMs, maxRows) }),
  });

interface RowDependencies {
  accounts: Dependencies['accounts'];
  store: ActivityStore;
  failures: ReturnType<typeof createRecent<true>>;
}

/** Returns the row of an action, or undefined for a repeated failed sign-in. */
async function complete(
  { accounts, store, failures }: RowDependencies,
  action: RecordedAction,
  recordedAt: RecordedAt,
) {
  const { kind, login, call } = action;
  if (login !== undefined) {
    const { account } = await accounts.findByLogin(login);
    const key = `${account?.id ?? ''} ${call.request.ip}`;
    if (failures.has(key)) return undefined;
    failures.set(key, true);
    return toRow(
      { ...action, actor: account ? { userId: account.id, username: account.username } : null },
      recordedAt,
    );
  }
  const { actor } = action;
  if (actor?.username === null) {
    const username = await store.findName('user', actor.userId);
    return toRow({ ...action, actor: { ...actor, username } }, recordedAt);
  }
  const userId = call.viewer?.userId;
  if (action.actor !== undefined || userId === undefined) return toRow(action, recordedAt);
  const isOwn = action.entity === undefined && kind === 'change' && action.mounted.route.access === 'user';
  const username = await store.findName('user', userId);
  const entity = isOwn ? { type: 'user', id: userId, name: username } : action.entity;
  return toRow({ ...action, entity, actor: { userId, username } }, recordedAt);
}

async function toRestoreRow(store: ActivityStore, { backup: id, by }: Restored, recordedAt: RecordedAt) {
  const username = by ? await store.findName('user', by.userId) : null;
  const action: RecordedAction = {
    kind: 'change',
    mounted: { tag: backup.tag, name: 'restore', route: backup.table.restore },
    call: { request: { headers: {}, ip: by?.address ?? '' } },
    actor: by && username !== null ? { userId: by.userId, username } : null,
    entity: { type: 'backup', id, name: id },
  };
  return toRow(by ? action : { ...action, via: 'command' }, recordedAt);
}
