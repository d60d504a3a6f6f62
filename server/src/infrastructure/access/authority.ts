// Who may manage another account and its keys, devices and sessions: no user may gain permissions or see more by it.
import { type Permission, permissions, rolePermissions } from '@lectern/contract/values';
import { forbidden, reason } from '#infrastructure/errors.ts';
import { type RightsRow, toPermissions } from './rights.ts';
import {
  refuseApiKey,
  type SeriesRule,
  type SharingRow,
  toSeriesRule,
  type Viewer,
  visibleLibraries,
} from './viewer.ts';

/** The columns of a user with role, permissions and restrictions. */
export interface AuthorityRow extends RightsRow, SharingRow {
  sharedLibraryIds: string;
}

/** Whether the caller has every permission, also for an API key. */
export const isAdministrator = (viewer: Viewer): boolean =>
  permissions.every((one) => viewer.permissions.has(one));

/**
 * Throws `forbidden` if an account may, or would, do or see what the caller may not. Anyone with `users:write` may
 * create readers, regardless of their own permissions. Without this check, an API key with only `users:write` could
 * create an administrator. Restrictions apply to all users except administrators, who could remove their own.
 */
export function requireWithinRights(viewer: Viewer, account: AuthorityRow): void {
  const within = new Set<Permission>([...viewer.permissions, ...rolePermissions.reader]);
  const beyond = toPermissions(account).filter((permission) => !within.has(permission));
  if (beyond.length > 0) throw forbidden(reason('rights_beyond', { permissions: beyond.join(', ') }));
  if (!isAdministrator(viewer) && !seesNoMore(account, viewer)) throw forbidden(reason('sees_beyond'));
}

/**
 * Throws `forbidden` unless the caller may manage this account, its keys, devices and sessions: their own, one with a
 * proper subset of their permissions, or, for administrators, any.
 */
export function requireAuthority(viewer: Viewer, userId: string, account: AuthorityRow): void {
  if (isAdministrator(viewer)) return;
  requireWithinRights(viewer, account);
  if (userId === viewer.userId) return;
  const owned = new Set(toPermissions(account));
  if ([...viewer.permissions].every((permission) => owned.has(permission)))
    throw forbidden(reason('needs_administrator'));
}

/** Returns whether an account may do or see something that another may not. */
export const mayMore = (account: AuthorityRow, than: Viewer): boolean =>
  toPermissions(account).some((permission) => !than.permissions.has(permission)) ||
  !(isAdministrator(than) || seesNoMore(account, than));

/** Throws `forbidden` for an API key if the change lets the account do or see more: that would outlive the key. */
export function refuseGrowthByApiKey(
  viewer: Viewer,
  before: AuthorityRow & { isActive: number },
  after: AuthorityRow & { isActive: number },
): void {
  const had = new Set(toPermissions(before));
  const sees = { libraryIds: visibleLibraries(before.sharedLibraryIds), seriesRule: toSeriesRule(before) };
  const grows =
    after.isActive > before.isActive ||
    toPermissions(after).some((permission) => !had.has(permission)) ||
    !seesNoMore(after, sees);
  if (grows) refuseApiKey(viewer);
}

function seesNoMore(
  account: AuthorityRow,
  { libraryIds, seriesRule }: Pick<Viewer, 'libraryIds' | 'seriesRule'>,
): boolean {
  const libraries = visibleLibraries(account.sharedLibraryIds);
  const staysInside =
    libraryIds === null || (libraries !== null && [...libraries].every((id) => libraryIds.has(id)));
  return staysInside && (seriesRule === null || isNarrower(toSeriesRule(account), seriesRule));
}

function isNarrower(rule: SeriesRule | null, than: SeriesRule): boolean {
  if (rule === null) return false;
  const allowsNoMore =
    than.allowTagIds.length === 0 ||
    (rule.allowTagIds.length > 0 && rule.allowTagIds.every((id) => than.allowTagIds.includes(id)));
  return (
    allowsNoMore &&
    than.denyTagIds.every((id) => rule.denyTagIds.includes(id)) &&
    (than.maxAgeRating === null || (rule.maxAgeRating !== null && rule.maxAgeRating <= than.maxAgeRating)) &&
    (than.allowUnrated || !rule.allowUnrated)
  );
}

/** The caller's restrictions as columns of a user: the default of an account that they create. */
export function toLimits(viewer: Viewer): SharingRow & { sharedLibraryIds: string } {
  const { libraryIds, seriesRule } = isAdministrator(viewer)
    ? { libraryIds: null, seriesRule: null }
    : viewer;
  const grants = (ids: readonly string[] = [], access: string) => ids.map((tagId) => ({ tagId, access }));
  const tags = [...grants(seriesRule?.allowTagIds, 'allow'), ...grants(seriesRule?.denyTagIds, 'deny')];
  return {
    sharedLibraryIds: JSON.stringify([...(libraryIds ?? [])]),
    sharingTags: JSON.stringify(tags),
    maxAgeRating: seriesRule?.maxAgeRating ?? null,
    allowUnrated: Number(seriesRule?.allowUnrated ?? true),
  };
}
