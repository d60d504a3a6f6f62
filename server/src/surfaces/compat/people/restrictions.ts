// Restrictions of accounts in the apps' format. Labels are the names of sharing tags.
import type { Issue } from '@lectern/contract/errors';
import { id } from '@lectern/contract/fields';
import type { Restrictions } from '@lectern/contract/identity/users';
import { z } from 'zod';
import { invalid } from '#infrastructure/errors.ts';

const years = z.int().min(0).max(99);
const labels = z.array(z.string().trim().min(1).max(100)).max(100).nullish();

/** Null removes a restriction. */
export const restrictionFields = {
  sharedLibraries: z.object({ all: z.boolean(), libraryIds: z.array(id).max(1_000).default([]) }).nullish(),
  ageRestriction: z.object({ age: years, restriction: z.enum(['ALLOW_ONLY', 'EXCLUDE', 'NONE']) }).nullish(),
  labelsAllow: labels,
  labelsExclude: labels,
};
const schema = z.object(restrictionFields);
type Requested = z.output<typeof schema>;

interface Known {
  /** Ids of the libraries that the caller sees. */
  libraryIds: readonly string[];
  /** Returns the ids of sharing tags by name. */
  resolveLabels(names: readonly string[], path: string): Promise<string[]>;
}

/**
 * Returns only the restrictions that the request contains. Throws `validation_failed` for one that does not exist here, so
 * that an account never sees more than requested.
 */
export async function toRestrictions(
  { sharedLibraries, ageRestriction, labelsAllow, labelsExclude }: Requested,
  current: Pick<Restrictions, 'sharingTags'>,
  { libraryIds, resolveLabels }: Known,
): Promise<Partial<Restrictions>> {
  const shared = sharedLibraries?.all === false ? sharedLibraries.libraryIds : [];
  const excludes = ageRestriction?.restriction === 'EXCLUDE';
  const issues: Issue[] = [];
  if (sharedLibraries?.all === false && shared.length === 0)
    issues.push({ path: 'body.sharedLibraries', message: 'Select at least one library' });
  if (shared.some((one) => !libraryIds.includes(one)))
    issues.push({ path: 'body.sharedLibraries.libraryIds', message: 'This library does not exist.' });
  if (excludes && ageRestriction.age === 0)
    issues.push({ path: 'body.ageRestriction.age', message: 'Enter an age above 0' });
  if (issues.length > 0) throw invalid(issues);
  const grant = async (names: readonly string[] | null | undefined, access: 'allow' | 'deny') => {
    if (names === undefined) return current.sharingTags.filter((one) => one.access === access);
    const path = access === 'allow' ? 'labelsAllow' : 'labelsExclude';
    const ids = await resolveLabels(names ?? [], path);
    return [...new Set(ids)].map((tagId) => ({ tagId, access }));
  };
  const hasLabels = labelsAllow !== undefined || labelsExclude !== undefined;
  const limit = ageRestriction && ageRestriction.restriction !== 'NONE' ? ageRestriction.age : null;
  return {
    ...(sharedLibraries !== undefined && { sharedLibraryIds: [...new Set(shared)] }),
    ...(ageRestriction !== undefined && {
      maxAgeRating: limit === null ? null : excludes ? limit - 1 : limit,
      allowUnrated: limit === null || excludes,
    }),
    ...(hasLabels && {
      sharingTags: [...(await grant(labelsAllow, 'allow')), ...(await grant(labelsExclude, 'deny'))],
    }),
  };
}
