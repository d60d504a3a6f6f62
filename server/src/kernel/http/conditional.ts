// Validators and what they decide (RFC 9110, 13).

export interface Validators {
  /** Without quotes; strong. */
  etag?: string | undefined;
  lastModifiedMs?: number | undefined;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether the client's copy is still good, so that 304 is the answer. If-None-Match wins over If-Modified-Since. */
export function isNotModified(headers: Headers, { etag, lastModifiedMs }: Validators): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (typeof ifNoneMatch === 'string') return etag !== undefined && matches(ifNoneMatch, etag);
  const since = parseDate(headers['if-modified-since']);
  return (
    since !== undefined && lastModifiedMs !== undefined && Math.floor(lastModifiedMs / 1000) <= since / 1000
  );
}

/** Whether a range may be sent: If-Range is absent, or names exactly what there is. */
export function rangeStillHolds(headers: Headers, { etag, lastModifiedMs }: Validators): boolean {
  const ifRange = headers['if-range'];
  if (typeof ifRange !== 'string') return true;
  if (ifRange.startsWith('"')) return ifRange === `"${etag}"`;
  const date = parseDate(ifRange);
  return (
    date !== undefined && lastModifiedMs !== undefined && Math.floor(lastModifiedMs / 1000) === date / 1000
  );
}

/** Weak comparison: a proxy may have weakened our validator. */
function matches(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === `"${etag}"`);
}

function parseDate(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string' || value.length > 64) return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? undefined : ms;
}

export const toHttpDate = (ms: number): string => new Date(ms).toUTCString();
