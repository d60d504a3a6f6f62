// The restrictions of a user: libraries, sharing tags, age ratings. The catalog enforces them (catalog/visible.ts).
import type { Restrictions, RestrictionsPreview, SetRestrictions } from '@lectern/contract/identity/users';
import type { Visibility } from '#catalog/visible.ts';
import {
  refuseGrowthByApiKey,
  requireAuthority,
  requireWithinRights,
} from '#infrastructure/access/authority.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import {
  requirePermission,
  toSeriesRule,
  type Viewer,
  visibleLibraries,
} from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import { hasAll } from '#infrastructure/equality.ts';
import { forbidden, invalid, reason, toIssue } from '#infrastructure/errors.ts';
import { createAccountLock } from './account-lock.ts';
import { type Account, getAccount } from './accounts.ts';
import { findLibraryIds, findSharingTagIds, updateUser } from './store.ts';

export type RestrictionService = ReturnType<typeof createRestrictions>;

interface Dependencies {
  database: Database;
  visibility: Visibility;
  changes: IdentityChanges;
  clock: Clock;
}

export function createRestrictions({ database, visibility, changes, clock }: Dependencies) {
  const { db } = database;
  const withLock = createAccountLock(database, changes);
  return {
    /** Throws `forbidden` if all libraries of the account are hidden from the viewer: an empty list means all. */
    async get(viewer: Viewer, id: string): Promise<Restrictions> {
      const account = await getAccount(db, id);
      const restrictions = toVisibleRestrictions(viewer, account);
      if (restrictions.sharedLibraryIds.length === 0 && visibleLibraries(account.sharedLibraryIds) !== null)
        throw forbidden(reason('sees_beyond'));
      return restrictions;
    },

    /** Throws `validation_failed` for unknown or repeated ids of libraries and sharing tags. */
    async set(viewer: Viewer, id: string, wanted: SetRestrictions): Promise<Restrictions> {
      const change = await toLimitColumns(db, viewer, wanted);
      const restrictions = await withLock(async (tx) => {
        const account = await getAccount(tx, id);
        requireAuthority(viewer, id, account);
        const after = { ...account, ...change };
        requireWithinRights(viewer, after);
        refuseGrowthByApiKey(viewer, account, after);
        if (!hasAll(account, change)) await updateUser(tx, id, { ...change, updatedAt: clock() });
        return toRestrictions(change);
      });
      await changes.userChanged(id);
      return restrictions;
    },

    /** Returns which series of the viewer a user with these restrictions would see. Throws like `set`. */
    async preview(viewer: Viewer, wanted: SetRestrictions): Promise<RestrictionsPreview> {
      requirePermission(viewer, 'series:read');
      const columns = await toLimitColumns(db, viewer, wanted);
      const libraryIds = visibleLibraries(columns.sharedLibraryIds);
      return visibility.preview(viewer, { ...viewer, libraryIds, seriesRule: toSeriesRule(columns) });
    },
  };
}

type Limits = Pick<Account, 'sharedLibraryIds' | 'sharingTags' | 'maxAgeRating' | 'allowUnrated'>;

/**
 * Converts restrictions to columns of a user. `path` is that of the restrictions in the request. Throws
 * `validation_failed` for unknown or repeated ids of libraries and sharing tags.
 */
export async function toLimitColumns(
  db: Db,
  viewer: Viewer,
  { sharedLibraryIds, sharingTags, maxAgeRating, allowUnrated = maxAgeRating === null }: SetRestrictions,
  path = 'body',
): Promise<Limits> {
  await requireLibraries(db, viewer, sharedLibraryIds, path);
  await requireTags(db, sharingTags, path);
  return {
    sharedLibraryIds: JSON.stringify([...new Set(sharedLibraryIds)]),
    sharingTags: JSON.stringify(sharingTags),
    maxAgeRating,
    allowUnrated: allowUnrated ? 1 : 0,
  };
}

/** Libraries that are hidden from the caller do not exist for them. */
async function requireLibraries(
  db: Db,
  { libraryIds }: Viewer,
  ids: readonly string[],
  path: string,
): Promise<void> {
  const known = await findLibraryIds(db, ids);
  const issues = ids.flatMap((id, i) =>
    known.has(id) && (libraryIds === null || libraryIds.has(id))
      ? []
      : [toIssue(`${path}.sharedLibraryIds.${i}`, reason('no_such_library'))],
  );
  if (issues.length > 0) throw invalid(issues);
}

async function requireTags(db: Db, grants: Restrictions['sharingTags'], path: string): Promise<void> {
  const known = await findSharingTagIds(
    db,
    grants.map(({ tagId }) => tagId),
  );
  const issues = grants.flatMap(({ tagId }, i) => {
    const at = `${path}.sharingTags.${i}.tagId`;
    if (!known.has(tagId)) return [toIssue(at, reason('no_such_tag'))];
    const isFirst = grants.findIndex((grant) => grant.tagId === tagId) === i;
    return isFirst ? [] : [toIssue(at, reason('tag_twice'))];
  });
  if (issues.length > 0) throw invalid(issues);
}

/** Omits libraries that are hidden from the viewer. */
export function toVisibleRestrictions({ libraryIds }: Viewer, account: Limits): Restrictions {
  const { sharedLibraryIds, ...restrictions } = toRestrictions(account);
  const isVisible = (id: string) => libraryIds === null || libraryIds.has(id);
  return { ...restrictions, sharedLibraryIds: sharedLibraryIds.filter(isVisible) };
}

const toRestrictions = ({
  sharedLibraryIds,
  sharingTags,
  maxAgeRating,
  allowUnrated,
}: Limits): Restrictions => ({
  sharedLibraryIds: JSON.parse(sharedLibraryIds),
  sharingTags: JSON.parse(sharingTags),
  maxAgeRating,
  allowUnrated: allowUnrated === 1,
});
