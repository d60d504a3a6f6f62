// Who signed in and what was changed.

/** Written by features/identity/activity. */
export interface ActivityTable {
  /** Newer ones are greater. */
  id: string;
  at: number;
  kind: string;
  /** Operation of the API description: `libraries.remove`. */
  action: string;
  summary: string;
  /** Null for somebody unknown. No reference: who is gone stays named. */
  userId: string | null;
  username: string | null;
  /** How they proved who they are. */
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
