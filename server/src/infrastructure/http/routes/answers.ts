// Results of handlers: a plain value becomes JSON; the functions here add a status, headers, or bytes.
import type { Readable } from 'node:stream';
import { notFound } from '#infrastructure/errors.ts';

const marker = Symbol('answer');

/** Headers of a response; headers with several values (`Set-Cookie`) are lists. */
export type AnswerHeaders = Readonly<Record<string, string | string[]>>;

export interface JsonAnswer<T = unknown> {
  [marker]: 'json';
  value: T;
  status?: number;
  headers?: AnswerHeaders;
}

/** Bytes with their HTTP headers. `body` is only called if bytes must be sent. */
export interface BytesAnswer {
  [marker]: 'bytes';
  mediaType: string;
  /** Total size, if it is known before sending. */
  sizeBytes?: number;
  /** Strong validator without quotes. */
  etag?: string;
  lastModifiedMs?: number;
  /** `private, no-cache` unless the address contains a version (`?v=`). */
  cacheControl?: string;
  headers?: Readonly<Record<string, string>>;
  /** Returns the whole, or the part from `start` to `end` (inclusive). */
  body(part?: { start: number; end: number }): BytesBody | Promise<BytesBody>;
  /** The body supports ranges. */
  acceptsRanges?: boolean;
}

/** Bytes in a leased buffer. `release` is called after they were sent. */
export interface BorrowedBytes {
  bytes: Uint8Array;
  release(): void;
}

export type BytesBody = Uint8Array | Readable | BorrowedBytes;

export const isBorrowed = (body: BytesBody): body is BorrowedBytes => 'release' in body;

export function answer<T>(value: T, extra: { status?: number; headers?: AnswerHeaders }): JsonAnswer<T> {
  return { [marker]: 'json', value, ...extra };
}

export function bytesAnswer(bytes: Omit<BytesAnswer, typeof marker>): BytesAnswer {
  return { [marker]: 'bytes', ...bytes };
}

/** Returns 204 if the request allows a missing result (contract `optionalQuery`), otherwise throws not_found. */
export function nothing({ optional }: { optional: boolean }, thing: string): JsonAnswer {
  if (!optional) throw notFound(thing);
  return answer(undefined, { status: 204 });
}

export const isJsonAnswer = (value: unknown): value is JsonAnswer => hasMarker(value, 'json');
export const isBytesAnswer = (value: unknown): value is BytesAnswer => hasMarker(value, 'bytes');

const hasMarker = (value: unknown, kind: string): boolean =>
  typeof value === 'object' && value !== null && marker in value && value[marker] === kind;
