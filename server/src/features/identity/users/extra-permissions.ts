// The permissions of a user besides those of their role.
import { type Permission, permissions, type Role, rolePermissions } from '@lectern/contract/values';

/** The requested permissions that the role does not have, as a JSON array. */
export function toExtraPermissions(wanted: readonly Permission[], role: Role): string {
  const given = rolePermissions[role];
  return JSON.stringify(
    permissions.filter((permission) => wanted.includes(permission) && !given.includes(permission)),
  );
}
