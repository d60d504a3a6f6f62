// The hooks of every request before its body is read: id, security headers, authentication, rate limit, access to the
// route.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { Problem, reason, tooManyRequests } from '#infrastructure/errors.ts';
import { isForeignWrite } from './browser-security/foreign-write.ts';
import { securityHeaders } from './browser-security/security-headers.ts';
import { type createHostGuard, findHostFault } from './clients/host-header.ts';
import { type ConnectionSettings, findTransportPolicy } from './clients/secure-connection.ts';
import { closeAfterLongBody, sendProblem } from './error-replies.ts';
import type { Admission } from './rate-limits/admission.ts';
import type { Authenticate } from './request-state.ts';
import { findRefusal } from './routes/access.ts';
import { findSurface, isForged, type Surface } from './routes/surface.ts';

export interface HookOptions {
  admission: Admission;
  authenticate: Authenticate;
  /** Whether the server is stopping and rejects new requests. */
  isClosing(): boolean;
  findForeignHost: ReturnType<typeof createHostGuard>;
  addresses: { surfaces: readonly Surface[]; basePath: string };
  connection: ConnectionSettings;
}

type Done = (error?: Error) => void;

/** Synchronous if the caller is cached, because every page image passes here. */
export function addHooks(server: FastifyInstance, options: HookOptions): void {
  const { admission, isClosing, findForeignHost, connection } = options;
  server.decorateRequest('viewer', undefined);
  server.decorateRequest('isForeignWrite', false);
  server.addHook('onRequest', (request, reply, done) => {
    setBasicHeaders(request, reply, connection);
    const settle = (refusal: Problem | undefined) => {
      if (!refusal) return identify({ request, reply, options }, done);
      admission.draw(request, reply, undefined);
      refuse(request, reply, refusal);
    };
    const refusal = isClosing() ? stopping() : (findHostFault(request) ?? findForeignHost(request));
    if (refusal instanceof Promise) refusal.then(settle, done);
    else settle(refusal);
  });
}

interface Arrival {
  request: FastifyRequest;
  reply: FastifyReply;
  options: Pick<HookOptions, 'admission' | 'authenticate' | 'addresses'>;
}

/** Authenticates and admits a request. */
function identify({ request, reply, options }: Arrival, done: Done): void {
  const { admission, authenticate, addresses } = options;
  const { surface } = request.routeOptions.config;
  if (surface && findSurface(request, addresses) !== surface) {
    admission.draw(request, reply, undefined);
    void sendProblem(reply, new Problem('not_found', 'There is nothing here'), null);
    return;
  }
  const admit = (viewer: Viewer | undefined) => enter({ request, reply, viewer, admission }, done);
  // The database is unavailable. Public routes do not depend on the caller.
  const fail = (error: unknown) => {
    if (request.routeOptions.config.description?.access === 'anyone') return admit(undefined);
    admission.draw(request, reply, undefined);
    done(error instanceof Error ? error : new Error(String(error)));
  };
  try {
    const viewer = surface ? surface.authenticate(request) : authenticate(request);
    if (viewer instanceof Promise) viewer.then(admit, fail);
    else admit(viewer);
  } catch (error) {
    fail(error);
  }
}

export function setBasicHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  connection: ConnectionSettings,
): void {
  reply.headers(securityHeaders);
  const policy = findTransportPolicy(connection, request);
  if (policy) reply.headers(policy);
  reply.header('x-request-id', request.id);
}

interface Entrance {
  request: FastifyRequest;
  reply: FastifyReply;
  viewer: Viewer | undefined;
  admission: Admission;
}

function enter({ request, reply, viewer, admission }: Entrance, done: Done): void {
  const { description, surface } = request.routeOptions.config;
  const isForeign = surface ? isForged(request) : viewer?.via === 'cookie' && isForeignWrite(request);
  request.isForeignWrite = isForeign;
  request.viewer = isForeign ? undefined : viewer;
  const bucket = admission.draw(request, reply, request.viewer);
  const refusal =
    bucket && !bucket.allowed
      ? tooManyRequests(bucket.retrySeconds)
      : description && findRefusal(description, request);
  if (refusal) refuse(request, reply, refusal);
  else if (surface?.greet && request.viewer) greet({ surface, viewer: request.viewer, reply }, done);
  else done();
}

interface Greeting {
  surface: Surface;
  viewer: Viewer;
  reply: FastifyReply;
}

function greet({ surface, viewer, reply }: Greeting, done: Done): void {
  const welcome = async () => {
    const headers = await surface.greet?.(viewer, reply.request);
    if (headers) reply.headers(headers);
  };
  welcome().then(() => done(), done);
}

function refuse(request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
  closeAfterLongBody(request, reply);
  void sendProblem(reply, problem);
}

const stopping = () =>
  new Problem('unavailable', reason('server_stopping'), { headers: { 'Retry-After': '5' } });
