// The permissions of a role and extra permissions, and their columns.
import { type Permission, permissions, type Role, rolePermissions, roles } from '@lectern/contract/values';

/** The columns of a user with role and permissions. `extraPermissions` is a JSON array. */
export interface RightsRow {
  role: string;
  extraPermissions: string;
}

/** A role that this version does not know counts as the lowest. */
export const toRole = (text: string): Role => roles.find((role) => role === text) ?? 'reader';

/** Parses a JSON array of permissions; those that this version does not know are ignored. */
export function parsePermissions(text: string): Permission[] {
  const names: unknown = JSON.parse(text);
  return Array.isArray(names) ? permissions.filter((permission) => names.includes(permission)) : [];
}

/** The role's permissions and the extra ones, in the order of the contract. */
export function toPermissions({ role, extraPermissions }: RightsRow): Permission[] {
  const all = new Set([...rolePermissions[toRole(role)], ...parsePermissions(extraPermissions)]);
  return permissions.filter((permission) => all.has(permission));
}
