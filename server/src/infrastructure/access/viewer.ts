// The user on whose behalf the library is read. Every read for a user takes a viewer as its first parameter.

import type { Permission, Role } from '@lectern/contract/values';
import { forbidden, needsPermission, reason } from '#infrastructure/errors.ts';
import { nilId } from '#infrastructure/ids.ts';

export interface Viewer {
  userId: string;
  role: Role;
  permissions: ReadonlySet<Permission>;
  /** The only libraries that the viewer may see; null means all. */
  libraryIds: ReadonlySet<string> | null;
  /** The rule for series of these libraries that the viewer may see; null means all. */
  seriesRule: SeriesRule | null;
  /** How the caller was authenticated. */
  via: 'bearer' | 'cookie' | 'api-key' | 'password';
  /** The session of a bearer token or cookie. */
  sessionId: string | null;
  /** The key, if an API key was used. */
  apiKeyId: string | null;
}

/** Restrictions by sharing tags and age rating. */
export interface SeriesRule {
  /** If not empty, only series with one of these tags are visible. */
  allowTagIds: readonly string[];
  /** Series with one of these tags are hidden, regardless of other tags. */
  denyTagIds: readonly string[];
  /** Years; null = unlimited. */
  maxAgeRating: number | null;
  /** Series without an age rating are visible. */
  allowUnrated: boolean;
}

/** The values of a series that the rule uses. */
export interface SeriesMarks {
  /** Years; null = not rated. */
  ageRating: number | null;
  sharingTagIds: readonly string[];
}

/**
 * Returns whether a series with these marks passes the rule, for a series whose row was purged. For other series, the
 * catalog decides in SQL (catalog/visible.ts).
 */
export function passesRule(rule: SeriesRule, { ageRating, sharingTagIds }: SeriesMarks): boolean {
  const hasTag = (ids: readonly string[]) => ids.some((id) => sharingTagIds.includes(id));
  if (hasTag(rule.denyTagIds)) return false;
  if (rule.allowTagIds.length > 0 && !hasTag(rule.allowTagIds)) return false;
  if (ageRating === null) return rule.allowUnrated;
  return rule.maxAgeRating === null || ageRating <= rule.maxAgeRating;
}

/** The viewer of background work, which sees everything. */
export const system: Viewer = {
  userId: nilId,
  role: 'admin',
  permissions: new Set(),
  libraryIds: null,
  seriesRule: null,
  via: 'bearer',
  sessionId: null,
  apiKeyId: null,
};

/** Returns the id for a column that references a user. Null for background work, which has no user row. */
export const userIdOrNull = ({ userId }: Viewer): string | null => (userId === nilId ? null : userId);

/** Whether restrictions hide libraries or series from the viewer. */
export const isLimited = ({ libraryIds, seriesRule }: Viewer): boolean =>
  libraryIds !== null || seriesRule !== null;

/** The same viewer without access to other libraries. */
export const limitToLibrary = (viewer: Viewer, libraryId: string): Viewer => {
  const isOpen = viewer.libraryIds === null || viewer.libraryIds.has(libraryId);
  return { ...viewer, libraryIds: new Set(isOpen ? [libraryId] : []) };
};

/** The libraries of a user row: a JSON array, where an empty one means all. */
export function visibleLibraries(sharedLibraryIds: string): ReadonlySet<string> | null {
  const ids: string[] = JSON.parse(sharedLibraryIds);
  return ids.length > 0 ? new Set(ids) : null;
}

/** The columns of a user with restrictions by tags and age. */
export interface SharingRow {
  /** JSON array of `{tagId, access}`. */
  sharingTags: string;
  maxAgeRating: number | null;
  allowUnrated: number;
}

export function toSeriesRule({ sharingTags, maxAgeRating, allowUnrated }: SharingRow): SeriesRule | null {
  const grants: { tagId: string; access: string }[] = JSON.parse(sharingTags);
  if (grants.length === 0 && maxAgeRating === null && allowUnrated === 1) return null;
  const of = (access: string) => grants.filter((grant) => grant.access === access).map(({ tagId }) => tagId);
  return {
    allowTagIds: of('allow'),
    denyTagIds: of('deny'),
    maxAgeRating,
    allowUnrated: allowUnrated === 1,
  };
}

export const can = (viewer: Viewer, permission: Permission): boolean => viewer.permissions.has(permission);

/** Returns whether the viewer has the permission, or one of several. */
export const holds = (viewer: Viewer, wanted: Permission | readonly Permission[]): boolean =>
  typeof wanted === 'string' ? can(viewer, wanted) : wanted.some((one) => can(viewer, one));

/** Throws `needsPermission` unless the viewer has the permission. */
export function requirePermission(viewer: Viewer, permission: Permission): void {
  if (!can(viewer, permission)) throw needsPermission(permission);
}

/** Throws `forbidden` for an API key, for actions whose effect would outlive the key: passwords, accounts, devices. */
export function refuseApiKey({ via }: Pick<Viewer, 'via'>): void {
  if (via === 'api-key') throw forbidden(reason('api_key_refused'));
}
