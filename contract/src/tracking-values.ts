// Values of tracking, for the server and the client.
export const trackingStatuses = ['reading', 'completed', 'on_hold', 'dropped', 'plan_to_read'] as const;
export type TrackingStatus = (typeof trackingStatuses)[number];
/** What a user says of a series; everything else follows from what was read. */
export const chosenTrackingStatuses = ['plan_to_read', 'on_hold', 'dropped'] as const;
export const trackingUnits = ['volumes', 'chapters'] as const;
export type TrackingUnit = (typeof trackingUnits)[number];
