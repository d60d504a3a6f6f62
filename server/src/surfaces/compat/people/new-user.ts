// Creates an account from the apps' format: with an e-mail address, roles and restrictions of the emulated server. Its
// users sign in with their address, so it becomes the user name.

import type { Issue } from '@lectern/contract/errors';
import { id } from '@lectern/contract/fields';
import { emailSchema, passwordSchema, usernameSchema } from '@lectern/contract/identity/auth';
import type { CreateUser } from '@lectern/contract/identity/users';
import { z } from 'zod';
import type { toLimits } from '#infrastructure/access/authority.ts';
import { invalid } from '#infrastructure/errors.ts';

const years = z.int().min(0).max(99);
const labels = z.array(z.string()).nullish();

export const newUserSchema = z.object({
  email: emailSchema.pipe(usernameSchema),
  password: passwordSchema,
  /** Without roles, the account is a reader. Roles other than those below are ignored. */
  roles: z.array(z.string().max(64)).max(64).nullish(),
  sharedLibraries: z.object({ all: z.boolean(), libraryIds: z.array(id).max(1_000).default([]) }).nullish(),
  ageRestriction: z.object({ age: years, restriction: z.enum(['ALLOW_ONLY', 'EXCLUDE', 'NONE']) }).nullish(),
  labelsAllow: labels,
  labelsExclude: labels,
});

/** Available to every account on this server. */
const rolesOfReaders = ['FILE_DOWNLOAD', 'PAGE_STREAMING'];
type NewUser = z.output<typeof newUserSchema>;

/** Throws `validation_failed` for unsupported restrictions, so that the account never sees more than requested. */
export function toNewAccount(body: NewUser, libraryIds: readonly string[]) {
  const { email, password, roles, sharedLibraries, ageRestriction } = body;
  const issues: Issue[] = (['labelsAllow', 'labelsExclude'] as const)
    .filter((field) => (body[field] ?? []).length > 0)
    .map((field) => ({
      path: `body.${field}`,
      message: 'Assign sharing tags to the account instead of labels',
    }));
  const given = roles?.map((role) => role.toUpperCase());
  const isAdmin = given?.includes('ADMIN') === true;
  const missing = given && !isAdmin ? rolesOfReaders.filter((role) => !given.includes(role)) : [];
  if (missing.length > 0)
    issues.push({ path: 'body.roles', message: `Every account has the roles ${missing.join(' and ')}` });
  const shared = sharedLibraries?.all === false ? sharedLibraries.libraryIds : undefined;
  if (shared?.length === 0)
    issues.push({ path: 'body.sharedLibraries', message: 'Select at least one library' });
  if (shared?.some((one) => !libraryIds.includes(one)))
    issues.push({ path: 'body.sharedLibraries.libraryIds', message: 'This library does not exist.' });
  const excludes = ageRestriction?.restriction === 'EXCLUDE';
  const ages = ageRestriction && ageRestriction.restriction !== 'NONE' ? ageRestriction.age : undefined;
  if (excludes && ages === 0)
    issues.push({ path: 'body.ageRestriction.age', message: 'Enter an age above 0' });
  if (issues.length > 0) throw invalid(issues);
  const account: CreateUser = {
    username: email,
    email,
    password,
    role: isAdmin ? 'admin' : 'reader',
    isActive: true,
  };
  const limits: Partial<ReturnType<typeof toLimits>> = {
    ...(shared && { sharedLibraryIds: JSON.stringify([...new Set(shared)]) }),
    ...(ages !== undefined && { maxAgeRating: excludes ? ages - 1 : ages, allowUnrated: excludes ? 1 : 0 }),
  };
  return { account, limits };
}
