// Time as the program sees it. Tests hand in a clock of their own.

/** Milliseconds since 1970. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Clocks of several machines, and of one that is put right, differ by less. */
export const skewMs = 60_000;

/** Whether a moment that we wrote down ourselves says only that the clock was ahead then. */
export const isFromAhead = (ms: number, nowMs: number): boolean => ms > nowMs + skewMs;

/** RFC 3339 in UTC with milliseconds, the form of every time in the API. */
export const toTime = (ms: number): string => new Date(ms).toISOString();
export const toTimeOrNull = (ms: number | null): string | null => (ms === null ? null : toTime(ms));

/**
 * The moment that a device means, in milliseconds by our clock: `sentAt` is what its own clock said as it sent this,
 * which is now. Without it the device is believed. Both are RFC 3339.
 */
export function toOurTime(reportedTime: string, sentAt: string | undefined, nowMs: number): number {
  const reportedMs = Date.parse(reportedTime);
  return sentAt === undefined ? reportedMs : Math.max(0, nowMs - (Date.parse(sentAt) - reportedMs));
}
