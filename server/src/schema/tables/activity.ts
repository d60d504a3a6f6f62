// The activity log.
import type { ActivityKind } from '@lectern/contract/values';

/** Written by features/identity/activity. */
export interface ActivityTable {
  /** Newer ones are greater. */
  id: string;
  at: number;
  kind: ActivityKind;
  /** Operation of the API description: `libraries.remove`. */
  action: string;
  summary: string;
  /** Null for an unknown person. No foreign key: entries of deleted users keep their name. */
  userId: string | null;
  username: string | null;
  /** How they were authenticated. */
  via: string | null;
  apiKeyId: string | null;
  address: string | null;
  userAgent: string | null;
  entityType: string | null;
  entityId: string | null;
  entityName: string | null;
  /** JSON array: names of the fields that were sent. */
  fields: string;
}
