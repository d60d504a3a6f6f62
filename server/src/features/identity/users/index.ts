// Accounts. Sign-in is in ../auth.
import type { Credentials } from '#infrastructure/access/credentials.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { createExternalAccounts, type ExternalAccounts } from './external.ts';
import { createPasswords, type Hasher } from './passwords.ts';
import { createRestrictions } from './restrictions.ts';
import { createUserRoutes } from './routes.ts';
import { type AccountWithLimits, createUserService, type UserService } from './service.ts';

export type { Account, Accounts } from './accounts.ts';
export type { ExternalAccounts } from './external.ts';
export { toExtraPermissions } from './extra-permissions.ts';
export type { Hasher } from './passwords.ts';
export type { AccountWithLimits, UserService };

export interface UserFeatureDependencies {
  database: Database;
  credentials: Credentials<string>;
  changes: IdentityChanges;
  clock: Clock;
  /** Computes password hashes: Argon2id by default. Tests count the calls. */
  hasher?: Hasher | undefined;
}

export interface Users {
  routes: MountedRoute[];
  service: UserService;
  accounts: Accounts;
  /** Accounts of users whom another system authenticates. */
  external: ExternalAccounts;
}

export function createUsers({
  database,
  credentials,
  changes,
  clock,
  hasher,
}: UserFeatureDependencies): Users {
  const accounts = createAccounts({ database, clock, passwords: createPasswords(hasher) });
  const service = createUserService({ database, accounts, credentials, changes, clock });
  const restrictions = createRestrictions({ database, changes, clock });
  const external = createExternalAccounts({ database, changes, clock });
  return { accounts, external, service, routes: createUserRoutes(service, restrictions) };
}
