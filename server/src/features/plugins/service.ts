// Administration of plugins.

import type { InstallPlugin } from '@lectern/contract/plugins/install';
import type {
  PatchPlugin,
  Plugin,
  PluginLog,
  PluginMatch,
  PluginMatchRequest,
  PluginMetadata,
  PluginSearchResult,
} from '@lectern/contract/plugins/plugins';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Confinement } from '#infrastructure/confinement/confinement.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, notFound, reason } from '#infrastructure/errors.ts';
import { channel, type EventBus } from '#infrastructure/events/bus.ts';
import type { Outside } from '#infrastructure/outside/index.ts';
import type { PluginTable } from '#schema/tables/plugin.ts';
import * as asking from './asking.ts';
import type { PluginCalls } from './calls/calls.ts';
import { withProblems } from './failures.ts';
import { type Installed, installArchive, installByName, installFolder } from './install.ts';
import type { PluginLogs } from './logs/index.ts';
import { removeFiles } from './packages/index.ts';
import { type Manifest, type MetadataKind, type PollAnswer, parsePoll } from './protocol/index.ts';
import { type CredentialSafe, checkConfig, findChanges, isEmpty } from './settings/index.ts';
import type { PluginChange, PluginStore } from './store.ts';
import { readManifest, toPlugin } from './to-plugin.ts';

/** A plugin was installed, configured or removed. Stops its processes on all servers. */
const pluginChanged = channel<{ id: string; isGone: boolean }>('plugin.changed');

export interface ServiceDependencies {
  config: Config;
  outside: Outside;
  database: Database;
  store: PluginStore;
  safe: CredentialSafe;
  calls: PluginCalls;
  logs: PluginLogs;
  events: EventBus;
  clock: Clock;
  confinement: Confinement;
  onRemoved(provider: string): Promise<void>;
}

export interface PluginService {
  list(): Promise<Plugin[]>;
  /** Throws not_found, like all methods that take a plugin id. */
  get(id: string): Promise<Plugin>;
  install(source: InstallPlugin): Promise<Changed>;
  /** Throws conflict for an unrestricted plugin that is not accepted, like `install`. */
  upload(bytes: Uint8Array, isAccepted: boolean): Promise<Changed>;
  update(id: string, patch: PatchPlugin): Promise<Plugin>;
  remove(id: string): Promise<void>;
  /** Starts the plugin. Throws conflict, plugin_failed or unavailable. */
  test(id: string): Promise<{ plugin: Plugin; milliseconds: number }>;
  search(
    id: string,
    wanted: { kind: MetadataKind; query: string; limit: number },
    options?: asking.AskOptions,
  ): Promise<PluginSearchResult[]>;
  match(id: string, wanted: PluginMatchRequest, options?: asking.AskOptions): Promise<PluginMatch>;
  describe(
    id: string,
    wanted: { kind: MetadataKind; externalId: string },
    options?: asking.AskOptions,
  ): Promise<PluginMetadata>;
  log(id: string): Promise<PluginLog['lines']>;
  /** Enabled plugins that announce releases. */
  listReleasing(): Promise<ReleasingPlugin[]>;
  /** Throws PluginError. */
  poll(id: string, params: object, signal: AbortSignal): Promise<PollAnswer>;
}

export interface ReleasingPlugin {
  id: string;
  manifest: Manifest;
  config: Plugin['config'];
}

/** Time limit of a poll. It covers all followed series, including the plugin's calls to the server. */
const polling = { timeoutMs: 300_000, isQueued: true, parse: parsePoll };

interface Changed {
  plugin: Plugin;
  isNew: boolean;
}

