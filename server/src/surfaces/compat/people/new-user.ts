// A new account as apps describe it: by e-mail address, with roles and limits of the other server. People sign in there
// by their address, so that it is the name, too.
import { emailSchema, passwordSchema, usernameSchema } from '@lectern/contract/auth';
import type { Issue } from '@lectern/contract/errors';
import { id } from '@lectern/contract/fields';
import type { CreateUser } from '@lectern/contract/users';
import { z } from 'zod';
import type { toLimits } from '#infrastructure/access/authority.ts';
import { invalid } from '#infrastructure/errors.ts';

const years = z.int().min(0).max(99);
const labels = z.array(z.string()).nullish();

export const newUserSchema = z.object({
  email: emailSchema.pipe(usernameSchema),
  password: passwordSchema,
  /** Without roles, the account is a reader. Other roles than those below are ignored: each account manages its devices. */
  roles: z.array(z.string().max(64)).max(64).nullish(),
  sharedLibraries: z.object({ all: z.boolean(), libraryIds: z.array(id).max(1_000).default([]) }).nullish(),
  ageRestriction: z.object({ age: years, restriction: z.enum(['ALLOW_ONLY', 'EXCLUDE', 'NONE']) }).nullish(),
  labelsAllow: labels,
  labelsExclude: labels,
});

/** What every account can do here. */
const rolesOfReaders = ['FILE_DOWNLOAD', 'PAGE_STREAMING'];
type NewUser = z.output<typeof newUserSchema>;

/** Throws validation_failed for limits that cannot be kept here: nobody sees more than was asked for. */
export function toNewAccount(body: NewUser, libraryIds: readonly string[]) {
  const { email, password, roles, sharedLibraries, ageRestriction } = body;
  const issues: Issue[] = (['labelsAllow', 'labelsExclude'] as const)
    .filter((field) => (body[field] ?? []).length > 0)
    .map((field) => ({ path: `body.${field}`, message: 'Labels are given to accounts as sharing tags' }));
  const given = roles?.map((role) => role.toUpperCase());
  const isAdmin = given?.includes('ADMIN') === true;
  const missing = given && !isAdmin ? rolesOfReaders.filter((role) => !given.includes(role)) : [];
  if (missing.length > 0)
    issues.push({ path: 'body.roles', message: `Every account has ${missing.join(' and ')} here` });
  const shared = sharedLibraries?.all === false ? sharedLibraries.libraryIds : undefined;
  if (shared?.length === 0)
    issues.push({ path: 'body.sharedLibraries', message: 'At least one library is needed' });
  if (shared?.some((one) => !libraryIds.includes(one)))
    issues.push({ path: 'body.sharedLibraries.libraryIds', message: 'This library does not exist.' });
  const excludes = ageRestriction?.restriction === 'EXCLUDE';
  const ages = ageRestriction && ageRestriction.restriction !== 'NONE' ? ageRestriction.age : undefined;
  if (excludes && ages === 0)
    issues.push({ path: 'body.ageRestriction.age', message: 'Nothing is left below this age' });
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
