// Reads request limits from responses: Retry-After (RFC 9110 §10.2.3), X-RateLimit-…, and the IETF draft RateLimit.
// Pure.
import type { IncomingHttpHeaders } from 'node:http';

const maxMs = 24 * 60 * 60 * 1000;
const defaultMs = 60_000;
/** Statuses for too many requests. 420 predates 429 and is used by Comic Vine. */
const tooFast = new Set([420, 429]);

interface ServiceResponse {
  status: number;
  headers: IncomingHttpHeaders;
}

export const isTooFast = (status: number): boolean => tooFast.has(status);

/** Returns the milliseconds to wait, or undefined. */
export function findPauseMs({ status, headers }: ServiceResponse, nowMs: number): number | undefined {
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

/** Parses seconds or a date. */
function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  const value = one(text);
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const atMs = value === '' ? Number.NaN : Date.parse(value);
  return Number.isNaN(atMs) ? undefined : atMs - nowMs;
}

/** Parses the remaining seconds, or a Unix time in seconds. */
function readReset(headers: IncomingHttpHeaders, nowMs: number): number | undefined {
  const [, draft] = /(?:^|[;,\s])(?:t|reset)=(\d{1,9})/.exec(one(headers.ratelimit)) ?? [];
  const value = one(headers['x-ratelimit-reset']) || draft || '';
  if (!/^\d{1,12}(?:\.\d{1,6})?$/.test(value)) return undefined;
  const seconds = Number(value);
  return seconds > 1_000_000_000 ? seconds * 1000 - nowMs : seconds * 1000;
}