export function createPluginService(deps: ServiceDependencies): PluginService {
  const { config, store, safe, calls, logs, events, clock } = deps;
  const toDto = (row: PluginTable) =>
    toPlugin(row, {
      ...{ safe, isOnline: config.online.enabled, nowMs: clock() },
      confinement: deps.confinement,
    });
  const getRow = async (id: string) => {
    const row = await store.find(id);
    if (!row) throw notFound('plugin');
    return row;
  };
  const get = async (id: string) => toDto(await getRow(id));

  function finish({ row, isNew }: Installed): Changed {
    events.publish(pluginChanged, { id: row.id, isGone: false });
    return { plugin: toDto(row), isNew };
  }

  const ping = (plugin: PluginTable) => withProblems(asking.ping(calls, { plugin }));

  return {
    list: async () => (await store.list()).map(toDto),
    get,
    install: async ({ acceptsUnrestricted: isAccepted, ...source }) =>
      finish(
        await ('folder' in source
          ? installFolder(deps, source.folder, isAccepted)
          : installByName(deps, source.package, isAccepted)),
      ),
    upload: async (bytes, isAccepted) =>
      finish(await installArchive(deps, bytes, { origin: 'upload', isAccepted })),

    async update(id, patch) {
      const isChanged = await change(deps, id, patch);
      if (isChanged) events.publish(pluginChanged, { id, isGone: false });
      // Refreshes the manifest. Failures appear in the plugin's state.
      const isStarting = patch.isEnabled || patch.acceptsUnrestricted;
      if (isChanged && isStarting && config.online.enabled) await ping(await getRow(id)).catch(() => {});
      return get(id);
    },

    async remove(id) {
      const { origin, package: provider } = await getRow(id);
      if (origin === 'built_in') throw conflict(reason('plugin_built_in'));
      if (!(await store.remove(id))) throw notFound('plugin');
      await deps.onRemoved(provider);
      events.publish(pluginChanged, { id, isGone: true });
    },

    async test(id) {
      const milliseconds = await ping(await getRow(id));
      return { plugin: await get(id), milliseconds };
    },

    search: async (id, wanted, options) =>
      withProblems(asking.search(calls, await getRow(id), wanted, options)),
    match: async (id, wanted, options) =>
      withProblems(asking.match(calls, await getRow(id), wanted, options)),
    describe: async (id, wanted, options) =>
      withProblems(asking.describe(calls, await getRow(id), wanted, options)),

    async listReleasing() {
      return (await store.list()).flatMap((row) => {
        const manifest = readManifest(row);
        if (row.isEnabled === 0 || !manifest || manifest.releases.length === 0) return [];
        return [{ id: row.id, manifest, config: JSON.parse(row.config) }];
      });
    },
    poll: async (id, params, signal) =>
      calls.call<PollAnswer>({ plugin: await getRow(id) }, 'releases/poll', params, { ...polling, signal }),

    async log(id) {
      await getRow(id);
      return (await logs.list(id)).map(({ at, level, text }) => ({ at: toTime(at), level, text }));
    },
  };
}

/** Stops the plugin's processes in this process when the plugin changes on any server. */
export function followChanges({
  events,
  calls,
  config,
}: Pick<ServiceDependencies, 'events' | 'calls' | 'config'>) {
  return events.subscribe(pluginChanged, ({ id, isGone }) => {
    const stopped = calls.stop(id);
    void (isGone ? stopped.then(() => removeFiles(config.dataDir, id)) : stopped).catch(() => {});
  });
}

/** Returns whether anything changed. */
async function change(
  { database, store, safe, clock }: ServiceDependencies,
  id: string,
  patch: PatchPlugin,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await database.dialect.lock(tx, `plugin ${id}`);
    const row = await store.find(id, tx);
    if (!row) throw notFound('plugin');
    if (patch.config) checkConfig(readManifest(row)?.config ?? [], patch.config);
    const configured = findChanges(row, patch, safe);
    const { callsPerMinute = row.callsPerMinute, timeoutSeconds = row.timeoutSeconds } = patch;
    const acceptsUnrestricted =
      patch.acceptsUnrestricted === undefined ? row.acceptsUnrestricted : patch.acceptsUnrestricted ? 1 : 0;
    const next: PluginChange = {
      ...configured,
      ...(callsPerMinute !== row.callsPerMinute && { callsPerMinute }),
      ...(timeoutSeconds !== row.timeoutSeconds && { timeoutSeconds }),
      ...(acceptsUnrestricted !== row.acceptsUnrestricted && { acceptsUnrestricted }),
      // A new configuration or enabling the plugin resets its failures.
      ...(row.failure !== null &&
        (patch.isEnabled || !isEmpty(configured)) && { failures: 0, failure: null, failedAt: null }),
    };
    if (isEmpty(next)) return false;
    await store.update(id, { ...next, updatedAt: Math.max(clock(), row.updatedAt + 1) }, tx);
    return true;
  });
}
