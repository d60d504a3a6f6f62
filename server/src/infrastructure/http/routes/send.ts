// Sends the results of handlers: JSON with a validator, bytes with ranges and conditions.
import { hash } from 'node:crypto';
import type { Answer, RouteDescription } from '@lectern/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#infrastructure/errors.ts';
import { isNotModified, rangeStillHolds, toHttpDate } from '../caching/conditional.ts';
import { decideRange } from '../caching/ranges.ts';
import { type BorrowedBytes, type BytesAnswer, isBorrowed, isBytesAnswer, isJsonAnswer } from './answers.ts';

/** The status of a route with a single response. */
const soleStatus = (route: RouteDescription): number => Number(Object.keys(route.answers)[0]);

export async function send(
  route: RouteDescription,
  reply: FastifyReply,
  result: unknown,
): Promise<FastifyReply> {
  if (isBytesAnswer(result)) return sendBytes(reply.request, reply, result);
  const extra = isJsonAnswer(result) ? result : undefined;
  const status = extra?.status ?? soleStatus(route);
  if (extra?.headers) reply.headers(extra.headers);
  reply.code(status);
  // Caches may store a 204 (RFC 9110 §15.3.5).
  if (!reply.hasHeader('cache-control')) reply.header('Cache-Control', 'private, no-cache');
  const declared: Answer | undefined = route.answers[status];
  if (declared?.kind === 'empty') return reply.send();
  const mediaType = (declared?.kind === 'json' && declared.mediaType) || 'application/json';
  if (!reply.hasHeader('content-type')) reply.header('Content-Type', `${mediaType}; charset=utf-8`);
  return sendJson(route, reply, extra ? extra.value : result);
}

function sendJson(route: RouteDescription, reply: FastifyReply, value: unknown): FastifyReply {
  // As bytes, because Node.js takes several times as long to write a long text.
  const bytes = Buffer.from(JSON.stringify(value));
  if (route.conditional) {
    const etag = hash('sha1', bytes, 'base64url');
    reply.header('ETag', `"${etag}"`);
    if (isNotModified(reply.request.headers, { etag }))
      return reply.code(304).removeHeader('Content-Type').send();
  }
  return reply.send(bytes);
}

export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: BytesAnswer,
): Promise<FastifyReply> {
  if (isNotModified(request.headers, answer)) return setValidators(reply, answer).code(304).send();
  const part = choosePart(request, answer);
  // Headers of the bytes are set when these are available, so that earlier failures are proper errors.
  const body = request.method === 'HEAD' ? undefined : await answer.body(part);
  setValidators(reply, answer).header('content-type', answer.mediaType);
  const { sizeBytes } = answer;
  if (sizeBytes !== undefined && answer.acceptsRanges) reply.header('accept-ranges', 'bytes');
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${sizeBytes}`);
  const length = part ? part.end - part.start + 1 : sizeBytes;
  if (length !== undefined) reply.header('content-length', length);
  if (body && isBorrowed(body)) {
    giveBackWhenSent(reply, body);
    return reply.send(body.bytes);
  }
  return reply.send(body);
}

/** Bytes of an aborted response may still be in use by the socket, so their buffer is never reused. */
function giveBackWhenSent({ raw }: FastifyReply, { release }: BorrowedBytes): void {
  raw.once('finish', () => {
    const isSent = raw.writableFinished && raw.socket?.destroyed !== true;
    if (isSent) release();
  });
}

function setValidators(reply: FastifyReply, answer: BytesAnswer): FastifyReply {
  reply.header('cache-control', answer.cacheControl ?? 'private, no-cache');
  if (answer.etag !== undefined) reply.header('etag', `"${answer.etag}"`);
  if (answer.lastModifiedMs !== undefined) reply.header('last-modified', toHttpDate(answer.lastModifiedMs));
  if (answer.headers) reply.headers(answer.headers);
  return reply;
}

/** Returns the requested part, or undefined for the whole. Ranges are defined for GET only (RFC 9110 §14.2). */
function choosePart({ method, headers }: FastifyRequest, answer: BytesAnswer) {
  const { sizeBytes } = answer;
  if (headers.range === undefined || method !== 'GET') return undefined;
  if (!answer.acceptsRanges || sizeBytes === undefined || !rangeStillHolds(headers, answer)) return undefined;
  const range = decideRange(headers.range, sizeBytes);
  if (range.kind === 'unsatisfiable') {
    throw new Problem('range_not_satisfiable', `There are ${sizeBytes} bytes`, {
      headers: { 'Content-Range': `bytes */${sizeBytes}` },
    });
  }
  return range.kind === 'part' ? range : undefined;
}
