// Tracking: sends users' progress to services with lists, through plugins and the users' accounts.
import {
  bookTracking,
  tracking as contract,
  type PutTrackingLink,
  seriesTracking,
  type Tracker,
} from '@lectern/contract/tracking/tracking';
import type { SyncPlugin } from '#features/plugins/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import { conflict, notFound, reason } from '#infrastructure/errors.ts';
import { answer, nothing } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { boundPage, toPage } from '#infrastructure/http/routes/pagination.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { Schedules } from '#infrastructure/tasks/schedules.ts';
import { newAccount, readRun, readSettings, toRun } from './changes.ts';
import type { Noun } from './known-ids/store.ts';
import { getTracker, TrackingLinks } from './links.ts';
import { createTrackingStore } from './store.ts';
import { defineRuns, type RunParams, startLooking, type TaskDependencies } from './tasks.ts';

interface Dependencies extends Omit<TaskDependencies, 'store'> {
  queue: TaskQueue;
}

export class Tracking {
  readonly #deps;
  readonly task: ReturnType<typeof defineRuns>;
  readonly routes: MountedRoute[];

  constructor(parts: Dependencies) {
    this.#deps = { ...parts, store: createTrackingStore(parts.db) };
    this.task = defineRuns(this.#deps);
    const links = new TrackingLinks(this.#deps);
    const service = createService(this.#deps, (params) =>
      parts.queue.enqueue(this.task, params, { rerun: true }),
    );
    this.routes = [
      ...implement(seriesTracking, toHandlers(links, 'series', service.sendSoon)),
      ...implement(bookTracking, toHandlers(links, 'books', service.sendSoon)),
      ...implement(contract, {
        list: async ({ viewer }) => ({ trackers: await service.list(viewer) }),
        update: ({ viewer, params, body }) => service.update(viewer, params.id, body),
        links: async ({ viewer, params, query, request }) => {
          const found = await links.list(viewer, params.id);
          const page = boundPage(query);
          const from = (page.page - 1) * page.pageSize;
          return toPage(found.slice(from, from + page.pageSize), found.length, page, request.url);
        },
        linkKnown: async ({ viewer, params }) => ({ linked: await links.linkKnown(viewer, params.id) }),
        start: async ({ viewer, params, body }) =>
          answer(await service.startRun(viewer, params.id, body), { status: 202 }),
        run: async ({ viewer, params, query }) =>
          (await service.findRun(viewer, params.id)) ?? nothing(query, 'run'),
        log: async ({ viewer, params }) => ({ entries: await service.readLog(viewer, params.id) }),
      }),
    ];
  }

  /** Starts the periodic check for progress to send. */
  start(schedules: Schedules): Promise<void> {
    return startLooking({ ...this.#deps, schedules }, this.task);
  }
}

function toHandlers(
  links: TrackingLinks,
  noun: Noun,
  sendSoon: (viewer: Viewer, trackerId: string) => Promise<void>,
) {
  type Call = { viewer: Viewer; params: { id: string; trackerId: string } };
  return {
    get: ({ viewer, params }: { viewer: Viewer; params: { id: string } }) =>
      links.readSubject(viewer, { noun, id: params.id }),
    async put({ viewer, params, body }: Call & { body: PutTrackingLink }) {
      const link = await links.put(viewer, { noun, ...params, body });
      await sendSoon(viewer, params.trackerId);
      return link;
    },
    remove: ({ viewer, params }: Call) => links.remove(viewer, { noun, ...params }),
  };
}

type ServiceDependencies = Dependencies & { store: ReturnType<typeof createTrackingStore> };
type AskedRun = Pick<RunParams, 'direction' | 'isPreview' | 'externalIds'>;

function createService(deps: ServiceDependencies, enqueue: (params: RunParams) => Promise<unknown>) {
  const { config, sync, store, clock } = deps;

  async function list({ userId }: Viewer): Promise<Tracker[]> {
    const [plugins, own, accounts, counts] = await Promise.all([
      sync.list(),
      sync.listAccounts(userId),
      store.listAccounts(userId),
      store.countLinks(userId),
    ]);
    const toTracker = ({ id, displayName, source, noun }: SyncPlugin): Tracker => {
      const account = accounts.find(({ pluginId }) => pluginId === id);
      return {
        id,
        displayName,
        source,
        noun,
        isConnected: own.has(id),
        username: account?.username ?? null,
        problem: own.get(id)?.failure ?? null,
        settings: readSettings(account),
        linkCount: counts.get(id) ?? 0,
        lastSentAt: toTimeOrNull(account?.lastSentAt ?? null),
      };
    };
    return plugins.map(toTracker);
  }

  async function find(viewer: Viewer, id: string): Promise<Tracker> {
    const tracker = (await list(viewer)).find((one) => one.id === id);
    if (!tracker) throw notFound('tracker');
    return tracker;
  }

  /** Queues a send after a change of settings or links, without waiting for it. */
  async function sendSoon(viewer: Viewer, id: string): Promise<void> {
    const { isConnected, settings } = await find(viewer, id);
    if (!isConnected || !settings.sendsAutomatically || !config.online.enabled) return;
    const key = { userId: viewer.userId, pluginId: id };
    await enqueue({ ...key, direction: 'send', isPreview: false, isAutomatic: true });
  }

  return {
    list,
    sendSoon,

    async update(viewer: Viewer, id: string, patch: Partial<Tracker['settings']>): Promise<Tracker> {
      const { settings } = await find(viewer, id);
      const key = { userId: viewer.userId, pluginId: id };
      await store.addAccount(newAccount(key, clock()));
      await store.updateAccount(key, { settings: JSON.stringify({ ...settings, ...patch }) });
      await sendSoon(viewer, id);
      return find(viewer, id);
    },

    /** Throws conflict if no account is connected or Internet access is turned off. */
    async startRun(viewer: Viewer, id: string, asked: AskedRun) {
      const { isConnected } = await find(viewer, id);
      if (!isConnected) throw conflict(reason('tracking_not_connected'));
      if (!config.online.enabled) throw conflict(reason('plugin_offline'));
      const key = { userId: viewer.userId, pluginId: id };
      const nowMs = clock();
      const { direction, isPreview } = asked;
      const run = toRun({ direction, isPreview, state: 'waiting', message: null }, nowMs);
      await store.addAccount(newAccount(key, nowMs));
      await store.updateAccount(key, { run: JSON.stringify(run) });
      await enqueue({ ...key, ...asked, isAutomatic: false });
      return run;
    },

    async findRun(viewer: Viewer, id: string) {
      await getTracker(sync, id);
      const account = await store.findAccount({ userId: viewer.userId, pluginId: id });
      return account && readRun(account);
    },

    async readLog({ userId }: Viewer, id: string) {
      await getTracker(sync, id);
      const rows = await store.listLog({ userId, pluginId: id });
      return rows.map(({ at, change }) => ({ ...JSON.parse(change), at: toTime(at) }));
    },
  };
}
