// Sends the errors of handlers and hooks. problems.ts maps errors to responses.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DatabaseDialect } from '#infrastructure/database/dialect.ts';
import type { Log } from '#infrastructure/log.ts';
import { securityHeaders } from './browser-security/security-headers.ts';
import { type ErrorAnswer, toErrorAnswer } from './problems.ts';
import { findUndeclaredError } from './routes/check-answers.ts';
import { type Surface, sendSurfaceError } from './routes/surface.ts';

export interface ErrorOptions {
  dialect: DatabaseDialect;
  log: Log;
  checkAnswers: boolean;
  /** Called with every error before the response. */
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
    // A disconnected client makes reads and writes fail. That is not a server error, and the response is not received.
    if (answer.isBug && !reply.raw.destroyed) logBug(log, request, error);
    return sendError(reply, answer);
  });
}

function logBug(log: Log, request: FastifyRequest, error: unknown): void {
  const { id: requestId, method } = request;
  const { description, surface } = request.routeOptions.config;
  // Addresses of other protocols contain secrets.
  const path = surface ? description?.path : request.url.split('?')[0];
  log.error({ requestId, method, path, err: error }, 'request failed');
}

/** Errors that no database causes. */
const noDatabase = { isOutOfSpace: () => false, isUnavailable: () => false, isMissingReference: () => false };

/** Uses the format of the route's protocol, or the given one; null is the API's format. */
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

/** Headers that a handler has set for its bytes (encoding, range, validators) do not apply to an error. */
function clearHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (keptHeaders.test(name)) continue;
    reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
}

/** Closes the connection if an unread body is long. */
export function closeAfterLongBody({ headers }: FastifyRequest, reply: FastifyReply): void {
  const isLong =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 65_536;
  if (isLong) reply.header('connection', 'close');
}
