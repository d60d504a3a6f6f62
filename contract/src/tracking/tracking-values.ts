// Tracking values shared by the server and the web client.
export const trackingStatuses = ['reading', 'completed', 'on_hold', 'dropped', 'plan_to_read'] as const;
export type TrackingStatus = (typeof trackingStatuses)[number];
/** Statuses that users can choose. All others are derived from reading progress. */
export const chosenTrackingStatuses = ['plan_to_read', 'on_hold', 'dropped', 'rereading'] as const;
export const trackingUnits = ['volumes', 'chapters'] as const;
export type TrackingUnit = (typeof trackingUnits)[number];
