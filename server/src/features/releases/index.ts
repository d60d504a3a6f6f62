// Releases: new volumes and chapters announced by plugins, for users who follow the series. Nothing is downloaded.
import {
  releases as contract,
  type PatchReleaseSource,
  type ReleaseSource,
} from '@lectern/contract/releases';
import type { Catalog } from '#catalog/catalog.ts';
import type { PluginService } from '#features/plugins/index.ts';
import { toTaskDto } from '#features/system/tasks/index.ts';
import { type Clock, toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, notFound, reason } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { boundPage, toPage } from '#infrastructure/http/routes/pagination.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { Schedules } from '#infrastructure/tasks/schedules.ts';
import type { ReleaseSourceTable } from '#schema/tables/release.ts';
import { OwnReleases } from './own.ts';
import { definePolls, type PollDependencies, startPolling } from './poll.ts';
import { createReleaseCalls, type Progresses } from './reverse-calls.ts';
import { createReleaseStore, type ReleaseStore } from './store.ts';

export { createReleaseStore, type ReleaseStore };

/** Storage for calls from plugins. Created before the plugins. */
export function createReleaseRecords(parts: { database: Database; events: EventBus; clock: Clock }) {
  const store = createReleaseStore(parts.database.db);
  const progresses: Progresses = new Map();
  return { store, progresses, toCalls: createReleaseCalls({ ...parts, store, progresses }) };
}

interface Dependencies extends Omit<PollDependencies, 'store' | 'progresses'> {
  database: Database;
  catalog: Catalog;
  queue: TaskQueue;
  records: ReturnType<typeof createReleaseRecords>;
}

export class Releases {
  readonly #deps;
  readonly task: ReturnType<typeof definePolls>;
  readonly routes: MountedRoute[];

  constructor(deps: Dependencies) {
    this.#deps = {
      ...deps,
      db: deps.database.db,
      store: deps.records.store,
      progresses: deps.records.progresses,
    };
    this.task = definePolls(this.#deps);
    const sources = createSources(this.#deps);
    const own = new OwnReleases(deps.database.db, deps.catalog, deps.records.store, deps.plugins);
    this.routes = implement(contract, {
      list: async ({ viewer, query, request }) => {
        const { language, dismissed } = query;
        const found = await own.list(viewer, { language, isDismissed: dismissed === 'true' });
        const page = boundPage(query);
        const from = (page.page - 1) * page.pageSize;
        return toPage(found.slice(from, from + page.pageSize), found.length, page, request.url);
      },
      summary: ({ viewer }) => own.summarize(viewer),
      settings: ({ viewer, body }) => own.changeSettings(viewer, body),
      mark: ({ viewer, body }) => own.mark(viewer, body),
      ofSeries: ({ viewer, params }) => own.readOfSeries(viewer, params.id),
      follow: ({ viewer, params, body }) =>
        own.follow(viewer, { seriesId: params.id, isFollowed: body.isFollowed }),
      sources: async ({ params }) => ({ sources: await sources.list(params.id) }),
      updateSource: ({ params, body }) => sources.update(params, body),
      poll: async ({ params }) => {
        const { isEnabled } = await this.#deps.plugins.get(params.id);
        await sources.get(params);
        if (!isEnabled) throw conflict(reason('plugin_disabled'));
        if (!this.#deps.config.online.enabled) throw conflict(reason('plugin_offline'));
        const asked = { sourceId: params.sourceId, isAsked: true };
        const enqueued = await this.#deps.queue.enqueue(this.task, asked);
        return answer(toTaskDto(enqueued.task), { status: 202 });
      },
    });
  }

  start(schedules: Schedules): Promise<void> {
    return startPolling(this.#deps, { queue: this.#deps.queue, schedules, task: this.task });
  }
}

interface SourceKey {
  /** Id of the plugin. */
  id: string;
  sourceId: string;
}

function createSources({
  store,
  plugins,
  clock,
}: {
  store: ReleaseStore;
  plugins: PluginService;
  clock: Clock;
}) {
  async function list(pluginId: string): Promise<ReleaseSource[]> {
    await plugins.get(pluginId);
    const [rows, counts] = await Promise.all([store.listSources(pluginId), store.countReleases(pluginId)]);
    return rows.map((row) => toSource(row, counts.get(row.id) ?? 0));
  }

  /** Throws not_found if the source does not exist or belongs to another plugin. */
  async function get({ id, sourceId }: SourceKey): Promise<ReleaseSource> {
    const source = (await list(id)).find((one) => one.id === sourceId);
    if (!source) throw notFound('release source');
    return source;
  }

  return {
    list,
    get,
    async update(key: SourceKey, patch: PatchReleaseSource): Promise<ReleaseSource> {
      const before = await get(key);
      const { isEnabled = before.isEnabled, intervalHours = before.intervalHours } = patch;
      const isChanged = isEnabled !== before.isEnabled || intervalHours !== before.intervalHours;
      if (!isChanged) return before;
      const nowMs = clock();
      const lastMs = before.lastPolledAt === null ? null : Date.parse(before.lastPolledAt);
      await store.updateSource(key.sourceId, {
        isEnabled: isEnabled ? 1 : 0,
        intervalHours,
        updatedAt: nowMs,
        nextPollAt: lastMs === null ? nowMs : lastMs + intervalHours * 3_600_000,
      });
      return get(key);
    },
  };
}

const toSource = (row: ReleaseSourceTable, releaseCount: number): ReleaseSource => ({
  id: row.id,
  key: row.sourceKey,
  displayName: row.displayName,
  kind: row.kind,
  releaseCount,
  isEnabled: row.isEnabled === 1,
  intervalHours: row.intervalHours,
  lastPolledAt: toTimeOrNull(row.lastPolledAt),
  nextPollAt: row.isEnabled === 1 ? toTime(row.nextPollAt) : null,
  failure:
    row.lastError === null ? null : { message: row.lastError, at: toTime(row.lastErrorAt ?? row.updatedAt) },
});
