// Sends errors: those of handlers and hooks, those of addresses that nobody answers, and those of requests that are
// no HTTP. What an error means is decided in problems.ts.
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@lectern/contract/errors';
import { errorStatuses } from '@lectern/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DatabaseDialect } from '#kernel/database/dialect.ts';
import { Problem } from '#kernel/errors.ts';
import type { Log } from '#kernel/log.ts';
import type { BytesAnswer } from './answers.ts';
import { findUndeclaredError } from './check-answers.ts';
import type { MountedRoute } from './implement.ts';
import { findAllowedMethods } from './methods.ts';
import { type ErrorAnswer, toErrorAnswer } from './problems.ts';
import type { BucketState } from './rate-limit.ts';
import { makeRequestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';
import { sendBytes } from './send.ts';
import { findSurface, type Surface, sendSurfaceError } from './surface.ts';

export interface ErrorOptions {
  dialect: DatabaseDialect;
  log: Log;
  routes: readonly MountedRoute[];
  surfaces: readonly Surface[];
  basePath: string;
  checkAnswers: boolean;
  /** Told of every error before it is answered. */
  onFailure?: ((error: unknown) => void) | undefined;
  /** A page for an address below the base path that nobody else answers. */
  findPage?: ((path: string, headers: IncomingHttpHeaders) => BytesAnswer | undefined) | undefined;
}

export function addErrorHandling(server: FastifyInstance, options: ErrorOptions): void {
  const { dialect, log, routes, surfaces, basePath, checkAnswers, onFailure } = options;
  server.setErrorHandler((error, request, reply) => {
    onFailure?.(error);
    const answer = toErrorAnswer(error, dialect, request.id);
    const { description, surface } = request.routeOptions.config;
    const undeclared = checkAnswers && !surface ? findUndeclaredError(description, answer.status) : undefined;
    if (undeclared) {
      logBug(log, request, undeclared);
      return sendError(reply, toErrorAnswer(undeclared, dialect, request.id));
    }
    // A client that went away makes reads and writes fail: that is no fault of ours, and nobody hears the answer.
    if (answer.isBug && !reply.raw.destroyed) logBug(log, request, error);
    return sendError(reply, answer);
  });
  server.setNotFoundHandler((request, reply) => {
    const inside = request.url.startsWith(basePath) ? request.url.slice(basePath.length) : '';
    const surface = findSurface(request, { surfaces, basePath });
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const page =
      isRead && !surface ? options.findPage?.(inside.split('?', 1)[0] ?? '', request.headers) : undefined;
    if (page) return sendBytes(request, reply.code(200), page);
    const methods = findAllowedMethods(surface?.routes ?? routes, inside);
    const problem =
      methods.length > 0 && !methods.includes(request.method)
        ? new Problem('method_not_allowed', `Use ${methods.join(', ')}`, {
            headers: { Allow: methods.join(', ') },
          })
        : new Problem('not_found', 'There is nothing here');
    return sendProblem(reply, problem, surface);
  });
}

function logBug(log: Log, request: FastifyRequest, error: unknown): void {
  const { id: requestId, method } = request;
  const { description, surface } = request.routeOptions.config;
  // Other protocols have secrets in their addresses.
  const path = surface ? description?.path : request.url.split('?')[0];
  log.error({ requestId, method, path, err: error }, 'request failed');
}

/** Faults that cannot come from a database. */
const noDatabase = { isOutOfSpace: () => false, isUnavailable: () => false, isMissingReference: () => false };

/** As the route's protocol tells of errors, or the one that is given; null is the API's own way. */
export const sendProblem = (reply: FastifyReply, problem: unknown, surface?: Surface | null): FastifyReply =>
  sendError(reply, toErrorAnswer(problem, noDatabase, reply.request.id), surface);

function sendError(
  reply: FastifyReply,
  answer: ErrorAnswer,
  surface: Surface | null | undefined = reply.request.routeOptions?.config.surface,
): FastifyReply {
  clearHeaders(reply);
  if (surface) return sendSurfaceError(surface, reply.headers(securityHeaders), answer);
  return reply
    .code(answer.status)
    .headers(securityHeaders)
    .headers({ 'cache-control': 'no-store', ...answer.headers })
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
}

const keptHeaders = /^(x-request-id|x-ratelimit-.*|connection|strict-transport-security)$/;

/** What a handler said about the bytes that did not come (encoding, range, validators) is not true of an error. */
function clearHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (keptHeaders.test(name)) continue;
    reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
}

/** Requests that are no HTTP: answered as well as can be, and cut off. */
export function answerBrokenRequest(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
  bucket: BucketState | undefined,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, message] = explainBroken(error.code);
  const body = JSON.stringify({ error: code, message });
  const headers: Record<string, string | number> = {
    ...securityHeaders,
    'x-request-id': makeRequestId(),
    ...(bucket && {
      'x-ratelimit-limit': bucket.limit,
      'x-ratelimit-remaining': bucket.remaining,
      'x-ratelimit-reset': bucket.resetSeconds,
    }),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${errorStatuses[code]} \r\n${lines.join('\r\n')}\r\n\r\n${isHead(error) ? '' : body}`);
}

/** What asks by HEAD takes any body for the next answer (RFC 9110, 9.3.2). */
const isHead = ({ rawPacket }: { rawPacket?: unknown }): boolean =>
  Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD ';

function explainBroken(code: string | undefined): [ErrorCode, string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return ['header_fields_too_large', 'The address and headers are too large'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['request_timeout', 'The request took too long'];
    default:
      return ['validation_failed', 'This is not a valid HTTP request'];
  }
}
