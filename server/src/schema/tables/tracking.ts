// Progress sync with tracking services.

/** A user's settings for a service. Written by features/tracking. */
export interface TrackingAccountTable {
  userId: string;
  /** Plugin of the service. */
  pluginId: string;
  /** JSON (contract/src/tracking/tracking.ts). */
  settings: string;
  /** User name at the service. */
  username: string | null;
  /** Changes up to this time were sent. */
  sentUntil: number;
  lastSentAt: number | null;
  /** JSON: the last manual run. */
  run: string | null;
  createdAt: number;
  /** Time when the user name was last requested. */
  updatedAt: number;
}

/** A user's link of a series or book to an entry of a service. Written by features/tracking. */
export interface TrackingLinkTable {
  id: string;
  userId: string;
  pluginId: string;
  /** Exactly one is set. */
  seriesId: string | null;
  bookId: string | null;
  externalId: string;
  /** 1: paused; nothing is sent. */
  isHeld: 0 | 1;
  unit: 'volumes' | 'chapters' | null;
  status: 'on_hold' | 'dropped' | 'plan_to_read' | 'rereading' | null;
  /** JSON: the last sent entry. */
  lastSent: string | null;
  lastSentAt: number | null;
  failure: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Sent and fetched changes; the last 200 per service. Written by features/tracking. */
export interface TrackingLogTable {
  id: string;
  userId: string;
  pluginId: string;
  at: number;
  /** JSON (contract/src/tracking/tracking.ts). */
  change: string;
}
