// The program's clock. Tests pass their own.

/** Milliseconds since 1970. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Larger than the difference between the clocks of several machines, or of one that was corrected. */
export const skewMs = 60_000;

/** Returns whether a stored time of the server was written while its clock was ahead. */
export const isFromAhead = (ms: number, nowMs: number): boolean => ms > nowMs + skewMs;

/** RFC 3339 in UTC with milliseconds, the form of every time in the API. */
export const toTime = (ms: number): string => new Date(ms).toISOString();
export const toTimeOrNull = (ms: number | null): string | null => (ms === null ? null : toTime(ms));

/**
 * Converts a device's time to milliseconds of the server's clock. `sentAt` is the device's time of sending, which is
 * now. Without it, the device's clock is considered correct. Both are RFC 3339.
 */
export function toOurTime(reportedTime: string, sentAt: string | undefined, nowMs: number): number {
  const reportedMs = Date.parse(reportedTime);
  return sentAt === undefined ? reportedMs : Math.max(0, nowMs - (Date.parse(sentAt) - reportedMs));
}
