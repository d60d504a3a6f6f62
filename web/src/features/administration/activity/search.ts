// The filters of the activity log in the URL.
import { type ActivityKind, activityKinds } from '@lectern/contract/values';

export interface ActivitySearch {
  kind?: ActivityKind | undefined;
  userId?: string | undefined;
  entityType?: string | undefined;
  page?: number | undefined;
}

const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Invalid values are ignored. */
export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const kind = activityKinds.find((one) => one === search.kind);
  const userId = readText(search.userId);
  const entityType = readText(search.entityType);
  const page = Number(search.page);
  return {
    ...(kind && { kind }),
    ...(userId && { userId }),
    ...(entityType && { entityType }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
  };
}
