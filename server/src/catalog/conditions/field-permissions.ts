// Condition fields that reveal restricted data. Only conditions from callers are checked; automatic lists have the same
// members for everyone who sees them.
import type { Condition } from '@lectern/contract/conditions/conditions';
import { holds, type Viewer } from '#infrastructure/access/viewer.ts';
import { forbidden, reason } from '#infrastructure/errors.ts';

/** Whether the viewer may set or list sharing tags, and filter by them. */
export const mayFilterBySharingTag = (viewer: Viewer): boolean =>
  holds(viewer, ['series:write', 'users:read']);

/** Throws `forbidden` for a condition on sharing tags by a caller who may neither set nor list them. */
export function requireFieldPermissions(viewer: Viewer, condition: Condition | undefined): void {
  if (!condition || mayFilterBySharingTag(viewer)) return;
  if (mentions(condition, 'sharingTag')) throw forbidden(reason('tag_conditions'));
}

function mentions(condition: Condition, field: string): boolean {
  switch (condition.kind) {
    case 'field':
      return condition.field === field;
    case 'not':
      return mentions(condition.of, field);
    default:
      return condition.of.some((part) => mentions(part, field));
  }
}
