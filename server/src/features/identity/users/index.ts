// Accounts. Sign-in is in ../auth.

import { users } from '@lectern/contract/identity/users';
import type { Visibility } from '#catalog/visible.ts';
import type { Credentials } from '#infrastructure/access/credentials.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { createAccountLock, type WithAccountLock } from './account-lock.ts';
import { Accounts } from './accounts.ts';
import { ExternalAccounts } from './external.ts';
import { type Hasher, Passwords } from './passwords.ts';
import { createRestrictions, type RestrictionService } from './restrictions.ts';
import { type AccountWithLimits, createUserService, type UserService } from './service.ts';

export type { WithAccountLock } from './account-lock.ts';
export type { Account, Accounts } from './accounts.ts';
export type { ExternalAccounts } from './external.ts';
export { toExtraPermissions } from './extra-permissions.ts';
export type { Hasher } from './passwords.ts';
export { toLimitColumns, toVisibleRestrictions } from './restrictions.ts';
export type { AccountWithLimits, RestrictionService, UserService };

export interface UserFeatureDependencies {
  database: Database;
  visibility: Visibility;
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
  /** Runs work in a transaction while no other change of accounts runs. */
  readonly withLock: WithAccountLock;
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
    this.restrictions = createRestrictions(deps);
    this.withLock = createAccountLock(deps.database, deps.changes);
    this.external = new ExternalAccounts(deps.database, deps.changes, deps.clock);
    this.routes = implement(users, {
      list: ({ query, request }) => this.service.list(query, request.url),
      create: async ({ viewer, body }) => answer(await this.service.create(viewer, body), { status: 201 }),
      get: ({ params }) => this.service.get(params.id),
      update: ({ viewer, params, body }) => this.service.update(viewer, params.id, body),
      remove: ({ viewer, params }) => this.service.remove(viewer, params.id),
      getRestrictions: ({ viewer, params }) => this.restrictions.get(viewer, params.id),
      setRestrictions: ({ viewer, params, body }) => this.restrictions.set(viewer, params.id, body),
      previewRestrictions: ({ viewer, body }) => this.restrictions.preview(viewer, body),
    });
  }
}
