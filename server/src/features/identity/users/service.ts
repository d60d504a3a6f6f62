// Account administration: list, create, change, delete. infrastructure/access/authority.ts determines who may change
// whom; restrictions are in restrictions.ts.

import { toNoAddress } from '@lectern/contract/identity/no-address';
import type { CreateUser, Restrictions, UpdateUser, User } from '@lectern/contract/identity/users';
import type { PageRequest } from '@lectern/contract/pagination';
import {
  refuseGrowthByApiKey,
  requireAuthority,
  requireWithinRights,
  toLimits,
} from '#infrastructure/access/authority.ts';
import type { Credentials } from '#infrastructure/access/credentials.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import { toPermissions, toRole } from '#infrastructure/access/rights.ts';
import { refuseApiKey, type Viewer, visibleLibraries } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, reason } from '#infrastructure/errors.ts';
import { type Page, readPage } from '#infrastructure/http/routes/pagination.ts';
import { createAccountLock, isActiveAdmin, isLastAdmin } from './account-lock.ts';
import { type Account, type Accounts, getAccount, refuseTaken } from './accounts.ts';
import { toExtraPermissions } from './extra-permissions.ts';
import { checkNames, foldEmail, foldUsername } from './names.ts';
import { toLimitColumns, toVisibleRestrictions } from './restrictions.ts';
import {
  countUsers,
  deleteUser,
  listUsers,
  type UserChanges,
  updateAndEndSessions,
  updateUser,
} from './store.ts';

export interface UserDependencies {
  database: Database;
  accounts: Accounts;
  credentials: Credentials<string>;
  changes: IdentityChanges;
  clock: Clock;
}

export interface AccountWithLimits {
  user: User;
  limits: Restrictions;
  /** Also false if all libraries of the account are hidden from the viewer. */
  seesAllLibraries: boolean;
}

const maxListed = 10_000;

export type UserService = ReturnType<typeof createUserService>;

