// The restrictions of a child: an age limit, and no series without an age rating.
import type { Restrictions } from '@lectern/contract/identity/users';

const childAge = 12;

/** Keeps a lower age limit, and libraries and tags. */
export const toChild = (restrictions: Restrictions): Restrictions => ({
  ...restrictions,
  maxAgeRating: Math.min(childAge, restrictions.maxAgeRating ?? childAge),
  allowUnrated: false,
});
