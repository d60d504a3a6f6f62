// Users in the clients' format. Their permissions are expressed as roles of the emulated server.
import type { CurrentUser } from '@lectern/contract/identity/auth';
import type { Permission } from '@lectern/contract/values';
import { z } from 'zod';
import type { AccountWithLimits } from '#features/identity/users/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';

export const userShape = z.object({
  id: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  sharedAllLibraries: z.boolean(),
  sharedLibrariesIds: z.array(z.string()),
  labelsAllow: z.array(z.string()),
  labelsExclude: z.array(z.string()),
  ageRestriction: z.object({ age: z.int(), restriction: z.enum(['ALLOW_ONLY', 'EXCLUDE']) }).nullable(),
});
export type CompatUser = z.infer<typeof userShape>;

/** An account with its permissions and restrictions. */
interface Described {
  id: string;
  email: string;
  permissions: ReadonlySet<Permission>;
  seesAllLibraries: boolean;
  libraryIds: readonly string[];
  /** Years. */
  maxAgeRating: number | null;
  allowUnrated: boolean;
  labelsAllow: string[];
  labelsExclude: string[];
}

export const toCaller = ({ email }: CurrentUser, { userId, permissions, libraryIds, seriesRule }: Viewer) =>
  toUser({
    id: userId,
    email,
    permissions,
    seesAllLibraries: libraryIds === null,
    libraryIds: [...(libraryIds ?? [])],
    maxAgeRating: seriesRule?.maxAgeRating ?? null,
    allowUnrated: seriesRule?.allowUnrated ?? true,
    // The names of tags that restrict a user are not shown to that user.
    labelsAllow: [],
    labelsExclude: [],
  });

/** `tagNames`: names of sharing tags by id. */
export function toAccount(
  { user: { id, email, permissions }, limits, seesAllLibraries }: AccountWithLimits,
  tagNames: ReadonlyMap<string, string>,
): CompatUser {
  const toLabels = (access: string) =>
    limits.sharingTags
      .filter((one) => one.access === access)
      .flatMap(({ tagId }) => tagNames.get(tagId) ?? []);
  return toUser({
    id,
    email,
    permissions: new Set(permissions),
    seesAllLibraries,
    libraryIds: limits.sharedLibraryIds,
    maxAgeRating: limits.maxAgeRating,
    allowUnrated: limits.allowUnrated,
    labelsAllow: toLabels('allow'),
    labelsExclude: toLabels('deny'),
  });
}

function toUser(one: Described): CompatUser {
  return {
    id: one.id,
    email: one.email,
    roles: toRoles(one.permissions),
    sharedAllLibraries: one.seesAllLibraries,
    sharedLibrariesIds: [...one.libraryIds],
    labelsAllow: one.labelsAllow,
    labelsExclude: one.labelsExclude,
    ageRestriction: toAgeRestriction(one),
  };
}

function toRoles(permissions: ReadonlySet<Permission>): string[] {
  const roles = ['USER'];
  if (permissions.has('system:admin')) roles.push('ADMIN');
  if (permissions.has('files:download')) roles.push('FILE_DOWNLOAD');
  if (permissions.has('pages:read')) roles.push('PAGE_STREAMING');
  return roles;
}

/** If unrated items are visible, ages above the limit are excluded; otherwise only ages up to the limit are allowed. */
function toAgeRestriction({ maxAgeRating: age, allowUnrated }: Described): CompatUser['ageRestriction'] {
  if (age === null) return null;
  return allowUnrated ? { age: age + 1, restriction: 'EXCLUDE' } : { age, restriction: 'ALLOW_ONLY' };
}
