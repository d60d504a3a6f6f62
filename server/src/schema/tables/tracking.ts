// What users read, as it is told to services where they keep lists.

/** A user's choices for a service. Written by features/integrations/tracking. */
export interface TrackingAccountTable {
  userId: string;
  /** The plugin that talks to the service. */
  pluginId: string;
  /** JSON (contract/src/tracking.ts). */
  settings: string;
  /** The name there. */
  username: string | null;
  /** Changes up to this time were sent. */
  sentUntil: number;
  lastSentAt: number | null;
  /** JSON: the last run that was asked for. */
  run: string | null;
  createdAt: number;
  /** When the name was asked for. */
  updatedAt: number;
}

/** What a series or book is called by a service, as its user chose. Written by features/integrations/tracking. */
export interface TrackingLinkTable {
  id: string;
  userId: string;
  pluginId: string;
  /** One of them. */
  seriesId: string | null;
  bookId: string | null;
  externalId: string;
  /** 1: nothing is sent for it. */
  isHeld: 0 | 1;
  unit: 'volumes' | 'chapters' | null;
  status: 'on_hold' | 'dropped' | 'plan_to_read' | 'rereading' | null;
  /** JSON: the entry as it was last sent. */
  lastSent: string | null;
  lastSentAt: number | null;
  failure: string | null;
  createdAt: number;
  updatedAt: number;
}

/** What was sent and fetched, the last 200 of a service. Written by features/integrations/tracking. */
export interface TrackingLogTable {
  id: string;
  userId: string;
  pluginId: string;
  at: number;
  /** JSON (contract/src/tracking.ts). */
  change: string;
}
