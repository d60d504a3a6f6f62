// How far a caller may go when they make or change a key. A signed-in user may ask for anything of their own keys, for
// a key never does more than its owner; a key may hand on no more than it has itself: neither rights nor time. Keys of
// others can only be made to do less.
import type { Permission } from '@lectern/contract/values';
import { requireAuthority } from '#infrastructure/access/authority.ts';
import { parsePermissions, toPermissions } from '#infrastructure/access/rights.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { forbidden, reason } from '#infrastructure/errors.ts';
import type { KeyRow } from './store.ts';

export interface Bounds {
  permissions: ReadonlySet<Permission>;
  /** The calling key's own end; null for none. */
  expiresAtMs: number | null;
}

/** What a key holds: its list, or whatever its owner may do. */
export const toKeyPermissions = (row: KeyRow): Permission[] =>
  row.permissions === null ? toPermissions(row) : parsePermissions(row.permissions);

/** What a key may do now: nothing that its owner may not. */
export function toUsablePermissions(row: KeyRow): Set<Permission> {
  const owned = new Set(toPermissions(row));
  return new Set(toKeyPermissions(row).filter((permission) => owned.has(permission)));
}

/** Undefined for a caller who is bound by nothing but their own rights. */
export const toBounds = ({ permissions }: Viewer, calling: KeyRow | undefined): Bounds | undefined =>
  calling && { permissions, expiresAtMs: calling.expiresAt };

/** Throws `forbidden` when a key of these rights and this end is more than the caller has. */
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

/** Throws `forbidden` when a caller who is not the owner would do more than narrow or disable the key. */
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
