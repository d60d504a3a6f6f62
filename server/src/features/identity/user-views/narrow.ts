// Combines the restrictions of two viewers. Pure.
import type { SeriesRule, Viewer } from '#infrastructure/access/viewer.ts';

type Restrictions = Pick<Viewer, 'libraryIds' | 'seriesRule'>;

/**
 * Returns restrictions that show only series that both viewers see. Series that they see by different allowed tags are
 * hidden, because a rule has a single list of allowed tags.
 */
export function narrow(one: Restrictions, other: Restrictions): Restrictions {
  const libraryIds = narrowLibraries(one.libraryIds, other.libraryIds);
  if (one.seriesRule === null || other.seriesRule === null)
    return { libraryIds, seriesRule: one.seriesRule ?? other.seriesRule };
  const allowTagIds = narrowTags(one.seriesRule.allowTagIds, other.seriesRule.allowTagIds);
  // An empty list would allow all tags.
  if (allowTagIds === undefined) return { libraryIds: new Set(), seriesRule: one.seriesRule };
  return { libraryIds, seriesRule: { ...narrowMarks(one.seriesRule, other.seriesRule), allowTagIds } };
}

function narrowLibraries(one: Viewer['libraryIds'], other: Viewer['libraryIds']): Viewer['libraryIds'] {
  if (one === null || other === null) return one ?? other;
  return new Set([...one].filter((id) => other.has(id)));
}

/** Undefined if both lists allow some tags, but none in common. */
function narrowTags(one: readonly string[], other: readonly string[]): readonly string[] | undefined {
  if (one.length === 0 || other.length === 0) return [...one, ...other];
  const common = one.filter((id) => other.includes(id));
  return common.length > 0 ? common : undefined;
}

const narrowMarks = (one: SeriesRule, other: SeriesRule): Omit<SeriesRule, 'allowTagIds'> => ({
  denyTagIds: [...new Set([...one.denyTagIds, ...other.denyTagIds])],
  maxAgeRating:
    one.maxAgeRating === null || other.maxAgeRating === null
      ? (one.maxAgeRating ?? other.maxAgeRating)
      : Math.min(one.maxAgeRating, other.maxAgeRating),
  allowUnrated: one.allowUnrated && other.allowUnrated,
});
