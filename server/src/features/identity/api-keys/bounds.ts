// The limits of a caller who creates or changes a key. A signed-in user may change their own keys freely, as a key
// never has more rights than its owner; a key may pass on no more rights and no later expiry than its own. Keys of
// other users can only be restricted.
import type { Permission } from '@lectern/contract/values';
import { requireAuthority } from '#infrastructure/access/authority.ts';
import { parsePermissions, toPermissions } from '#infrastructure/access/rights.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
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

/** The permissions of a key that its owner has, too. */
export function toUsablePermissions(row: KeyRow): Set<Permission> {
  const owned = new Set(toPermissions(row));
  return new Set(toKeyPermissions(row).filter((permission) => owned.has(permission)));
}

/** Undefined for a caller without further limits than their own permissions. */
export const toBounds = ({ permissions }: Viewer, calling: KeyRow | undefined): Bounds | undefined =>
  calling && { permissions, expiresAtMs: calling.expiresAt };

/** Throws `forbidden` when a key of these permissions and this expiry would exceed the caller's limits. */
export function requireWithin(
  bounds: Bounds | undefined,
  wanted: { permissions: readonly Permission[]; expiresAtMs: number | null },
): void {
  if (!bounds) return;
  const beyond = wanted.permissions.filter((permission) => !bounds.permissions.has(permission));
  if (beyond.length > 0) throw forbidden(reason('api_key_beyond', { permissions: beyond.join(', ') }));
  if (bounds.expiresAtMs !== null && (wanted.expiresAtMs ?? Number.POSITIVE_INFINITY) > bounds.expiresAtMs)
    throw forbidden(reason('api_key_outlives'));
}

/** Throws `forbidden` when a caller who is not the owner would do more than restrict or disable the key. */
export function requireNarrower(viewer: Viewer, before: KeyRow, after: KeyRow): void {
  if (before.userId === viewer.userId) return;
  requireAuthority(viewer, before.userId, before);
  const has = new Set(toKeyPermissions(before));
  const lasts = ({ expiresAt }: KeyRow) => expiresAt ?? Number.POSITIVE_INFINITY;
  const isNarrower =
    after.name === before.name &&
    toKeyPermissions(after).every((permission) => has.has(permission)) &&
    after.isActive <= before.isActive &&
    lasts(after) <= lasts(before);
  if (!isNarrower) throw forbidden(reason('api_key_of_another'));
}
