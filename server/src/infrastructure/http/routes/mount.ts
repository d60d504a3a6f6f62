// Mounts a described route: parsing, handler, response. The hooks have checked access. A route without a description or
// an access rule prevents the start.
import { toRecord } from '@lectern/contract/records';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openBytes, withBytes, withRest } from '../bodies/bytes-body.ts';
import { openUpload, readUpload, withUploads } from '../bodies/uploads.ts';
import { isLocalClient } from '../clients/local-client.ts';
import { checkAccess } from './access.ts';
import { checkAnswer } from './check-answers.ts';
import type { CallRequest, MountedRoute } from './implement.ts';
import type { Nowhere } from './nowhere.ts';
import { parseRequest } from './parse.ts';
import { send } from './send.ts';
import type { Surface } from './surface.ts';

export interface MountOptions {
  /** Validates every response against its declaration and fails if it differs, for tests. */
  checkAnswers: boolean;
  maxUploadBytes(): number;
  /** The server's address for the client. */
  toRoot(request: FastifyRequest): string;
  /** Responds to a request with invalid path parameters, whose address does not exist. */
  sendNowhere: Nowhere['send'];
  /** The protocol of the route; undefined for the API. */
  surface?: Surface;
}

/** `HEAD` is mounted with `GET`. Throws if the route has no access rule. */
export async function mount(
  server: FastifyInstance,
  mounted: MountedRoute,
  options: MountOptions,
): Promise<void> {
  checkAccess(mounted.route);
  const { bytesBody } = mounted.route;
  if (bytesBody !== undefined)
    await withBytes(server, bytesBody, (scope) => mountOn(scope, mounted, options));
  else if (mounted.route.upload) await withUploads(server, (scope) => mountOn(scope, mounted, options));
  else mountOn(server, mounted, options);
}

function mountOn(
  server: FastifyInstance,
  { route, handler }: MountedRoute,
  { checkAnswers, maxUploadBytes, toRoot, sendNowhere, surface }: MountOptions,
): void {
  const rest = /\{(\w+)\*\}/.exec(route.path)?.[1];
  server.route({
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
    url: toUrlPattern(route.path),
    exposeHeadRoute: false,
    config: surface ? { description: route, surface } : { description: route },
    async handler(request, reply) {
      const parsed = parseRequest(route, {
        params: rest === undefined ? request.params : nameRest(request.params, rest),
        query: request.query,
        body: route.upload ? undefined : request.body,
      });
      if (!parsed) return sendNowhere(request, reply);
      const { params, query, body } = parsed;
      const call = toCallRequest(request, reply, {
        root: () => toRoot(request),
        maxUploadBytes: maxUploadBytes(),
      });
      const act = () => handler({ viewer: request.viewer, params, query, body, request: call });
      const result = await (route.bytesBody === undefined ? act() : withRest(request, reply, act));
      if (checkAnswers) checkAnswer(route, result);
      return send(route, reply, result);
    },
  });
}

/** `{id}` becomes `:id`, `{path*}` the rest of the path. */
const toUrlPattern = (path: string): string => path.replace(/\{(\w+)\*\}/g, '*').replace(/\{(\w+)\}/g, ':$1');

function nameRest(params: unknown, name: string): unknown {
  const { '*': value, ...others } = toRecord(params);
  return { ...others, [name]: value };
}

interface CallParts {
  root(): string;
  maxUploadBytes: number;
}

function toCallRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { root, maxUploadBytes }: CallParts,
): CallRequest {
  return {
    id: request.id,
    ip: request.ip,
    method: request.method,
    url: request.raw.url ?? '/',
    protocol: request.protocol,
    host: request.host,
    root,
    isLocal: () => isLocalClient(request),
    headers: request.headers,
    signal: () => toSignal(reply),
    readUpload: () => readUpload(request, maxUploadBytes),
    openUpload: () => openUpload(request),
    body: () => openBytes(request),
  };
}

/** Fastify's own signal is aborted at the end of the request body, long before the response. */
function toSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (reply.raw.destroyed) controller.abort();
  else reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
