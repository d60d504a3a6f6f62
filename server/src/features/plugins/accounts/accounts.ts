// Plugins with a separate instance for each user: the user's configuration and connection.

import type { OwnPlugin, PatchOwnPlugin } from '@lectern/contract/plugins/plugins';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { PluginAccountTable, PluginTable } from '#schema/tables/plugin.ts';
import type { PluginCalls } from '../calls/calls.ts';
import { withProblems } from '../failures.ts';
import * as requests from '../metadata-requests.ts';
import type { Target } from '../processes/index.ts';
import { PluginError } from '../protocol/index.ts';
import type { ServiceDependencies } from '../service.ts';
import { type Credentials, checkConfig, findChanges, isEmpty } from '../settings/index.ts';
import { tokenKeys } from '../sign-in/index.ts';
import type { PluginAccountStore } from '../store.ts';
import { isPersonalPlugin, readManifest, toOwnPlugin } from '../to-plugin.ts';
import { userRequest } from './sync.ts';

interface Dependencies extends ServiceDependencies {
  accounts: PluginAccountStore;
}

export class PluginAccountService {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async list({ userId }: Viewer): Promise<OwnPlugin[]> {
    const [rows, own] = await Promise.all([this.#deps.store.list(), this.#deps.accounts.list(userId)]);
    const accountOf = new Map(own.map((account) => [account.pluginId, account]));
    return rows
      .filter((row) => row.isEnabled === 1 && isPersonalPlugin(row))
      .map((row) => toOwnPlugin(row, accountOf.get(row.id), this.#deps.safe));
  }

  /** Throws not_found. */
  async update({ userId }: Viewer, pluginId: string, patch: PatchOwnPlugin): Promise<OwnPlugin> {
    const plugin = await this.#getPlugin(pluginId);
    if (patch.config) checkConfig(readManifest(plugin)?.userConfig ?? [], patch.config);
    const account = await this.#change({ pluginId, userId }, patch);
    return toOwnPlugin(plugin, account, this.#deps.safe);
  }

  /** Stores the tokens of a sign-in at the service and enables the instance. Throws not_found. */
  async keep(userId: string, pluginId: string, tokens: Credentials): Promise<void> {
    await this.#getPlugin(pluginId);
    await this.#change({ pluginId, userId }, { isEnabled: true, credentials: tokens });
  }

  /** Throws not_found, conflict, plugin_failed or unavailable. */
  async test(
    { userId }: Viewer,
    pluginId: string,
  ): Promise<{ milliseconds: number; username: string | null }> {
    const plugin = await this.#getPlugin(pluginId);
    const account = await this.#deps.accounts.find(pluginId, userId);
    const ask = async () => {
      if (account?.isEnabled !== 1) throw new PluginError('disabled', 'The plugin is turned off');
      const target = { plugin, account };
      const milliseconds = await requests.ping(this.#deps.calls, target);
      return { milliseconds, username: await findName(this.#deps.calls, target) };
    };
    return withProblems(ask());
  }

  async #getPlugin(id: string): Promise<PluginTable> {
    const row = await this.#deps.store.find(id);
    // Disabled plugins are not offered.
    if (!row || row.isEnabled === 0 || !isPersonalPlugin(row)) throw notFound('plugin');
    return row;
  }

  async #change(
    { pluginId, userId }: { pluginId: string; userId: string },
    { credentials, ...patch }: PatchOwnPlugin,
  ): Promise<PluginAccountTable> {
    const given = credentials && withoutStale(credentials);
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.database.dialect.lock(tx, `plugin ${pluginId} ${userId}`);
      const nowMs = this.#deps.clock();
      const known = await this.#deps.accounts.find(pluginId, userId, tx);
      const before: PluginAccountTable = known ?? {
        id: newId(nowMs),
        pluginId,
        userId,
        isEnabled: 0,
        config: '{}',
        credentials: null,
        failure: null,
        createdAt: nowMs,
        updatedAt: nowMs,
      };
      const changed = findChanges(before, { ...patch, credentials: given }, this.#deps.safe);
      if (known && isEmpty(changed)) return known;
      const failure = 'credentials' in changed ? null : before.failure;
      const row = { ...before, ...changed, failure, updatedAt: Math.max(nowMs, before.updatedAt + 1) };
      await this.#deps.accounts.save(tx, row);
      return row;
    });
  }
}

/** A new access token makes the stored refresh token and end obsolete. */
const withoutStale = (given: Readonly<Record<string, string | null>>): Record<string, string | null> =>
  Object.hasOwn(given, tokenKeys.access)
    ? { [tokenKeys.refresh]: null, [tokenKeys.expires]: null, ...given }
    : { ...given };

/** Requests the user's name from the service, because a ping does not verify the credentials. Throws PluginError. */
async function findName(calls: PluginCalls, target: Target): Promise<string | null> {
  if (readManifest(target.plugin)?.syncsReading !== true) return null;
  try {
    return (await calls.call(target, userRequest)).slice(0, 200);
  } catch (error) {
    if (error instanceof PluginError && error.kind === 'unsupported') return null;
    throw error;
  }
}
