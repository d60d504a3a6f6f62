// The activity log.
import type { ActivityKind } from '@lectern/contract/values';

/** Written by features/identity/activity. */
export interface ActivityTable {
  /** Increases with time. */
  id: string;
  at: number;
  kind: ActivityKind;
  /** Operation id of the API description, for example `libraries.remove`. */
  action: string;
  summary: string;
  /** Null for an unknown user. No foreign key, so that entries of deleted users keep their name. */
  userId: string | null;
  username: string | null;
  /** Authentication method. */
  via: string | null;
  apiKeyId: string | null;
  address: string | null;
  userAgent: string | null;
  entityType: string | null;
  entityId: string | null;
  entityName: string | null;
  /** JSON array of the names of the sent fields. */
  fields: string;
}
