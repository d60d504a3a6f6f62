// Mounts a described route: permission, parsing, handler, answer. A route without a description or an access rule
// stops the start.
import { permissions } from '@lectern/contract/permissions';
import type { Access, RouteDescription } from '@lectern/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { demand, type Viewer } from '#kernel/access/viewer.ts';
import { forbidden, unauthorized } from '#kernel/errors.ts';
import { checkAnswer } from './check-answers.ts';
import type { CallRequest, MountedRoute } from './implement.ts';
import { parseRequest } from './parse.ts';
import { send } from './send.ts';
import { readUpload, withUploads } from './uploads.ts';

export interface MountOptions {
  /** Compare every answer with its declaration and fail when they differ: for tests. */
  checkAnswers: boolean;
  maxUploadBytes: number;
}

/** `HEAD` is mounted with `GET`. Throws when the route does not say who may call it. */
export async function mount(
  server: FastifyInstance,
  mounted: MountedRoute,
  options: MountOptions,
): Promise<void> {
  checkAccess(mounted.route);
  if (mounted.route.upload) await withUploads(server, (scope) => mountOn(scope, mounted, options));
  else mountOn(server, mounted, options);
}

function mountOn(
  server: FastifyInstance,
  { route, handler }: MountedRoute,
  { checkAnswers, maxUploadBytes }: MountOptions,
): void {
  const rest = /\{(\w+)\*\}/.exec(route.path)?.[1];
  server.route({
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
    url: toUrlPattern(route.path),
    exposeHeadRoute: false,
    config: { description: route },
    async handler(request, reply) {
      const viewer = admit(route.access, request);
      const { params, query, body } = parseRequest(route, {
        params: rest === undefined ? request.params : nameRest(request.params, rest),
        query: request.query,
        body: route.upload ? undefined : request.body,
      });
      const call = toCallRequest(request, reply, maxUploadBytes);
      const result = await handler({ viewer, params, query, body, request: call });
      if (checkAnswers) checkAnswer(route, result);
      return send(route, reply, result);
    },
  });
}

/** `{id}` becomes `:id`, `{path*}` the rest of the path. */
export const toUrlPattern = (path: string): string =>
  path.replace(/\{(\w+)\*\}/g, '*').replace(/\{(\w+)\}/g, ':$1');

function nameRest(params: unknown, name: string): unknown {
  const { '*': value, ...others } = params as Record<string, unknown>;
  return { ...others, [name]: value };
}

function checkAccess({ method, path, access }: RouteDescription): void {
  const known = (one: string) => permissions.some((permission) => permission === one);
  const fits =
    access === 'anyone' ||
    access === 'user' ||
    (typeof access === 'string' ? known(access) : access?.length > 0 && access.every(known));
  if (!fits) throw new Error(`${method} ${path} does not say who may call it`);
}

function admit(access: Access, { viewer, isForeignWrite }: FastifyRequest): Viewer | undefined {
  if (access === 'anyone') return viewer;
  if (isForeignWrite) throw forbidden('A request of another site may not change anything by your cookie');
  if (!viewer) throw unauthorized();
  if (access !== 'user') demand(viewer, access);
  return viewer;
}

function toCallRequest(request: FastifyRequest, reply: FastifyReply, maxUploadBytes: number): CallRequest {
  return {
    id: request.id,
    ip: request.ip,
    method: request.method,
    url: request.raw.url ?? '/',
    protocol: request.protocol,
    host: request.host,
    headers: request.headers,
    signal: () => toSignal(reply),
    readUpload: () => readUpload(request, maxUploadBytes),
  };
}

/** The library's own signal follows the request body, which ends long before the answer does. */
function toSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (reply.raw.destroyed) controller.abort();
  else reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
