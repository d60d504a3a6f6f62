// The record of who signed in and what was changed.
import { type Activity, activity as contract } from '@lectern/contract/activity';
import { backup } from '@lectern/contract/backup';
import { oidc } from '@lectern/contract/oidc';
import type { ActivityKind } from '@lectern/contract/values';
import { z } from 'zod';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { type CallRequest, implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { readPage } from '#infrastructure/http/pagination.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import { defineTask } from '#infrastructure/tasks/define.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import type { Account, Accounts } from '../users/index.ts';
import { createRecorder } from './recorder.ts';
import { type Moment, toActivity, toRow } from './rows.ts';
import { createActivityStore } from './store.ts';
import { type RecordedAction, watch } from './watch.ts';

interface Dependencies {
  config: Config;
  database: Database;
  accounts: Pick<Accounts, 'findByLogin'>;
  clock: Clock;
  log: Log;
}

export type { Activity } from '@lectern/contract/activity';
export type ActivityFeature = ReturnType<typeof createActivity>;

/** Sign-ins and those that failed, newest first; of one user, or of all. */
export interface SignIns {
  count(userId: string | undefined): Promise<number>;
  list(userId: string | undefined, window: { limit: number; offset: number }): Promise<Activity[]>;
}

const signInKinds = ['sign_in', 'sign_in_failed'] satisfies ActivityKind[];

const dayMs = 24 * 60 * 60 * 1000;
const failureMs = 60_000;
/** However few days they are of. */
const maxRows = 500_000;

export function createActivity({ config, database, accounts, clock, log }: Dependencies) {
  const store = createActivityStore(database.db);
  const recorder = createRecorder(store, log);
  /** Accounts and addresses that failed a moment ago: somebody who tries passwords fills no disk. */
  const failures = createRecent<true>(10_000, { ttl: failureMs, perf: { now: clock } });

  async function complete(action: RecordedAction, moment: Moment) {
    const { kind, login, call } = action;
    if (login !== undefined) {
      const { account } = await accounts.findByLogin(login);
      const key = `${account?.id ?? ''} ${call.request.ip}`;
      if (failures.has(key)) return undefined;
      failures.set(key, true);
      return toRow(
        { ...action, actor: account ? { userId: account.id, username: account.username } : null },
        moment,
      );
    }
    const userId = call.viewer?.userId;
    if (action.actor !== undefined || userId === undefined) return toRow(action, moment);
    const isOwn = action.entity === undefined && kind === 'change' && action.mounted.route.access === 'user';
    const username = await store.findName('user', userId);
    const entity = isOwn ? { type: 'user', id: userId, name: username } : action.entity;
    return toRow({ ...action, entity, actor: { userId, username } }, moment);
  }

  const record = (action: RecordedAction): void =>
    recorder.add(complete(action, { id: newId(), at: clock() }));
  const purge = defineTask<Record<never, never>>({
    type: 'activity.purge',
    payload: z.object({}),
    key: () => 'all',
    priority: 10,
    attempts: 3,
    timeoutSeconds: 600,
    run: async () => ({ purged: await store.purge(clock() - config.activity.keepDays * dayMs, maxRows) }),
  });

  return {
    routes: implement(contract, {
      list: ({ query: { page, pageSize, ...filter }, request }) =>
        readPage({ page, pageSize }, request.url, {
          count: () => store.count(filter),
          list: async (window) => (await store.list(filter, window)).map(toActivity),
        }),
    }),

    /** The routes, with what is done by them recorded. */
    watch: (routes: readonly MountedRoute[]): MountedRoute[] =>
      routes.map((mounted) =>
        watch(mounted, { record, findName: ({ type, id }) => store.findName(type, id) }),
      ),

    signIns: {
      count: (userId) => store.count({ kinds: signInKinds, userId }),
      list: async (userId, window) =>
        (await store.list({ kinds: signInKinds, userId }, window)).map(toActivity),
    } satisfies SignIns,

    /** Somebody signed in whom a provider proved. */
    recordProviderSignIn({ id: userId, username }: Account, request: CallRequest): void {
      const mounted = { tag: oidc.tag, name: 'callback', route: oidc.table.callback };
      record({ kind: 'sign_in', mounted, call: { request }, actor: { userId, username }, via: 'oidc' });
    },

    /** A backup has taken the place of what was there: said in what was restored, which knows nothing of it. */
    recordRestore({
      backup: id,
      by,
    }: {
      backup: string;
      by: { userId: string; address: string } | null;
    }): void {
      const mounted = { tag: backup.tag, name: 'restore', route: backup.table.restore };
      const request = { headers: {}, ip: by?.address ?? '' } as CallRequest;
      const named = async () => {
        const username = by ? await store.findName('user', by.userId) : null;
        const actor = by && username !== null ? { userId: by.userId, username } : null;
        const action: RecordedAction = {
          kind: 'change',
          mounted,
          call: { request },
          actor,
          entity: { type: 'backup', id, name: id },
        };
        return toRow(by ? action : { ...action, via: 'command' }, { id: newId(), at: clock() });
      };
      recorder.add(named());
    },

    task: purge,
    start({ schedules, queue }: Pick<TaskEngine, 'schedules' | 'queue'>): void {
      const act = async () => void (await queue.enqueue(purge, {}));
      schedules.set({ name: purge.type, cron: '29 4 * * *', act });
    },
    close: () => recorder.flush(),
  };
}
