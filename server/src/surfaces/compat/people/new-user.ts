// Accounts in the apps' format: with an e-mail address and roles of the emulated server. Its users sign in with their
// address, so it becomes the user name.
import { emailSchema, passwordSchema, usernameSchema } from '@lectern/contract/identity/auth';
import type { CreateUser } from '@lectern/contract/identity/users';
import type { Role } from '@lectern/contract/values';
import { z } from 'zod';
import { invalid } from '#infrastructure/errors.ts';
import { restrictionFields } from './restrictions.ts';

/** Roles other than those below are ignored. */
const roles = z.array(z.string().max(64)).max(64).nullish();

export const newUserSchema = z.object({
  email: emailSchema.pipe(usernameSchema),
  password: passwordSchema,
  /** Without roles, the account is a reader. */
  roles,
  ...restrictionFields,
});

/** Omitted fields are left unchanged. */
export const changedUserSchema = z.object({ roles, ...restrictionFields });

/** Available to every account on this server. */
const rolesOfReaders = ['FILE_DOWNLOAD', 'PAGE_STREAMING'];

export const toNewAccount = ({
  email,
  password,
  roles: given,
}: z.output<typeof newUserSchema>): CreateUser => ({
  username: email,
  email,
  password,
  role: isAdministrator(given ?? rolesOfReaders) ? 'admin' : 'reader',
  isActive: true,
});

/** Returns undefined if the role stays. Apps do not know maintainers, who stay maintainers. */
export const toChangedRole = (given: readonly string[], current: Role): Role | undefined => {
  if (isAdministrator(given)) return current === 'admin' ? undefined : 'admin';
  return current === 'admin' ? 'reader' : undefined;
};

/** Throws `validation_failed` if a role of every account is missing. */
function isAdministrator(given: readonly string[]): boolean {
  const names = given.map((role) => role.toUpperCase());
  if (names.includes('ADMIN')) return true;
  const missing = rolesOfReaders.filter((role) => !names.includes(role));
  if (missing.length > 0)
    throw invalid({ path: 'body.roles', message: `Every account has the roles ${missing.join(' and ')}` });
  return false;
}
