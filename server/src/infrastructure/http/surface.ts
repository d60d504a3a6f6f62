// A surface: another protocol below a path of its own, with its own ways to prove who calls and to tell of errors.
// Its routes are described, mounted, parsed and admitted like all others.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { AnswerHeaders } from './answers.ts';
import { isAmbient, isForeignWrite } from './foreign-write.ts';
import type { MountedRoute } from './implement.ts';
import type { ErrorAnswer } from './problems.ts';

export interface Surface {
  name: string;
  routes: readonly MountedRoute[];
  /** Where its addresses begin below the base path, as in `/opds`; undefined while it is switched off. */
  path(): string | undefined;
  /** As the API's `Authenticate`, from whatever this protocol's callers send. */
  authenticate(request: FastifyRequest): Promise<Viewer | undefined> | Viewer | undefined;
  /** What its clients understand of an error. `answer.body` is that of the API. */
  toError(answer: ErrorAnswer, request: FastifyRequest): SurfaceError;
  /** Headers of every answer to a caller who may call: a session's cookie. */
  greet?(
    viewer: Viewer,
    request: FastifyRequest,
  ): AnswerHeaders | undefined | Promise<AnswerHeaders | undefined>;
  /** What its routes need of the HTTP library: parsers of other bodies. */
  prepare?(scope: FastifyInstance): void;
}

export interface SurfaceError {
  status: number;
  mediaType: string;
  body: string;
  /** On top of those of the error itself; the same names win. */
  headers?: AnswerHeaders;
}

/** Whether an address below the base path is one of the surface's, as long as that is switched on. */
function owns(surface: Surface, address: string): boolean {
  const path = surface.path();
  if (path === undefined) return false;
  const own = address.split('?', 1)[0] ?? '';
  return own === path || own.startsWith(`${path}/`);
}

/** The surface of a request: that of its route, else that whose path it asks below. */
export function findSurface(
  request: Pick<FastifyRequest, 'url'>,
  { surfaces, basePath }: { surfaces: readonly Surface[]; basePath: string },
): Surface | undefined {
  const address = request.url.startsWith(basePath) ? request.url.slice(basePath.length) : '';
  return surfaces.find((surface) => owns(surface, address));
}

/**
 * Whether a page of another site made a browser send what it keeps for us. Programs that are no browsers send neither
 * of the two headers, and are believed.
 */
export function isForged(request: FastifyRequest): boolean {
  const { headers } = request;
  if (!isAmbient(headers) || (!headers.origin && !headers['sec-fetch-site'])) return false;
  return isForeignWrite(request);
}

/** The specification knows one body for these, whatever is asked for. */
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
