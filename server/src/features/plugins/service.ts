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
import { toTime } from '#infrastructure/clock.ts';
import { conflict, notFound, reason } from '#infrastructure/errors.ts';
import { channel, type EventBus } from '#infrastructure/events/bus.ts';
import type { PluginTable } from '#schema/tables/plugin.ts';
import type { PluginCalls } from './calls/calls.ts';
import { withProblems } from './failures.ts';
import { type InstallDependencies, type Installed, PluginInstaller } from './install.ts';
import type { PluginLogs } from './logs/index.ts';
import * as requests from './metadata-requests.ts';
import { removeFiles } from './packages/index.ts';
import { type Manifest, type MetadataKind, type PollAnswer, parsePoll } from './protocol/index.ts';
import { type CredentialSafe, checkConfig, findChanges, isEmpty } from './settings/index.ts';
import type { PluginChange } from './store.ts';
import { readManifest, toPlugin } from './to-plugin.ts';

/** A plugin was installed, configured or removed. Stops its processes on all servers. */
const pluginChanged = channel<{ id: string; isGone: boolean }>('plugin.changed');

export interface ServiceDependencies extends InstallDependencies {
  safe: CredentialSafe;
  calls: PluginCalls;
  logs: PluginLogs;
  events: EventBus;
  /** Called when a plugin is removed, to remove its data. */
  onRemoved(provider: string): Promise<void>;
}

export interface ReleasingPlugin {
  id: string;
  manifest: Manifest;
  config: Plugin['config'];
}

/** Time limit of a poll. It covers all followed series, including the plugin's calls to the server. */
const polling = { timeoutMs: 300_000, isQueued: true };

interface Changed {
  plugin: Plugin;
  isNew: boolean;
}

export class PluginService {
  readonly #deps: ServiceDependencies;
  readonly #installer: PluginInstaller;
  readonly #toDto = (row: PluginTable) =>
    toPlugin(row, {
      safe: this.#deps.safe,
      isOnline: this.#deps.config.online.enabled,
      nowMs: this.#deps.clock(),
      confinement: this.#deps.confinement,
    });

  constructor(deps: ServiceDependencies) {
    this.#deps = deps;
    this.#installer = new PluginInstaller(deps);
  }

  async list(): Promise<Plugin[]> {
    return (await this.#deps.store.list()).map(this.#toDto);
  }

  /** Throws not_found, like all methods that take a plugin id. */
  async get(id: string): Promise<Plugin> {
    return this.#toDto(await this.#getRow(id));
  }

  async install({ acceptsUnrestricted: isAccepted, ...source }: InstallPlugin): Promise<Changed> {
    return this.#finish(
      await ('folder' in source
        ? this.#installer.installFolder(source.folder, isAccepted)
        : this.#installer.installByName(source.package, isAccepted)),
    );
  }

  /** Throws conflict for an unrestricted plugin that is not accepted, like `install`. */
  async upload(bytes: Uint8Array, isAccepted: boolean): Promise<Changed> {
    return this.#finish(await this.#installer.installArchive(bytes, { origin: 'upload', isAccepted }));
  }

  async update(id: string, patch: PatchPlugin): Promise<Plugin> {
    const isChanged = await this.#change(id, patch);
    if (isChanged) this.#deps.events.publish(pluginChanged, { id, isGone: false });
    // Refreshes the manifest. Failures appear in the plugin's state.
    const isStarting = patch.isEnabled || patch.acceptsUnrestricted;
    if (isChanged && isStarting && this.#deps.config.online.enabled)
      await this.#ping(await this.#getRow(id)).catch(() => {});
    return this.get(id);
  }

  async remove(id: string): Promise<void> {
    const { origin, package: provider } = await this.#getRow(id);
    if (origin === 'built_in') throw conflict(reason('plugin_built_in'));
    if (!(await this.#deps.store.remove(id))) throw notFound('plugin');
    await this.#deps.onRemoved(provider);
    this.#deps.events.publish(pluginChanged, { id, isGone: true });
  }

  /** Starts the plugin. Throws conflict, plugin_failed or unavailable. */
  async test(id: string): Promise<{ plugin: Plugin; milliseconds: number }> {
    const milliseconds = await this.#ping(await this.#getRow(id));
    return { plugin: await this.get(id), milliseconds };
  }

  async search(
    id: string,
    wanted: { kind: MetadataKind; query: string; limit: number },
    options?: requests.AskOptions,
  ): Promise<PluginSearchResult[]> {
    return withProblems(requests.search(this.#deps.calls, await this.#getRow(id), wanted, options));
  }

  async match(id: string, wanted: PluginMatchRequest, options?: requests.AskOptions): Promise<PluginMatch> {
    return withProblems(requests.match(this.#deps.calls, await this.#getRow(id), wanted, options));
  }

  async describe(
    id: string,
    wanted: { kind: MetadataKind; externalId: string },
    options?: requests.AskOptions,
  ): Promise<PluginMetadata> {
    return withProblems(requests.describe(this.#deps.calls, await this.#getRow(id), wanted, options));
  }

  async log(id: string): Promise<PluginLog['lines']> {
    await this.#getRow(id);
    return (await this.#deps.logs.list(id)).map(({ at, level, text }) => ({ at: toTime(at), level, text }));
  }

  /** Enabled plugins that announce releases. */
  async listReleasing(): Promise<ReleasingPlugin[]> {
    return (await this.#deps.store.list()).flatMap((row) => {
      const manifest = readManifest(row);
      if (row.isEnabled === 0 || !manifest || manifest.releases.length === 0) return [];
      return [{ id: row.id, manifest, config: JSON.parse(row.config) }];
    });
  }

  /** Throws PluginError. */
  async poll(id: string, params: object, signal: AbortSignal): Promise<PollAnswer> {
    const operation = { method: 'releases/poll', params, parse: parsePoll };
    return this.#deps.calls.call({ plugin: await this.#getRow(id) }, operation, { ...polling, signal });
  }

  async #getRow(id: string) {
    const row = await this.#deps.store.find(id);
    if (!row) throw notFound('plugin');
    return row;
  }

  #finish({ row, isNew }: Installed): Changed {
    this.#deps.events.publish(pluginChanged, { id: row.id, isGone: false });
    return { plugin: this.#toDto(row), isNew };
  }

  #ping(plugin: PluginTable) {
    return withProblems(requests.ping(this.#deps.calls, { plugin }));
  }

  /** Returns whether anything changed. */
  async #change(id: string, patch: PatchPlugin): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.database.dialect.lock(tx, `plugin ${id}`);
      const row = await this.#deps.store.find(id, tx);
      if (!row) throw notFound('plugin');
      if (patch.config) checkConfig(readManifest(row)?.config ?? [], patch.config);
      const configured = findChanges(row, patch, this.#deps.safe);
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
      await this.#deps.store.update(
        id,
        { ...next, updatedAt: Math.max(this.#deps.clock(), row.updatedAt + 1) },
        tx,
      );
      return true;
    });
  }
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
