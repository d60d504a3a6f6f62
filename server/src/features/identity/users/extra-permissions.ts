// The permissions of a user beyond those of their role.
import { type Permission, permissions, type Role, rolePermissions } from '@lectern/contract/values';

/** Returns the requested permissions that the role does not include, as a JSON array. */
export function toExtraPermissions(wanted: readonly Permission[], role: Role): string {
  const given = rolePermissions[role];
  return JSON.stringify(
    permissions.filter((permission) => wanted.includes(permission) && !given.includes(permission)),
  );
}
