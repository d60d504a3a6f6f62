// What a handler gives back: a plain value becomes JSON; the makers here add a status, headers, or bytes.
import type { Readable } from 'node:stream';
import { notFound } from '#infrastructure/errors.ts';

const marker = Symbol('answer');

/** Headers of an answer; those of several values (`Set-Cookie`) as a list. */
export type AnswerHeaders = Readonly<Record<string, string | string[]>>;

export interface JsonAnswer {
  [marker]: 'json';
  value: unknown;
  status?: number;
  headers?: AnswerHeaders;
}

/** Bytes with what HTTP says about them. `body` is called only when bytes must really be sent. */
export interface BytesAnswer {
  [marker]: 'bytes';
  mediaType: string;
  /** Whole size, where it is known before sending. */
  sizeBytes?: number;
  /** Strong validator without quotes. */
  etag?: string;
  lastModifiedMs?: number;
  /** What the address is: `private, no-cache` unless it names a version (`?v=`). */
  cacheControl?: string;
  headers?: Readonly<Record<string, string>>;
  /** The whole, or the part from `start` to `end` (inclusive). */
  body(part?: { start: number; end: number }): BytesBody | Promise<BytesBody>;
  /** The body may be asked for in parts. */
  acceptsRanges?: boolean;
}

/** Bytes in borrowed memory: `release` is called once they are sent. */
export interface BorrowedBytes {
  bytes: Uint8Array;
  release(): void;
}

export type BytesBody = Uint8Array | Readable | BorrowedBytes;

export const isBorrowed = (body: BytesBody): body is BorrowedBytes => 'release' in body;

export function answer(value: unknown, extra: { status?: number; headers?: AnswerHeaders }): JsonAnswer {
  return { [marker]: 'json', value, ...extra };
}

export function bytesAnswer(bytes: Omit<BytesAnswer, typeof marker>): BytesAnswer {
  return { [marker]: 'bytes', ...bytes };
}

/** 204 for who said that there may be none of it (contract `optionalQuery`); throws not_found for anybody else. */
export function nothing({ optional }: { optional: boolean }, thing: string): JsonAnswer {
  if (!optional) throw notFound(thing);
  return answer(undefined, { status: 204 });
}

export const isJsonAnswer = (value: unknown): value is JsonAnswer => hasMarker(value, 'json');
export const isBytesAnswer = (value: unknown): value is BytesAnswer => hasMarker(value, 'bytes');

const hasMarker = (value: unknown, kind: string): boolean =>
  typeof value === 'object' && value !== null && (value as { [marker]?: string })[marker] === kind;
