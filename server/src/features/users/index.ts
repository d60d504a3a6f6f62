// Accounts: kept here, signed in by features/auth.
import type { IdentityChanges } from '#kernel/access/identity-changes.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/dialect.ts';
import type { MountedRoute } from '#kernel/http/implement.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { createPasswords, type Hasher } from './passwords.ts';
import { createRestrictions } from './restrictions.ts';
import { createUserRoutes } from './routes.ts';
import { createUserService } from './service.ts';

export type { Account, Accounts } from './accounts.ts';
export type { Hasher } from './passwords.ts';

export interface UserFeatureParts {
  database: Database;
  changes: IdentityChanges;
  clock: Clock;
  /** Computes password hashes: Argon2id, unless a test counts. */
  hasher?: Hasher | undefined;
}

export interface Users {
  routes: MountedRoute[];
  accounts: Accounts;
}

export function createUsers({ database, changes, clock, hasher }: UserFeatureParts): Users {
  const accounts = createAccounts({ database, clock, passwords: createPasswords(hasher) });
  const service = createUserService({ database, accounts, changes, clock });
  const restrictions = createRestrictions({ database, changes, clock });
  return { accounts, routes: createUserRoutes(service, restrictions) };
}
