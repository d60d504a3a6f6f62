// Validators and conditional requests (RFC 9110 §13).

export interface Validators {
  /** Without quotes; strong. */
  etag?: string | undefined;
  lastModifiedMs?: number | undefined;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Returns whether the client's copy is valid, so that the response is 304. If-None-Match has precedence over
 * If-Modified-Since.
 */
export function isNotModified(headers: Headers, { etag, lastModifiedMs }: Validators): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (typeof ifNoneMatch === 'string') return etag !== undefined && matches(ifNoneMatch, etag);
  const ifModifiedSince = headers['if-modified-since'];
  if (ifModifiedSince === undefined || lastModifiedMs === undefined) return false;
  const since = parseHttpDate(ifModifiedSince);
  return since !== undefined && Math.floor(lastModifiedMs / 1000) <= since / 1000;
}

/** Returns whether a range may be sent: If-Range is absent or matches exactly. */
export function rangeStillHolds(headers: Headers, { etag, lastModifiedMs }: Validators): boolean {
  const ifRange = headers['if-range'];
  if (typeof ifRange !== 'string') return true;
  if (ifRange.startsWith('"')) return etag !== undefined && ifRange === `"${etag}"`;
  const date = parseHttpDate(ifRange);
  return (
    date !== undefined && lastModifiedMs !== undefined && Math.floor(lastModifiedMs / 1000) === date / 1000
  );
}

/** Weak comparison: a proxy may have weakened the validator. */
function matches(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === `"${etag}"`);
}

/** Parses the three formats of RFC 9110 §5.6.7, all in GMT. Undefined for other text. */
function parseHttpDate(value: string | string[]): number | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const isAsctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/.test(value);
  if (!isAsctime && !/^[A-Z][a-z]{2,8}, [\w -]{9,11} [\d:]{8} GMT$/.test(value)) return undefined;
  const ms = Date.parse(isAsctime ? `${value} GMT` : value);
  return Number.isNaN(ms) ? undefined : ms;
}

export const toHttpDate = (ms: number): string => new Date(ms).toUTCString();
