// Accounts. Sign-in is in ../auth.
import type { Credentials } from '#infrastructure/access/credentials.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { Accounts } from './accounts.ts';
import { ExternalAccounts } from './external.ts';
import { type Hasher, Passwords } from './passwords.ts';
import { createRestrictions, type RestrictionService } from './restrictions.ts';
import { createUserRoutes } from './routes.ts';
import { type AccountWithLimits, createUserService, type UserService } from './service.ts';

export type { Account, Accounts } from './accounts.ts';
export type { ExternalAccounts } from './external.ts';
export { toExtraPermissions } from './extra-permissions.ts';
export type { Hasher } from './passwords.ts';
export type { AccountWithLimits, RestrictionService, UserService };

export interface UserFeatureDependencies {
  database: Database;
  credentials: Credentials<string>;
  changes: IdentityChanges;
  clock: Clock;
  /** Computes password hashes: Argon2id by default. Tests count the calls. */
  hasher?: Hasher | undefined;
}

export class Users {
  readonly accounts: Accounts;
  readonly service: UserService;
  readonly restrictions: RestrictionService;
  /** Accounts of users whom another system authenticates. */
  readonly external: ExternalAccounts;
  readonly routes: MountedRoute[];

  constructor(deps: UserFeatureDependencies) {
    this.accounts = new Accounts(deps.database, new Passwords(deps.hasher), deps.clock);
    this.service = createUserService({
      database: deps.database,
      accounts: this.accounts,
      credentials: deps.credentials,
      changes: deps.changes,
      clock: deps.clock,
    });
    this.restrictions = createRestrictions(deps.database, deps.changes, deps.clock);
    this.external = new ExternalAccounts(deps.database, deps.changes, deps.clock);
    this.routes = createUserRoutes(this.service, this.restrictions);
  }
}
