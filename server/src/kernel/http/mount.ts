// Mounts a described route: permission, parsing, handler, answer. A route without a description or an access rule
// stops the start.
import { isDeepStrictEqual } from 'node:util';
import { declaredErrors } from '@lectern/contract/declared-errors';
import { errorStatuses } from '@lectern/contract/errors';
import { permissions } from '@lectern/contract/permissions';
import type { Access, RouteDescription } from '@lectern/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { demand, type Viewer } from '#kernel/access/viewer.ts';
import { Problem, unauthorized } from '#kernel/errors.ts';
import { isBytesAnswer, isJsonAnswer } from './answers.ts';
import type { CallRequest, MountedRoute } from './implement.ts';
import { parseRequest } from './parse.ts';
import { send } from './send.ts';

export interface MountOptions {
  /** Compare every answer with its declaration and fail when they differ: for tests. */
  checkAnswers: boolean;
  maxUploadBytes: number;
}

export function mount(server: FastifyInstance, mounted: MountedRoute, options: MountOptions): void {
  const { route, handler } = mounted;
  checkAccess(route);
  server.route({
    method: route.method,
    url: toUrlPattern(route.path),
    config: { description: route },
    async handler(request, reply) {
      const viewer = admit(route.access, request);
      const parsed = parseRequest(route, {
        params: toParams(route.path, request.params),
        query: request.query,
        body: route.upload ? undefined : request.body,
      });
      const result = await handler({ ...parsed, viewer, request: toCallRequest(request, reply, options) });
      if (options.checkAnswers) checkAnswer(route, result);
      return send(route, reply, result);
    },
  });
}

/** `{id}` becomes `:id`, `{path*}` the rest of the path. */
export const toUrlPattern = (path: string): string =>
  path.replace(/\{(\w+)\*\}/g, '*').replace(/\{(\w+)\}/g, ':$1');

function toParams(path: string, params: unknown): unknown {
  const rest = /\{(\w+)\*\}/.exec(path)?.[1];
  if (rest === undefined) return params;
  const { '*': value, ...others } = params as Record<string, unknown>;
  return { ...others, [rest]: value };
}

function checkAccess({ method, path, access }: RouteDescription): void {
  const known = (one: string) => permissions.some((permission) => permission === one);
  const fits =
    access === 'anyone' ||
    access === 'user' ||
    (typeof access === 'string' ? known(access) : access?.length > 0 && access.every(known));
  if (!fits) throw new Error(`${method} ${path} does not say who may call it`);
}

function admit(access: Access, { viewer }: FastifyRequest): Viewer | undefined {
  if (access === 'anyone') return viewer;
  if (!viewer) throw unauthorized();
  if (access !== 'user') demand(viewer, access);
  return viewer;
}

function toCallRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { maxUploadBytes }: MountOptions,
): CallRequest {
  let controller: AbortController | undefined;
  return {
    id: request.id,
    ip: request.ip,
    method: request.method,
    url: request.raw.url ?? '/',
    protocol: request.protocol,
    host: request.host,
    headers: request.headers,
    cookies: request.cookies,
    get signal() {
      if (!controller) {
        const created = new AbortController();
        controller = created;
        reply.raw.once('close', () => created.abort());
      }
      return controller.signal;
    },
    readUpload: () => readUpload(request, maxUploadBytes),
  };
}

async function readUpload(request: FastifyRequest, maxBytes: number) {
  if (!request.isMultipart())
    throw new Problem('unsupported_media_type', 'A multipart/form-data body is needed');
  const file = await request.file({
    limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000 },
  });
  if (file?.fieldname !== 'file') throw new Problem('validation_failed', 'The field `file` is missing');
  const bytes = await file.toBuffer();
  return { bytes, fileName: file.filename };
}

/** Throws when an answer is not what the route declares. */
function checkAnswer(route: RouteDescription, result: unknown): void {
  if (isBytesAnswer(result)) {
    if (!Object.values(route.answers).some((answer) => answer.kind === 'bytes'))
      throw undeclared(route, 'bytes');
    return;
  }
  const extra = isJsonAnswer(result) ? result : undefined;
  const status = extra?.status ?? Number(Object.keys(route.answers)[0]);
  const answer = route.answers[status];
  if (!answer) throw undeclared(route, `status ${status}`);
  if (answer.kind !== 'json') return;
  const value: unknown = JSON.parse(JSON.stringify(extra ? extra.value : result));
  const parsed = answer.schema.safeParse(value);
  if (!parsed.success) throw undeclared(route, JSON.stringify(parsed.error.issues.slice(0, 5)));
  if (!isDeepStrictEqual(parsed.data, value)) throw undeclared(route, 'fields that its schema does not name');
}

const undeclared = (route: RouteDescription, what: string) =>
  new Error(`${route.method} ${route.path} answers ${what}, which it does not declare`);

/** Throws when a route fails in a way that it does not declare. */
export function checkErrorStatus(route: RouteDescription | undefined, status: number): void {
  if (!route) return;
  const statuses = declaredErrors(route).map((code): number => errorStatuses[code]);
  if (!statuses.includes(status)) throw undeclared(route, `the error status ${status}`);
}
