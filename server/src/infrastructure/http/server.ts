// The HTTP server: the conventions of the whole API around the given routes.
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  fastify,
} from 'fastify';
import { type Clock, systemClock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { DatabaseDialect } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { Log } from '#infrastructure/log.ts';
import { parseJsonBody } from './bodies/json-body.ts';
import { answerBrokenRequest, type BrokenOptions, refuseTunnels } from './broken-requests.ts';
import { createTlsServer, findCertificate } from './certificate.ts';
import { createHostGuard } from './clients/host-header.ts';
import { toRoot } from './clients/root-address.ts';
import { addErrorHandling, sendProblem } from './error-replies.ts';
import { addHooks, setBasicHeaders } from './hooks.ts';
import { close, listen } from './listening.ts';
import { Admission } from './rate-limits/admission.ts';
import { makeRequestId } from './request-id.ts';
import type { Authenticate } from './request-state.ts';
import type { MountedRoute } from './routes/implement.ts';
import { mount } from './routes/mount.ts';
import { addNowhere, Nowhere, type NowhereOptions } from './routes/nowhere.ts';
import type { Surface } from './routes/surface.ts';

const maxJsonBytes = 1024 * 1024;

export interface HttpOptions {
  config: Config;
  log: Log;
  dialect: DatabaseDialect;
  authenticate: Authenticate;
  routes: readonly MountedRoute[];
  /** Other protocols. */
  surfaces?: readonly Surface[];
  findPage?: NowhereOptions['findPage'];
  findMissingPage?: NowhereOptions['findMissingPage'];
  clock?: Clock;
  checkAnswers?: boolean;
  /** Called for every request after its response was sent. */
  onAnswered?: (request: AnsweredRequest) => void;
  /** Called with the error of a failed request, for any response. */
  onFailure?: (error: unknown) => void;
  /** Requests wait until `release` is called: the port is opened before anything else is done. */
  holdsRequests?: boolean;
  /** Whether the setup was completed; synchronous if that is known. */
  isSetUp?(): true | Promise<boolean>;
  /** The bus of all servers that share rate limits. */
  sharedEvents?: EventBus | undefined;
  /** How often the files of a certificate are checked. */
  certificateCheckMs?: number;
}

export interface AnsweredRequest {
  method: string;
  /** Path template of the route, `none` without a route. */
  route: string;
  status: number;
  seconds: number;
}

export interface HttpServer {
  fastify: FastifyInstance;
  /** Starts listening; returns the actual port, also for port 0. Throws StartError. */
  listen(): Promise<{ host: string; port: number }>;
  /** Answers the waiting requests. */
  release(): void;
  /** Accepts no new requests, waits `graceMs` for running ones, then closes their connections. */
  close(graceMs?: number): Promise<void>;
}

export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { config, routes, surfaces = [], clock = systemClock, checkAnswers = false } = options;
  const { basePath } = config.server;
  const admission = new Admission(config, clock, options.sharedEvents);
  const { findPage, findMissingPage } = options;
  const nowhere = new Nowhere({ routes, surfaces, basePath, findPage, findMissingPage });
  const broken = {
    drawUnread: (address: string) => admission.drawUnread(address),
    explainMethod: (method: string, address: string) => nowhere.explain(method, address),
  };
  const server = createFastify(options, admission, broken);
  refuseTunnels(server.server, broken);
  // Node.js would reject unknown expectations; RFC 9110 §10.1.1 allows ignoring them.
  server.server.on('checkExpectation', (...request) => server.server.emit('request', ...request));
  let isClosing = false;
  const gate = Promise.withResolvers<void>();
  if (options.holdsRequests) server.addHook('onRequest', () => gate.promise);
  addBodyParsers(server);
  addHooks(server, {
    admission,
    authenticate: options.authenticate,
    isClosing: () => isClosing,
    findForeignHost: createHostGuard(config.server, options.isSetUp ?? (() => true)),
    addresses: { surfaces, basePath },
    connection: config,
  });
  if (options.onAnswered) reportAnswers(server, options.onAnswered);
  addErrorHandling(server, { ...options, checkAnswers });
  addNowhere(server, nowhere);
  server.addHook('onRoute', ({ config: { description } = {}, method, url }) => {
    if (!description) throw new Error(`${String(method)} ${url} has no description`);
  });
  await server.register(
    async (scope) => {
      const mounting = {
        checkAnswers,
        maxUploadBytes: () => config.images.maxUploadSize,
        toRoot: (request: FastifyRequest) => toRoot(config.server, request),
        sendNowhere: (request: FastifyRequest, reply: FastifyReply) => nowhere.send(request, reply),
      };
      for (const route of routes) await mount(scope, route, mounting);
      for (const surface of surfaces) {
        await scope.register(async (own) => {
          surface.prepare?.(own);
          for (const route of surface.routes) await mount(own, route, { ...mounting, surface });
        });
      }
    },
    { prefix: basePath },
  );
  await server.ready();
  return {
    fastify: server,
    listen: () => listen(server, config),
    release: () => gate.resolve(),
    close(graceMs = 3_000) {
      isClosing = true;
      admission.close();
      return close(server, graceMs);
    },
  };
}

function reportAnswers(server: FastifyInstance, report: (request: AnsweredRequest) => void): void {
  server.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const route = routeOptions.config.description?.path ?? 'none';
    report({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
    done();
  });
}

/** The hooks reject a request without a host, with the headers of every response. */
const connections = { keepAliveTimeout: 65_000, requestTimeout: 120_000, requireHostHeader: false };

function createFastify(
  { config, log, certificateCheckMs }: HttpOptions,
  admission: Admission,
  broken: BrokenOptions,
): FastifyInstance {
  const trusted = config.server.trustProxy;
  const certificate = findCertificate(config.server.tls);
  const serverFactory: FastifyServerFactory | undefined =
    certificate &&
    ((handler) =>
      createTlsServer(certificate, { options: connections, handler }, { log, everyMs: certificateCheckMs }));
  const { keepAliveTimeout, requestTimeout, requireHostHeader } = connections;
  return fastify({
    logger: false,
    genReqId: makeRequestId,
    bodyLimit: maxJsonBytes,
    trustProxy: trusted.length > 0 ? trusted : false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    keepAliveTimeout,
    requestTimeout,
    http: { requireHostHeader },
    ...(serverFactory && { serverFactory }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4_096 },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, broken),
    frameworkErrors(error, request, typed) {
      const reply = typed as FastifyReply;
      setBasicHeaders(request, reply, config);
      admission.draw(request, reply, undefined);
      void sendProblem(reply, error);
    },
  });
}

function addBodyParsers(server: FastifyInstance): void {
  server.removeContentTypeParser(['application/json', 'text/plain']);
  const json = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/;
  server.addContentTypeParser(json, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(Buffer.from(body)));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
