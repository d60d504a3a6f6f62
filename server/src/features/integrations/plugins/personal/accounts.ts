// Plugins of which each user has an instance of their own: what the user configures and connects.
import type { OwnPlugin, PatchOwnPlugin } from '@lectern/contract/plugins';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { PluginAccountTable, PluginTable } from '#schema/tables/plugin.ts';
import { PluginError } from '../../plugin-protocol/index.ts';
import * as asking from '../asking.ts';
import { findChanges, isEmpty } from '../changes.ts';
import { checkConfig } from '../config-values.ts';
import { withProblems } from '../failures.ts';
import type { ServiceDependencies } from '../service.ts';
import type { PluginAccountStore } from '../store.ts';
import { isPersonalPlugin, readManifest, toOwnPlugin } from '../to-plugin.ts';

export interface PluginAccountService {
  list(viewer: Viewer): Promise<OwnPlugin[]>;
  /** Throws not_found. */
  update(viewer: Viewer, pluginId: string, patch: PatchOwnPlugin): Promise<OwnPlugin>;
  /** Milliseconds until it answered. Throws not_found, conflict, plugin_failed or unavailable. */
  test(viewer: Viewer, pluginId: string): Promise<number>;
}

interface Dependencies extends ServiceDependencies {
  accounts: PluginAccountStore;
}

export function createPluginAccounts(deps: Dependencies): PluginAccountService {
  const { database, store, accounts, safe, calls, clock } = deps;

  async function getPlugin(id: string): Promise<PluginTable> {
    const row = await store.find(id);
    // One that is turned off is not offered.
    if (!row || row.isEnabled === 0 || !isPersonalPlugin(row)) throw notFound('plugin');
    return row;
  }

  return {
    async list({ userId }) {
      const [rows, own] = await Promise.all([store.list(), accounts.list(userId)]);
      const accountOf = new Map(own.map((account) => [account.pluginId, account]));
      return rows
        .filter((row) => row.isEnabled === 1 && isPersonalPlugin(row))
        .map((row) => toOwnPlugin(row, accountOf.get(row.id), safe));
    },

    async update({ userId }, pluginId, { isEnabled, config, credentials }) {
      const plugin = await getPlugin(pluginId);
      if (config) checkConfig(readManifest(plugin)?.userConfig ?? [], config);
      const account = await database.transaction(async (tx) => {
        await database.dialect.lock(tx, `plugin ${pluginId} ${userId}`);
        const nowMs = clock();
        const known = await accounts.find(pluginId, userId, tx);
        const before: PluginAccountTable = known ?? {
          ...{ id: newId(nowMs), pluginId, userId, isEnabled: 0, config: '{}', credentials: null },
          ...{ createdAt: nowMs, updatedAt: nowMs },
        };
        const change = findChanges(before, { isEnabled, config, credentials }, safe);
        if (known && isEmpty(change)) return known;
        const row = { ...before, ...change, updatedAt: Math.max(nowMs, before.updatedAt + 1) };
        await accounts.save(tx, row);
        return row;
      });
      return toOwnPlugin(plugin, account, safe);
    },

    async test({ userId }, pluginId) {
      const plugin = await getPlugin(pluginId);
      const account = await accounts.find(pluginId, userId);
      const ask = async () => {
        if (account?.isEnabled !== 1) throw new PluginError('disabled', 'It is turned off');
        return asking.ping(calls, { plugin, account });
      };
      return withProblems(ask());
    },
  };
}
