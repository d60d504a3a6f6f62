// The HTTP server: the conventions of contract section 1 around the routes that it is given.
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { ErrorCode } from '@lectern/contract/errors';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { type Clock, systemClock } from '#kernel/clock.ts';
import type { Config } from '#kernel/config/schema.ts';
import type { DatabaseDialect } from '#kernel/database/dialect.ts';
import { Problem, StartError } from '#kernel/errors.ts';
import type { Log } from '#kernel/log.ts';
import { addHooks, makeRequestId } from './hooks.ts';
import type { MountedRoute } from './implement.ts';
import { parseJsonBody } from './json-body.ts';
import { findAllowedMethods } from './methods.ts';
import { checkErrorStatus, mount } from './mount.ts';
import { toErrorAnswer } from './problems.ts';
import type { Authenticate } from './request-state.ts';

const maxJsonBytes = 1024 * 1024;

export interface HttpOptions {
  config: Config;
  log: Log;
  dialect: DatabaseDialect;
  authenticate: Authenticate;
  routes: readonly MountedRoute[];
  /** Whole parts with their own routes: the API reference, other protocols. */
  surfaces?: readonly ((server: FastifyInstance) => void | Promise<void>)[];
  clock?: Clock;
  checkAnswers?: boolean;
}

export interface HttpServer {
  fastify: FastifyInstance;
  /** Starts listening; the port is the one taken, also for port 0. Throws StartError. */
  listen(): Promise<{ host: string; port: number }>;
  /** Takes no new requests, lets running ones end for `graceMs`, then cuts them off. */
  close(graceMs?: number): Promise<void>;
}

export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { config, routes, surfaces = [], clock = systemClock } = options;
  const server = createFastify(config);
  await server.register(cookie);
  await server.register(multipart, { throwFileSizeLimit: true });
  addBodyParsers(server);
  addHooks(server, { config, authenticate: options.authenticate, clock });
  addErrorHandling(server, options);
  server.addHook('onRoute', (route) => {
    if (!route.config?.description)
      throw new Error(`${String(route.method)} ${route.url} has no description`);
  });
  await server.register(
    async (scope) => {
      const checks = {
        checkAnswers: options.checkAnswers ?? false,
        maxUploadBytes: config.images.maxUploadSize,
      };
      for (const route of routes) mount(scope, route, checks);
      for (const surface of surfaces) await surface(scope);
    },
    { prefix: config.server.basePath },
  );
  await server.ready();
  return {
    fastify: server,
    listen: () => listen(server, config),
    close: (graceMs) => close(server, graceMs),
  };
}

function createFastify(config: Config): FastifyInstance {
  const trusted = config.server.trustProxy;
  return fastify({
    logger: false,
    genReqId: makeRequestId,
    bodyLimit: maxJsonBytes,
    trustProxy: trusted.length > 0 ? trusted : false,
    forceCloseConnections: 'idle',
    keepAliveTimeout: 65_000,
    requestTimeout: 120_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4_096 },
    clientErrorHandler,
    frameworkErrors: (error, _request, reply) => {
      void sendError(reply as FastifyReply, toErrorAnswer(error, noDatabase, ''));
    },
  });
}

/** Faults before routing cannot come from a database. */
const noDatabase = { isOutOfSpace: () => false, isUnavailable: () => false };

function addBodyParsers(server: FastifyInstance): void {
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser(
    /^application\/([\w.+-]+\+)?json/,
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, parseJsonBody(String(body)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

function addErrorHandling(
  server: FastifyInstance,
  { dialect, log, routes, config, checkAnswers }: HttpOptions,
): void {
  server.setErrorHandler((error, request, reply) => {
    const answer = toErrorAnswer(error, dialect, request.id);
    if (answer.isBug) logBug(log, request, error);
    if (checkAnswers) checkErrorStatus(request.routeOptions.config.description, answer.status);
    return sendError(reply, answer);
  });
  server.setNotFoundHandler((request, reply) => {
    const methods = findAllowedMethods(routes, request.url.slice(config.server.basePath.length));
    const problem =
      methods.length > 0 && !methods.includes(request.method)
        ? new Problem('method_not_allowed', `Use ${methods.join(', ')}`, {
            headers: { Allow: methods.join(', ') },
          })
        : new Problem('not_found', 'There is nothing here');
    return sendError(reply, toErrorAnswer(problem, dialect, request.id));
  });
}

function logBug(log: Log, request: FastifyRequest, error: unknown): void {
  const { id: requestId, method } = request;
  log.error({ requestId, method, path: request.url.split('?')[0], err: error }, 'request failed');
}

function sendError(reply: FastifyReply, answer: ReturnType<typeof toErrorAnswer>): FastifyReply {
  reply.removeHeader('ETag').removeHeader('Last-Modified').removeHeader('Content-Length');
  return reply
    .code(answer.status)
    .headers({
      'Cache-Control': 'no-store',
      ...answer.headers,
      'Content-Type': 'application/json; charset=utf-8',
    })
    .send(JSON.stringify(answer.body));
}

/** Requests that are no HTTP: answered and cut off. */
function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message]: [string, ErrorCode, string] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'header_fields_too_large', 'The headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'validation_failed', 'The request took too long']
        : ['400 Bad Request', 'validation_failed', 'This is not a valid HTTP request'];
  const body = JSON.stringify({ error: code, message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

async function listen(server: FastifyInstance, { server: { host, port } }: Config) {
  try {
    await server.listen({ host, port });
  } catch (cause) {
    throw new StartError(explainListen(cause, host, port), { cause });
  }
  const address = server.server.address();
  return { host, port: typeof address === 'object' && address ? address.port : port };
}

function explainListen(cause: unknown, host: string, port: number): string {
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use; end the other program or choose another port with --port`;
    case 'EACCES':
      return `Port ${port} needs more rights than this account has; choose a port above 1023 with --port`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The address ${host} is not one of this machine; choose another with --host`;
    default:
      return `The server cannot listen on ${host}:${port}: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

async function close(server: FastifyInstance, graceMs = 3_000): Promise<void> {
  const http: Server<typeof IncomingMessage> = server.server;
  const timer = setTimeout(() => http.closeAllConnections(), graceMs);
  try {
    await server.close();
  } finally {
    clearTimeout(timer);
  }
}
