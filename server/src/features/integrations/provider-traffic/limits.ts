// What answers say of limits: Retry-After (RFC 9110 §10.2.3), X-RateLimit-…, and RateLimit of the IETF's draft. Pure.
import type { IncomingHttpHeaders } from 'node:http';

const maxMs = 24 * 60 * 60 * 1000;
const defaultMs = 60_000;
/** Of services that say that they are asked too fast: 420 is older than 429, and Comic Vine's. */
const tooFast = new Set([420, 429]);

interface Said {
  status: number;
  headers: IncomingHttpHeaders;
}

export const isTooFast = (status: number): boolean => tooFast.has(status);

/** Milliseconds for which the service is to be left alone, or undefined. */
export function findPauseMs({ status, headers }: Said, nowMs: number): number | undefined {
  const retry = readRetryAfter(headers['retry-after'], nowMs);
  if (isTooFast(status)) return bound(retry ?? readReset(headers, nowMs) ?? defaultMs);
  if (status === 503 && retry !== undefined) return bound(retry);
  const [, remaining] = /(?:^|[;,\s])r(?:emaining)?=(\d+)/.exec(one(headers.ratelimit)) ?? [];
  const left = one(headers['x-ratelimit-remaining']) || remaining;
  if (left === undefined || left === '' || Number(left) !== 0) return undefined;
  const reset = readReset(headers, nowMs);
  return reset === undefined ? undefined : bound(reset);
}

const bound = (ms: number): number => Math.min(Math.max(ms, 1_000), maxMs);
const one = (value: string | string[] | undefined): string => String(value ?? '').trim();

/** Seconds, or a date. */
function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  const value = one(text);
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const atMs = value === '' ? Number.NaN : Date.parse(value);
  return Number.isNaN(atMs) ? undefined : atMs - nowMs;
}

/** The seconds until it, or the moment in seconds since 1970. */
function readReset(headers: IncomingHttpHeaders, nowMs: number): number | undefined {
  const [, draft] = /(?:^|[;,\s])(?:t|reset)=(\d{1,9})/.exec(one(headers.ratelimit)) ?? [];
  const value = one(headers['x-ratelimit-reset']) || draft || '';
  if (!/^\d{1,12}(?:\.\d{1,6})?$/.test(value)) return undefined;
  const seconds = Number(value);
  return seconds > 1_000_000_000 ? seconds * 1000 - nowMs : seconds * 1000;
}
