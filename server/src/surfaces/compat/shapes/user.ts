// The caller as the clients read them (compat-clients 3): what the roles of the other server say is what the caller
// may do here.
import type { CurrentUser } from '@lectern/contract/auth';
import { z } from 'zod';
import { can, type Viewer } from '#kernel/access/viewer.ts';

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

export function toUser({ email }: CurrentUser, viewer: Viewer): CompatUser {
  return {
    id: viewer.userId,
    email,
    roles: toRoles(viewer),
    sharedAllLibraries: viewer.libraryIds === null,
    sharedLibrariesIds: [...(viewer.libraryIds ?? [])],
    labelsAllow: [],
    labelsExclude: [],
    ageRestriction: toAgeRestriction(viewer),
  };
}

function toRoles(viewer: Viewer): string[] {
  const roles = ['USER'];
  if (can(viewer, 'system:admin')) roles.push('ADMIN');
  if (can(viewer, 'files:download')) roles.push('FILE_DOWNLOAD');
  if (can(viewer, 'pages:read')) roles.push('PAGE_STREAMING');
  return roles;
}

/** Where what has no rating is seen, ages above the limit are left out; else nothing but ages up to it is seen. */
function toAgeRestriction({ seriesRule }: Viewer): CompatUser['ageRestriction'] {
  if (seriesRule === null || seriesRule.maxAgeRating === null) return null;
  const { maxAgeRating: age, allowUnrated } = seriesRule;
  return allowUnrated ? { age: age + 1, restriction: 'EXCLUDE' } : { age, restriction: 'ALLOW_ONLY' };
}
