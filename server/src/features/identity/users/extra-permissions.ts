// What is kept of the permissions that somebody asks for.
import { type Permission, permissions, type Role, rolePermissions } from '@lectern/contract/values';

/** Those that the role does not give, as a JSON array. */
export function toExtraPermissions(wanted: readonly Permission[], role: Role): string {
  const given = rolePermissions[role];
  return JSON.stringify(
    permissions.filter((permission) => wanted.includes(permission) && !given.includes(permission)),
  );
}