export function createUserService({ database, accounts, credentials, changes, clock }: UserDependencies) {
  const { db } = database;
  const withLock = createAccountLock(database, changes);
  return {
    list: (request: PageRequest, url: string): Promise<Page<User>> =>
      readPage(request, url, {
        count: () => countUsers(db),
        list: async (window) => (await listUsers(db, window)).map(toUser),
      }),

    /** Lists all accounts by name, with the restrictions that the viewer may see. */
    async listWithLimits(viewer: Viewer): Promise<AccountWithLimits[]> {
      const rows = await listUsers(db, { limit: maxListed, offset: 0 });
      return rows.map((row) => ({
        user: toUser(row),
        limits: toVisibleRestrictions(viewer, row),
        seesAllLibraries: visibleLibraries(row.sharedLibraryIds) === null,
      }));
    },

    get: async (id: string): Promise<User> => toUser(await getAccount(db, id)),

    /** For imports. `activates`: also enables the account. */
    async addLibraries(
      id: string,
      libraryIds: readonly string[],
      { activates }: { activates: boolean },
    ): Promise<void> {
      await withLock(async (tx) => {
        const account = await getAccount(tx, id);
        const shared: string[] = JSON.parse(account.sharedLibraryIds);
        await updateUser(tx, id, {
          sharedLibraryIds: JSON.stringify([...new Set([...shared, ...libraryIds])]),
          ...(activates && { isActive: 1 }),
          updatedAt: clock(),
        });
      });
      await changes.userChanged(id);
    },

    /**
     * The account has the caller's restrictions unless others are given that are at least as narrow. The libraries of
     * `narrower` must exist. Throws `forbidden` for an API key, because the password would outlive it.
     */
    async create(
      viewer: Viewer,
      { permissions = [], isActive, restrictions, ...user }: CreateUser,
      narrower: Partial<ReturnType<typeof toLimits>> = {},
    ): Promise<User> {
      refuseApiKey(viewer);
      const extraPermissions = toExtraPermissions(permissions, user.role);
      const limits = restrictions
        ? await toLimitColumns(db, viewer, restrictions, 'body.restrictions')
        : { ...toLimits(viewer), ...narrower };
      requireWithinRights(viewer, { role: user.role, extraPermissions, ...limits });
      return toUser(await accounts.create({ ...user, isActive, extraPermissions, limits }));
    },

    /** Throws `forbidden` for an API key that would give the account more, or change how its user signs in. */
    async update(viewer: Viewer, id: string, wanted: UpdateUser): Promise<User> {
      if (wanted.password !== undefined) refuseApiKey(viewer);
      const passwordHash =
        wanted.password === undefined ? undefined : await accounts.hashPassword(wanted.password);
      const user = await withLock(async (tx) => {
        const before = await getAccount(tx, id);
        const after = applyUpdate(before, wanted);
        requireAuthority(viewer, id, before);
        requireWithinRights(viewer, after);
        refuseGrowthByApiKey(viewer, before, after);
        // A sign-in provider may find the account by its e-mail address.
        if (after.emailFolded !== before.emailFolded) refuseApiKey(viewer);
        if (!isActiveAdmin(after) && (await isLastAdmin(tx, before))) throw lastAdmin();
        const change = { ...diff(before, after), ...(passwordHash !== undefined && { passwordHash }) };
        const { endEverything = false } = wanted;
        if (Object.keys(change).length === 0 && !endEverything) return toUser(before);
        if (endEverything) await credentials.endAll(tx, id);
        const update = { ...change, updatedAt: clock() };
        const write = endEverything || endsSessions(change) ? updateAndEndSessions : updateUser;
        await write(tx, id, update).catch((error: unknown) => refuseTaken(database, error));
        return toUser({ ...before, ...update });
      });
      await changes.userChanged(id);
      return user;
    },

    remove: (viewer: Viewer, id: string): Promise<void> =>
      withLock(async (tx) => {
        const account = await getAccount(tx, id);
        requireAuthority(viewer, id, account);
        if (await isLastAdmin(tx, account)) throw lastAdmin();
        await deleteUser(tx, id);
      }),
  };
}

const lastAdmin = () => conflict(reason('last_administrator'));

/** Returns the changed row. Throws `validation_failed` for an invalid name. */
function applyUpdate(before: Account, wanted: UpdateUser): Account {
  const { username = before.username, role = toRole(before.role) } = wanted;
  const email = wanted.email === null ? toNoAddress(before.id) : (wanted.email ?? before.email);
  if (wanted.username !== undefined || wanted.email !== undefined) checkNames(username, email);
  return {
    ...before,
    username,
    usernameFolded: foldUsername(username),
    email,
    emailFolded: foldEmail(email),
    role,
    extraPermissions: wanted.permissions
      ? toExtraPermissions(wanted.permissions, role)
      : before.extraPermissions,
    // A changed address is unverified.
    emailVerified: foldEmail(email) === before.emailFolded ? before.emailVerified : 0,
    choseEmail: foldEmail(email) === before.emailFolded ? before.choseEmail : 0,
    isActive: wanted.isActive === undefined ? before.isActive : Number(wanted.isActive),
  };
}

const changeable = [
  'username',
  'usernameFolded',
  'email',
  'emailFolded',
  'role',
  'extraPermissions',
  'isActive',
  'emailVerified',
  'choseEmail',
] as const;

const diff = (before: Account, after: Account): UserChanges =>
  Object.fromEntries(
    changeable.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  );

/** A new password and disabling an account end its sessions permanently. */
const endsSessions = (change: UserChanges): boolean =>
  change.passwordHash !== undefined || change.isActive === 0;

function toUser(row: Account): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    role: toRole(row.role),
    permissions: toPermissions(row),
    isActive: row.isActive === 1,
    emailVerified: row.emailVerified === 1,
    lastLoginAt: toTimeOrNull(row.lastLoginAt),
    createdAt: toTime(row.createdAt),
    updatedAt: toTime(row.updatedAt),
  };
}
