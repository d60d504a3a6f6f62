// Who may manage whom: nobody gives away rights, or takes over an account with rights, that they do not hold.
import { type Permission, permissions, type Role, rolePermissions } from '@lectern/contract/permissions';
import { type RightsRow, toPermissions } from '#kernel/access/rights.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import { forbidden } from '#kernel/errors.ts';

/**
 * Throws `forbidden` when the account may, or would, do what the caller may not. A reader's rights are everybody's
 * to give: whoever may write users may make readers. Without this, an API key with `users:write` alone would make
 * itself an administrator.
 */
export function demandRightsOver(viewer: Viewer, account: RightsRow): void {
  const beyond = toPermissions(account).filter(
    (permission) => !viewer.permissions.has(permission) && !rolePermissions.reader.includes(permission),
  );
  if (beyond.length > 0) throw forbidden(`The account has rights that you do not have: ${beyond.join(', ')}`);
}

/** What is kept of the permissions that were asked for: those that the role does not give, as a JSON array. */
export function toExtraPermissions(wanted: readonly Permission[], role: Role): string {
  const given = rolePermissions[role];
  return JSON.stringify(
    permissions.filter((permission) => wanted.includes(permission) && !given.includes(permission)),
  );
}
