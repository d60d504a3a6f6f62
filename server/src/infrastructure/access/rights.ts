// What a role and extra permissions come to, and how they lie in a row.
import { type Permission, permissions, type Role, rolePermissions, roles } from '@lectern/contract/values';

/** What a user row says of rights. `extraPermissions` is a JSON array. */
export interface RightsRow {
  role: string;
  extraPermissions: string;
}

/** A role that this version does not know gives the least. */
export const toRole = (text: string): Role => roles.find((role) => role === text) ?? 'reader';

/** A JSON array of permissions; those that this version does not know count for nothing. */
export function parsePermissions(text: string): Permission[] {
  const names: unknown = JSON.parse(text);
  return Array.isArray(names) ? permissions.filter((permission) => names.includes(permission)) : [];
}

/** The role's permissions and the extra ones, in the order of the contract. */
export function toPermissions({ role, extraPermissions }: RightsRow): Permission[] {
  const all = new Set([...rolePermissions[toRole(role)], ...parsePermissions(extraPermissions)]);
  return permissions.filter((permission) => all.has(permission));
}
