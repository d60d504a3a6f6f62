// Refreshes users' tokens shortly before they expire, on one server only.
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Db, Tx } from '#infrastructure/database/dialect.ts';
import type { Outside } from '#infrastructure/outside/index.ts';
import { SingleFlight } from '#infrastructure/workers/single-flight.ts';
import type { PluginAccountTable, PluginTable } from '#schema/tables/plugin.ts';
import { PluginError } from '../protocol/index.ts';
import { type Credentials, findClient, requestTokens, tokenKeys } from './grants.ts';

interface AccountStore {
  find(pluginId: string, userId: string, on?: Db): Promise<PluginAccountTable | undefined>;
  save(tx: Tx, row: PluginAccountTable): Promise<void>;
  setFailure(id: string, failure: string | null): Promise<void>;
}

export interface TokenDependencies {
  database: Database;
  outside: Outside;
  clock: Clock;
  /** Encrypts credentials at rest. */
  safe: {
    seal(owner: string, credentials: Credentials): string | null;
    open(owner: string, sealed: string | null): Credentials;
  };
  accounts: AccountStore;
}

const earlyMs = 5 * 60_000;

export class Tokens {
  readonly #deps: TokenDependencies;
  readonly #flights = new SingleFlight();

  constructor(deps: TokenDependencies) {
    this.#deps = deps;
  }

  /** Returns the account with a token that is valid for at least some minutes. Throws PluginError. */
  async refresh(plugin: PluginTable, account: PluginAccountTable): Promise<PluginAccountTable> {
    if (!this.#isDue(this.#open(account))) return account;
    return this.#flights.do(account.id, () => this.#renew(plugin, account));
  }

  #open(account: PluginAccountTable) {
    return this.#deps.safe.open(account.id, account.credentials);
  }

  #isDue(given: Credentials) {
    return given[tokenKeys.refresh] !== undefined && findEnd(given) - this.#deps.clock() < earlyMs;
  }

  async #renew(plugin: PluginTable, { userId }: PluginAccountTable): Promise<PluginAccountTable> {
    // Another server may have refreshed the token.
    const account = await this.#deps.accounts.find(plugin.id, userId);
    if (!account) throw new PluginError('disabled', 'The plugin is turned off');
    const before = this.#open(account);
    const client = findClient(plugin, this.#deps.safe.open(plugin.id, plugin.credentials));
    const used = before[tokenKeys.refresh];
    if (!this.#isDue(before) || !client || used === undefined) return account;
    try {
      const grant = { grant_type: 'refresh_token', refresh_token: used };
      const fresh = await requestTokens(
        { outside: this.#deps.outside, nowMs: this.#deps.clock() },
        client,
        grant,
      );
      return await this.#save(account, { used, fresh });
    } catch (error) {
      const now = await this.#deps.accounts.find(plugin.id, userId);
      if (now && this.#open(now)[tokenKeys.refresh] !== used) return now;
      // The old token stays valid while the service is unreachable.
      const isOver = error instanceof PluginError && error.kind === 'authentication';
      if (!isOver && error instanceof PluginError && findEnd(before) > this.#deps.clock()) return account;
      if (isOver) await this.#deps.accounts.setFailure(account.id, error.message);
      throw error;
    }
  }

  /** Saves the tokens unless the account was reconnected in the meantime. */
  async #save(
    { pluginId, userId }: PluginAccountTable,
    { used, fresh }: { used: string; fresh: Credentials },
  ): Promise<PluginAccountTable> {
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.database.dialect.lock(tx, `plugin ${pluginId} ${userId}`);
      const account = await this.#deps.accounts.find(pluginId, userId, tx);
      if (!account) throw new PluginError('disabled', 'The plugin is turned off');
      const before = this.#deps.safe.open(account.id, account.credentials);
      if (before[tokenKeys.refresh] !== used) return account;
      const row = {
        ...account,
        credentials: this.#deps.safe.seal(account.id, { ...before, ...fresh }),
        updatedAt: Math.max(this.#deps.clock(), account.updatedAt + 1),
      };
      await this.#deps.accounts.save(tx, row);
      return row;
    });
  }
}

const findEnd = (given: Credentials): number => Date.parse(given[tokenKeys.expires] ?? '');
