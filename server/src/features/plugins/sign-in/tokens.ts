// Refreshes users' tokens shortly before they expire, on one server only.
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Db, Tx } from '#infrastructure/database/dialect.ts';
import type { Outside } from '#infrastructure/outside/index.ts';
import { createSingleFlight } from '#infrastructure/workers/single-flight.ts';
import type { PluginAccountTable, PluginTable } from '#schema/tables/plugin.ts';
import { PluginError } from '../protocol/index.ts';
import { type Credentials, findClient, requestTokens, tokenKeys } from './grants.ts';

export interface Tokens {
  /** Returns the account with a token that is valid for at least some minutes. Throws PluginError. */
  refresh(plugin: PluginTable, account: PluginAccountTable): Promise<PluginAccountTable>;
}

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

export function createTokens(deps: TokenDependencies): Tokens {
  const { safe, clock, accounts } = deps;
  const flights = createSingleFlight();
  const open = (account: PluginAccountTable) => safe.open(account.id, account.credentials);

  const findEnd = (given: Credentials): number => Date.parse(given[tokenKeys.expires] ?? '');
  const isDue = (given: Credentials) =>
    given[tokenKeys.refresh] !== undefined && findEnd(given) - clock() < earlyMs;

  async function renew(plugin: PluginTable, { userId }: PluginAccountTable): Promise<PluginAccountTable> {
    // Another server may have refreshed the token.
    const account = await accounts.find(plugin.id, userId);
    if (!account) throw new PluginError('disabled', 'The plugin is turned off');
    const before = open(account);
    const client = findClient(plugin, safe.open(plugin.id, plugin.credentials));
    const used = before[tokenKeys.refresh];
    if (!isDue(before) || !client || used === undefined) return account;
    try {
      const grant = { grant_type: 'refresh_token', refresh_token: used };
      const fresh = await requestTokens({ outside: deps.outside, nowMs: clock() }, client, grant);
      return await save(deps, account, { used, fresh });
    } catch (error) {
      const now = await accounts.find(plugin.id, userId);
      if (now && open(now)[tokenKeys.refresh] !== used) return now;
      // The old token stays valid while the service is unreachable.
      const isOver = error instanceof PluginError && error.kind === 'authentication';
      if (!isOver && error instanceof PluginError && findEnd(before) > clock()) return account;
      if (isOver) await accounts.setFailure(account.id, error.message);
      throw error;
    }
  }

  return {
    async refresh(plugin, account) {
      if (!isDue(open(account))) return account;
      return flights.do(account.id, () => renew(plugin, account));
    },
  };
}

/** Saves the tokens unless the account was reconnected in the meantime. */
async function save(
  { database, safe, clock, accounts }: TokenDependencies,
  { pluginId, userId }: PluginAccountTable,
  { used, fresh }: { used: string; fresh: Credentials },
): Promise<PluginAccountTable> {
  return database.transaction(async (tx) => {
    await database.dialect.lock(tx, `plugin ${pluginId} ${userId}`);
    const account = await accounts.find(pluginId, userId, tx);
    if (!account) throw new PluginError('disabled', 'The plugin is turned off');
    const before = safe.open(account.id, account.credentials);
    if (before[tokenKeys.refresh] !== used) return account;
    const row = {
      ...account,
      credentials: safe.seal(account.id, { ...before, ...fresh }),
      updatedAt: Math.max(clock(), account.updatedAt + 1),
    };
    await accounts.save(tx, row);
    return row;
  });
}
