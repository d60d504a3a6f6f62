// Plugins that sync users' progress with services, through each user's instance.
import type { PluginTable } from '#schema/tables/plugin.ts';
import type { CallOptions, Operation, PluginCalls } from '../calls/calls.ts';
import {
  PluginError,
  type PulledPage,
  parsePull,
  parsePush,
  parseUser,
  type SyncEntry,
} from '../protocol/index.ts';
import type { PluginAccountStore, PluginStore } from '../store.ts';
import { readManifest } from '../to-plugin.ts';

export interface SyncPlugin {
  id: string;
  displayName: string;
  /** Source of the external ids that it accepts. */
  source: string | null;
  /** Kind of its entries. */
  noun: 'series' | 'books';
  /** Whether it is built in and supports the extensions of the protocol: previews and private entries. */
  isBuiltIn: boolean;
}

type Pushed = ReturnType<typeof parsePush>;
type Options = Pick<CallOptions, 'signal' | 'isQueued'>;

const timeoutMs = 300_000;
const pageSize = 50;

/** Returns the user's name at the service. */
export const userRequest: Operation<string> = {
  method: 'sync/getUserInfo',
  params: {},
  parse: parseUser,
  ofBuiltIn: (provider) => provider.getUser(),
};

export class PluginSync {
  readonly #store: PluginStore;
  readonly #accounts: PluginAccountStore;
  readonly #calls: PluginCalls;

  constructor(store: PluginStore, accounts: PluginAccountStore, calls: PluginCalls) {
    this.#store = store;
    this.#accounts = accounts;
    this.#calls = calls;
  }

  /** Enabled plugins, sorted by name. */
  async list(): Promise<SyncPlugin[]> {
    return (await this.#store.list()).flatMap(toSyncPlugin);
  }

  /** Enabled accounts of the user, by plugin. `failure` is the reason why the service rejects an account. */
  async listAccounts(userId: string): Promise<Map<string, { failure: string | null; changedAt: number }>> {
    const own = await this.#accounts.list(userId);
    return new Map(
      own
        .filter(({ isEnabled }) => isEnabled === 1)
        .map(({ pluginId, failure, updatedAt }) => [pluginId, { failure, changedAt: updatedAt }]),
    );
  }

  /** Returns the user's name at the service. Throws PluginError, like all calls to plugins. */
  getUser(pluginId: string, userId: string, options?: Options): Promise<string> {
    return this.#call({ pluginId, userId }, userRequest, options);
  }

  push(
    pluginId: string,
    userId: string,
    { entries, isPreview }: { entries: readonly SyncEntry[]; isPreview: boolean },
    options?: Options,
  ): Promise<Pushed> {
    const operation: Operation<Pushed> = {
      method: 'sync/pushProgress',
      params: { entries, ...(isPreview && { dryRun: true }) },
      parse: parsePush,
      ofBuiltIn: (provider) => provider.push(entries, { isPreview }),
    };
    return this.#call({ pluginId, userId }, operation, options);
  }

  pull(pluginId: string, userId: string, cursor: string | undefined, options?: Options): Promise<PulledPage> {
    const operation: Operation<PulledPage> = {
      method: 'sync/pullProgress',
      params: { limit: pageSize, ...(cursor !== undefined && { cursor }) },
      parse: parsePull,
      ofBuiltIn: (provider) => provider.pull({ cursor, limit: pageSize }),
    };
    return this.#call({ pluginId, userId }, operation, options);
  }

  async #call<T>(
    { pluginId, userId }: { pluginId: string; userId: string },
    operation: Operation<T>,
    options: Options | undefined,
  ): Promise<T> {
    const [plugin, account] = await Promise.all([
      this.#store.find(pluginId),
      this.#accounts.find(pluginId, userId),
    ]);
    if (!plugin || account?.isEnabled !== 1) throw new PluginError('disabled', 'The plugin is turned off');
    // Services may lock an account that repeats a rejected token. New credentials clear the failure.
    if (account.failure !== null) throw new PluginError('authentication', account.failure);
    const target = { plugin, account };
    // Published plugins reject other methods until they were asked for the user.
    if (plugin.origin !== 'built_in' && operation.method !== userRequest.method)
      await this.#calls.call(target, userRequest, { ...options, timeoutMs });
    return this.#calls.call(target, operation, { ...options, timeoutMs });
  }
}

function toSyncPlugin(row: PluginTable): SyncPlugin[] {
  const manifest = readManifest(row);
  if (row.isEnabled !== 1 || !manifest?.syncsReading) return [];
  const { displayName, syncSource, syncsBooks } = manifest;
  const noun = syncsBooks ? 'books' : 'series';
  return [
    { id: row.id, displayName, source: syncSource ?? null, noun, isBuiltIn: row.origin === 'built_in' },
  ];
}
