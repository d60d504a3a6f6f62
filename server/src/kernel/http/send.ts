// Sends what a handler answered: JSON with a validator, bytes with ranges and conditions (contract section 1).
import { createHash } from 'node:crypto';
import type { Answer, RouteDescription } from '@lectern/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#kernel/errors.ts';
import { type BytesAnswer, isBytesAnswer, isJsonAnswer } from './answers.ts';
import { isNotModified, rangeStillHolds, toHttpDate } from './conditional.ts';
import { decideRange } from './ranges.ts';

/** The status of a route that answers one way only. */
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
  const declared: Answer | undefined = route.answers[status];
  if (declared?.kind === 'empty') return reply.send();
  return sendJson(route, reply, extra ? extra.value : result);
}

function sendJson(route: RouteDescription, reply: FastifyReply, value: unknown): FastifyReply {
  const text = JSON.stringify(value);
  if (!reply.hasHeader('cache-control')) reply.header('Cache-Control', 'private, no-cache');
  reply.header('Content-Type', 'application/json; charset=utf-8');
  if (route.conditional) {
    const etag = createHash('sha1').update(text).digest('base64url');
    reply.header('ETag', `"${etag}"`);
    if (isNotModified(reply.request.headers, { etag }))
      return reply.code(304).removeHeader('Content-Type').send();
  }
  return reply.send(text);
}

async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: BytesAnswer,
): Promise<FastifyReply> {
  const { etag, lastModifiedMs, sizeBytes } = answer;
  reply.header('Cache-Control', answer.cacheControl ?? 'private, no-cache');
  if (etag !== undefined) reply.header('ETag', `"${etag}"`);
  if (lastModifiedMs !== undefined) reply.header('Last-Modified', toHttpDate(lastModifiedMs));
  if (answer.headers) reply.headers(answer.headers);
  if (isNotModified(request.headers, answer)) return reply.code(304).send();
  reply.header('Content-Type', answer.mediaType);
  const part =
    answer.acceptsRanges && sizeBytes !== undefined
      ? choosePart(request, reply, answer, sizeBytes)
      : undefined;
  const length = part ? part.end - part.start + 1 : sizeBytes;
  if (length !== undefined) reply.header('Content-Length', length);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await answer.body(part));
}

function choosePart(request: FastifyRequest, reply: FastifyReply, answer: BytesAnswer, sizeBytes: number) {
  reply.header('Accept-Ranges', 'bytes');
  if (!rangeStillHolds(request.headers, answer)) return undefined;
  const range = decideRange(request.headers.range, sizeBytes);
  if (range.kind === 'unsatisfiable') {
    const headers = { 'Content-Range': `bytes */${sizeBytes}` };
    throw new Problem('range_not_satisfiable', `The file has ${sizeBytes} bytes`, { headers });
  }
  if (range.kind === 'whole') return undefined;
  reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  return range;
}
