// Time as the program sees it. Tests hand in a clock of their own.

/** Milliseconds since 1970. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** RFC 3339 in UTC with milliseconds, the form of every time in the API. */
export const toTime = (ms: number): string => new Date(ms).toISOString();
export const toTimeOrNull = (ms: number | null): string | null => (ms === null ? null : toTime(ms));
