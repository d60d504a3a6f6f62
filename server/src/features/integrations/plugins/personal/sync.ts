// Plugins that tell services what users read: by each user's own instance.
import type { PluginTable } from '#schema/tables/plugin.ts';
import {
  PluginError,
  type PulledEntry,
  parsePull,
  parsePush,
  parseUser,
  type SyncEntry,
} from '../../plugin-protocol/index.ts';
import type { CallOptions, PluginCalls } from '../running/calls.ts';
import type { PluginAccountStore, PluginStore } from '../store.ts';
import { readManifest } from '../to-plugin.ts';

export interface SyncPlugin {
  id: string;
  displayName: string;
  /** Of the external ids that it takes. */
  source: string | null;
  /** What its entries are. */
  noun: 'series' | 'books';
  /** It comes with Lectern, and knows what we add to the protocol: previews, and entries that are private. */
  isBuiltIn: boolean;
}

type Options = Pick<CallOptions, 'signal' | 'isQueued'>;

export interface PluginSync {
  /** Those that are turned on, by name. */
  list(): Promise<SyncPlugin[]>;
  /** The user's accounts that are turned on, by plugin; `failure` is why its service refuses one. */
  listAccounts(userId: string): Promise<Map<string, { failure: string | null; changedAt: number }>>;
  /** The user's name there. Throws PluginError, as all that ask. */
  getUser(pluginId: string, userId: string, options?: Options): Promise<string>;
  push(
    pluginId: string,
    userId: string,
    pushed: { entries: readonly SyncEntry[]; isPreview: boolean },
    options?: Options,
  ): Promise<ReturnType<typeof parsePush>>;
  pull(
    pluginId: string,
    userId: string,
    cursor: string | undefined,
    options?: Options,
  ): Promise<{ entries: PulledEntry[]; next: string | undefined }>;
}

interface Dependencies {
  store: PluginStore;
  accounts: PluginAccountStore;
  calls: PluginCalls;
}

const timeoutMs = 300_000;
const pageSize = 50;

export function createPluginSync({ store, accounts, calls }: Dependencies): PluginSync {
  async function call<T>(
    { pluginId, userId }: { pluginId: string; userId: string },
    method: string,
    params: object,
    options: Options & { parse(result: unknown): T },
  ): Promise<T> {
    const [plugin, account] = await Promise.all([store.find(pluginId), accounts.find(pluginId, userId)]);
    if (!plugin || account?.isEnabled !== 1) throw new PluginError('disabled', 'It is turned off');
    // Services may lock an account that repeats a refused token. New credentials remove the failure.
    if (account.failure !== null) throw new PluginError('authentication', account.failure);
    const target = { plugin, account };
    // Published plugins refuse everything else before they were asked whose account it is.
    if (plugin.origin !== 'built_in' && method !== 'sync/getUserInfo')
      await calls.call(target, 'sync/getUserInfo', {}, { ...options, timeoutMs, parse: parseUser });
    return calls.call<T>(target, method, params, { ...options, timeoutMs });
  }

  return {
    list: async () => (await store.list()).flatMap(toSyncPlugin),
    async listAccounts(userId) {
      const own = await accounts.list(userId);
      return new Map(
        own
          .filter(({ isEnabled }) => isEnabled === 1)
          .map(({ pluginId, failure, updatedAt }) => [pluginId, { failure, changedAt: updatedAt }]),
      );
    },
    getUser: (pluginId, userId, options) =>
      call({ pluginId, userId }, 'sync/getUserInfo', {}, { ...options, parse: parseUser }),
    push: (pluginId, userId, { entries, isPreview }, options) =>
      call(
        { pluginId, userId },
        'sync/pushProgress',
        { entries, ...(isPreview && { dryRun: true }) },
        { ...options, parse: parsePush },
      ),
    pull: (pluginId, userId, cursor, options) =>
      call(
        { pluginId, userId },
        'sync/pullProgress',
        { limit: pageSize, ...(cursor !== undefined && { cursor }) },
        { ...options, parse: parsePull },
      ),
  };
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
