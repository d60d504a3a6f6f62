// What the address of the record of activity says.
import type { ActivityKind } from '@lectern/contract/activity';

export interface ActivitySearch {
  kind?: ActivityKind | undefined;
  userId?: string | undefined;
  entityType?: string | undefined;
  page?: number | undefined;
}

const kinds: readonly ActivityKind[] = ['sign_in', 'sign_in_failed', 'sign_out', 'change'];
const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** What does not fit is left out. */
export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const kind = kinds.find((one) => one === search.kind);
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
