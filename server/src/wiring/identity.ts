// Who calls: accounts, sessions, API keys, sign-in providers.
import { createApiKeys } from '#features/api-keys/index.ts';
import { type Auth, createAuth, type Wait } from '#features/auth/index.ts';
import { createOidc } from '#features/oidc/index.ts';
import { createUsers, type Hasher } from '#features/users/index.ts';
import { createIdentityChanges } from '#kernel/access/identity-changes.ts';
import type { MountedRoute } from '#kernel/http/implement.ts';
import type { Ground } from './ground.ts';

export interface IdentityOptions {
  /** How delays are waited for; tests do not wait. */
  wait?: Wait | undefined;
  /** Computes password hashes: Argon2id, unless a test wants it faster. */
  hasher?: Hasher | undefined;
}

export interface Identity {
  routes: MountedRoute[];
  auth: Auth;
  close(): Promise<void>;
}

export async function createIdentity(
  { config, database, clock, log }: Ground,
  { wait, hasher }: IdentityOptions,
): Promise<Identity> {
  const changes = createIdentityChanges();
  const { accounts, external, ...users } = createUsers({ database, changes, clock, hasher });
  const apiKeys = createApiKeys({ database, changes, clock, log });
  const time = { clock, wait };
  const auth = await createAuth({ config, database, accounts, apiKeys, changes, log, time });
  const oidc = createOidc({ config, database, clock, log, external, auth });
  return {
    auth,
    routes: [...auth.routes, ...oidc.routes, ...users.routes, ...apiKeys.routes],
    close: () => apiKeys.close(),
  };
}
