// Sends the errors of handlers and hooks. What an error means is decided in problems.ts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DatabaseDialect } from '#infrastructure/database/dialect.ts';
import type { Log } from '#infrastructure/log.ts';
import { findUndeclaredError } from './check-answers.ts';
import { type ErrorAnswer, toErrorAnswer } from './problems.ts';
import { securityHeaders } from './security-headers.ts';
import { type Surface, sendSurfaceError } from './surface.ts';

export interface ErrorOptions {
  dialect: DatabaseDialect;
  log: Log;
  checkAnswers: boolean;
  /** Told of every error before it is answered. */
  onFailure?: ((error: unknown) => void) | undefined;
}

export function addErrorHandling(server: FastifyInstance, options: ErrorOptions): void {
  const { dialect, log, checkAnswers, onFailure } = options;
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

/** A long body that nobody will read is not waited for. */
export function closeAfterLongBody({ headers }: FastifyRequest, reply: FastifyReply): void {
  const isLong =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 65_536;
  if (isLong) reply.header('connection', 'close');
}
