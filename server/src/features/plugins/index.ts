// Plugins: install, configure, run and call. protocol/ defines the methods.

import { plugins as contract } from '@lectern/contract/plugins/plugins';
import { refuseApiKey } from '#infrastructure/access/viewer.ts';
import type { LiveConfig } from '#infrastructure/config/live.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import { PluginAccountService } from './accounts/accounts.ts';
import { PluginSync } from './accounts/sync.ts';
import { addBuiltIn, type BuiltInPlugins } from './built-in.ts';
import { PluginCalls } from './calls/calls.ts';
import { PluginLogs } from './logs/index.ts';
import type { ReverseCalls, Target } from './processes/index.ts';
import type { Manifest } from './protocol/index.ts';
import { followChanges, PluginService, type ReleasingPlugin, type ServiceDependencies } from './service.ts';
import { CredentialSafe } from './settings/index.ts';
import { Connecting, Tokens } from './sign-in/index.ts';
import { createPluginAccountStore, createPluginStore } from './store.ts';

export type { SyncPlugin } from './accounts/sync.ts';
export type { BuiltInOptions, BuiltInPlugins, BuiltInProvider } from './built-in.ts';
export { settle } from './settle.ts';
export type { PluginService, PluginSync, ReleasingPlugin };

interface Dependencies extends Omit<ServiceDependencies, 'store' | 'safe' | 'calls' | 'logs'> {
  live: LiveConfig;
  log: Log;
  builtIn: BuiltInPlugins;
  /** 32-byte key that encrypts credentials at rest. */
  key: Uint8Array;
  toStorageCalls(owner: { pluginId: string; accountId: string | null }): ReverseCalls;
  /** Handlers of calls from plugins that announce releases. */
  toReleaseCalls(pluginId: string, manifest: Promise<Manifest>): ReverseCalls;
  /** Modules loaded before a plugin. Only for tests. */
  preload?: readonly string[] | undefined;
}

export interface Plugins {
  routes: MountedRoute[];
  service: PluginService;
  /** Plugins that sync reading progress with services. */
  sync: PluginSync;
  close(): Promise<void>;
}

export async function createPlugins(deps: Dependencies): Promise<Plugins> {
  const { config, database, key } = deps;
  const store = createPluginStore(database.db);
  const safe = new CredentialSafe(key);
  await addBuiltIn({ ...deps, store });
  const logs = new PluginLogs(deps.database, deps.clock, deps.log);
  const toReverseCalls = ({ plugin, account }: Target, manifest: Promise<Manifest>): ReverseCalls =>
    new Map([
      ...deps.toStorageCalls({ pluginId: plugin.id, accountId: account?.id ?? null }),
      ...(account ? [] : deps.toReleaseCalls(plugin.id, manifest)),
    ]);
  const accountStore = createPluginAccountStore(database.db);
  const tokens = new Tokens({ ...deps, safe, accounts: accountStore });
  const calls = new PluginCalls({
    ...deps,
    store,
    accounts: accountStore,
    tokens,
    safe,
    logs,
    toReverseCalls,
  });
  const shared = { ...deps, store, safe, calls, logs };
  const service = new PluginService(shared);
  const accounts = new PluginAccountService({ ...shared, accounts: accountStore });
  const connecting = new Connecting({
    ...shared,
    accounts: accountStore,
    keep: (userId, pluginId, tokens) => accounts.keep(userId, pluginId, tokens),
  });
  deps.live.onChange(() => {
    if (!config.online.enabled) void calls.stop();
  });
  const unfollow = followChanges({ ...shared });
  return {
    service,
    sync: new PluginSync(store, accountStore, calls),
    async close() {
      unfollow();
      await calls.close();
      await logs.close();
    },
    routes: implement(contract, {
      list: async () => ({ plugins: await service.list(), isOnline: config.online.enabled }),
      async install({ viewer, body }) {
        refuseApiKey(viewer);
        const { plugin, isNew } = await service.install(body);
        return answer(plugin, { status: isNew ? 201 : 200 });
      },
      async upload({ viewer, request, query }) {
        refuseApiKey(viewer);
        const { bytes } = await request.readUpload();
        const { plugin, isNew } = await service.upload(bytes, query.acceptsUnrestricted);
        return answer(plugin, { status: isNew ? 201 : 200 });
      },
      get: ({ params }) => service.get(params.id),
      update: ({ params, body }) => service.update(params.id, body),
      remove: ({ params }) => service.remove(params.id),
      test: ({ params }) => service.test(params.id),
      search: async ({ params, body }) => ({ results: await service.search(params.id, body) }),
      match: ({ params, body }) => service.match(params.id, body),
      metadata: ({ params, body }) => service.describe(params.id, body),
      log: async ({ params }) => ({ lines: await service.log(params.id) }),
      listOwn: async ({ viewer }) => ({ plugins: await accounts.list(viewer) }),
      updateOwn({ viewer, params, body }) {
        // The account at the service would receive reading data after the end of the key.
        refuseApiKey(viewer);
        return accounts.update(viewer, params.id, body);
      },
      testOwn: ({ viewer, params }) => accounts.test(viewer, params.id),
      authorizeOwn({ viewer, params, body, request }) {
        refuseApiKey(viewer);
        return connecting.begin(viewer, { pluginId: params.id, redirectTo: body?.redirectTo }, request);
      },
      callback: ({ params, query, request }) => connecting.finish(params.id, query, request),
    }),
  };
}
