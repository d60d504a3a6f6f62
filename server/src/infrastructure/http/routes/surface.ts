// A surface: another protocol below its own path, with its own authentication and error format. Its routes are
// described, mounted, parsed and admitted like all others.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { isAmbient, isForeignWrite } from '../browser-security/foreign-write.ts';
import type { ErrorAnswer } from '../problems.ts';
import type { AnswerHeaders } from './answers.ts';
import type { MountedRoute } from './implement.ts';

export interface Surface {
  name: string;
  routes: readonly MountedRoute[];
  /** The prefix of its addresses below the base path, such as `/opds`; undefined while it is disabled. */
  path(): string | undefined;
  /** Like the API's `Authenticate`, for the credentials of this protocol. */
  authenticate(request: FastifyRequest): Promise<Viewer | undefined> | Viewer | undefined;
  /** An error in the protocol's format. `answer.body` is that of the API. */
  toError(answer: ErrorAnswer, request: FastifyRequest): SurfaceError;
  /** Headers of every response to an authorized caller: a session's cookie. */
  greet?(
    viewer: Viewer,
    request: FastifyRequest,
  ): AnswerHeaders | undefined | Promise<AnswerHeaders | undefined>;
  /** Prepares the HTTP library for its routes: parsers of other bodies. */
  prepare?(scope: FastifyInstance): void;
}

export interface SurfaceError {
  status: number;
  mediaType: string;
  body: string;
  /** Added to the headers of the error, with precedence. */
  headers?: AnswerHeaders;
}

/** Returns whether an address below the base path belongs to the surface while it is enabled. */
function owns(surface: Surface, address: string): boolean {
  const path = surface.path();
  if (path === undefined) return false;
  const own = address.split('?', 1)[0] ?? '';
  return own === path || own.startsWith(`${path}/`);
}

/** Returns the surface of a request: that of its route, otherwise that of its path. */
export function findSurface(
  request: Pick<FastifyRequest, 'url'>,
  { surfaces, basePath }: { surfaces: readonly Surface[]; basePath: string },
): Surface | undefined {
  const address = request.url.startsWith(basePath) ? request.url.slice(basePath.length) : '';
  return surfaces.find((surface) => owns(surface, address));
}

/**
 * Returns whether a page of another site made a browser send its credentials. Programs other than browsers send neither
 * of the two headers, and are trusted.
 */
export function isForged(request: FastifyRequest): boolean {
  const { headers } = request;
  if (!isAmbient(headers) || (!headers.origin && !headers['sec-fetch-site'])) return false;
  return isForeignWrite(request);
}

/** The specification defines one body for these. */
const isRateLimited = ({ body }: ErrorAnswer): boolean => body.error === 'rate_limit_exceeded';

export function sendSurfaceError(surface: Surface, reply: FastifyReply, answer: ErrorAnswer): FastifyReply {
  const { status, mediaType, body, headers } = isRateLimited(answer)
    ? {
        status: answer.status,
        mediaType: 'application/json; charset=utf-8',
        body: JSON.stringify(answer.body),
      }
    : surface.toError(answer, reply.request);
  reply.code(status).headers({ 'cache-control': 'no-store', ...answer.headers, ...headers });
  return reply.header('content-type', mediaType).send(body);
}
