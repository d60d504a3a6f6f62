// Conditions on sharing labels by users who cannot see sharing tags. The native API rejects them. Apps send them as
// soon as a user opens the filter, so here they match as if no series had labels.
import type { Condition } from '@lectern/contract/conditions/conditions';
import { mayFilterBySharingTag } from '#catalog/conditions/field-permissions.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { always, never } from './build.ts';

export const forViewer = (viewer: Viewer, condition: Condition | undefined): Condition | undefined =>
  condition === undefined || mayFilterBySharingTag(viewer) ? condition : withoutLabels(condition);

/** Conditions of this API express negation with `not`: a series without labels only matches `isNull`. */
function withoutLabels(condition: Condition): Condition {
  switch (condition.kind) {
    case 'field':
      if (condition.field !== 'sharingTag') return condition;
      return condition.operator === 'isNull' ? always : never;
    case 'not':
      return { ...condition, of: withoutLabels(condition.of) };
    default:
      return { ...condition, of: condition.of.map(withoutLabels) };
  }
}
