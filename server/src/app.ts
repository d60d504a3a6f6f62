// The wiring, top to bottom: configuration → database → catalog → features → surfaces → HTTP. Plain code on purpose.
import { createApiKeys } from '#features/api-keys/index.ts';
import { type Auth, createAuth, type Wait } from '#features/auth/index.ts';
import { createHealth } from '#features/health/index.ts';
import { createUsers, type Hasher } from '#features/users/index.ts';
import { createIdentityChanges } from '#kernel/access/identity-changes.ts';
import { type Clock, systemClock } from '#kernel/clock.ts';
import type { Config } from '#kernel/config/schema.ts';
import { openDatabase } from '#kernel/database/open.ts';
import type { MountedRoute } from '#kernel/http/implement.ts';
import { createHttpServer, type HttpServer } from '#kernel/http/server.ts';
import type { Log } from '#kernel/log.ts';

export interface AppOptions {
  config: Config;
  log: Log;
  clock?: Clock;
  /** How delays are waited for; tests do not wait. */
  wait?: Wait;
  /** Computes password hashes: Argon2id, unless a test wants it faster. */
  hasher?: Hasher;
  /** Compare every answer with its declaration: for tests. */
  checkAnswers?: boolean;
}

export interface App {
  http: HttpServer;
  auth: Auth;
  /** Every mounted route, for the walks over the whole API. */
  routes: readonly MountedRoute[];
  close(): Promise<void>;
}

export async function createApp(options: AppOptions): Promise<App> {
  const { config, log, clock = systemClock, wait, hasher, checkAnswers = false } = options;
  const database = await openDatabase(config, log);
  const health = createHealth({ database });
  const changes = createIdentityChanges();
  const { accounts, ...users } = createUsers({ database, changes, clock, hasher });
  const apiKeys = createApiKeys({ database, changes, clock, log });
  const time = { clock, wait };
  const auth = await createAuth({ config, database, accounts, apiKeys, changes, log, time });
  const routes = [...health.routes, ...auth.routes, ...users.routes, ...apiKeys.routes];
  const http = await createHttpServer({
    config,
    log,
    dialect: database.dialect,
    authenticate: auth.authenticate,
    routes,
    clock,
    checkAnswers,
  });
  return {
    http,
    auth,
    routes,
    async close() {
      await http.close();
      await apiKeys.close();
      await database.close();
    },
  };
}
