// The limits of a caller who changes a key. A signed-in user may change their own keys freely, because a key never has more
// permissions than its owner. An API key cannot create keys. It can only restrict keys that have neither more permissions
// nor a later expiry than itself. Keys of other users can only be restricted.
import type { Permission } from '@lectern/contract/values';
import { requireAuthority } from '#infrastructure/access/authority.ts';
import { parsePermissions, toPermissions } from '#infrastructure/access/rights.ts';
import { refuseApiKey, type Viewer } from '#infrastructure/access/viewer.ts';
import { forbidden, reason } from '#infrastructure/errors.ts';
import type { KeyRow } from './store.ts';

export interface Bounds {
  permissions: ReadonlySet<Permission>;
  /** When the calling key expires; null for never. */
  expiresAtMs: number | null;
}

/** The permissions of a key: its list, or those of its owner. */
export const toKeyPermissions = (row: KeyRow): Permission[] =>
  row.permissions === null ? toPermissions(row) : parsePermissions(row.permissions);

/** The permissions of a key that its owner still has. */
export function toUsablePermissions(row: KeyRow): Set<Permission> {
  const owned = new Set(toPermissions(row));
  return new Set(toKeyPermissions(row).filter((permission) => owned.has(permission)));
}

/** Undefined for a caller who is limited only by their own permissions. */
export const toBounds = ({ permissions }: Viewer, calling: KeyRow | undefined): Bounds | undefined =>
  calling && { permissions, expiresAtMs: calling.expiresAt };

/** Throws `forbidden` if a key exceeds the caller's limits. */
export function requireWithin(bounds: Bounds | undefined, key: KeyRow): void {
  if (!bounds) return;
  const beyond = toKeyPermissions(key).filter((permission) => !bounds.permissions.has(permission));
  if (beyond.length > 0) throw forbidden(reason('api_key_beyond', { permissions: beyond.join(', ') }));
  if (bounds.expiresAtMs !== null && toEnd(key) > bounds.expiresAtMs)
    throw forbidden(reason('api_key_outlives'));
}

/**
 * Throws `forbidden` if a caller other than the owner would do more than restrict or disable the key, and if an API key
 * would extend a key, because another program may use it.
 */
export function requireNarrower(viewer: Viewer, before: KeyRow, after: KeyRow): void {
  if (!isNarrower(before, after)) refuseApiKey(viewer);
  if (before.userId === viewer.userId) return;
  requireAuthority(viewer, before.userId, before);
  if (after.name !== before.name || !isNarrower(before, after)) throw forbidden(reason('api_key_of_another'));
}

function isNarrower(before: KeyRow, after: KeyRow): boolean {
  const had = new Set(toKeyPermissions(before));
  return (
    toKeyPermissions(after).every((permission) => had.has(permission)) &&
    after.isActive <= before.isActive &&
    toEnd(after) <= toEnd(before)
  );
}

const toEnd = ({ expiresAt }: KeyRow): number => expiresAt ?? Number.POSITIVE_INFINITY;
