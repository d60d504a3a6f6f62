// Requests without a route: a page of the web client, the base path without its slash, a wrong method, or an unknown
// address.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#infrastructure/errors.ts';
import { closeAfterLongBody, sendProblem } from '../error-replies.ts';
import type { BytesAnswer } from './answers.ts';
import type { MountedRoute } from './implement.ts';
import { findAllowedMethods } from './methods.ts';
import { sendBytes } from './send.ts';
import { findSurface, type Surface } from './surface.ts';

type FindPage = (path: string, headers: IncomingHttpHeaders) => BytesAnswer | undefined;

export interface NowhereOptions {
  routes: readonly MountedRoute[];
  surfaces: readonly Surface[];
  basePath: string;
  /** The page for an address below the base path without a route. */
  findPage?: FindPage | undefined;
  /** The page, sent with status 404, for a browser that requests a page that does not exist. */
  findMissingPage?: FindPage | undefined;
}

export class Nowhere {
  readonly #options: NowhereOptions;

  constructor(options: NowhereOptions) {
    this.#options = options;
  }

  /** The error for a request of this method for this address. */
  explain(method: string, address: string): Problem {
    const surface = findSurface(
      { url: address },
      { surfaces: this.#options.surfaces, basePath: this.#options.basePath },
    );
    const methods = this.#findMethods(address, surface);
    if (methods.length === 0 || methods.includes(method))
      return new Problem('not_found', 'There is nothing here');
    const allowed = methods.join(', ');
    return new Problem('method_not_allowed', `Use ${allowed}`, { headers: { Allow: allowed } });
  }

  /** Answers a request without a route. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const { method, url, headers } = request;
    if (this.#isBase(url) && isRead(request))
      return reply.redirect(toWithSlash(url, this.#options.basePath), 308);
    const surface = findSurface(request, {
      surfaces: this.#options.surfaces,
      basePath: this.#options.basePath,
    });
    const path = isRead(request) && !surface ? this.#toPath(url) : undefined;
    const page = path && this.#options.findPage?.(path, headers);
    if (page) return sendBytes(request, reply.code(200), page);
    const problem = this.explain(method, url);
    const missing = path && problem.code === 'not_found' && this.#options.findMissingPage?.(path, headers);
    if (missing) return sendBytes(request, reply.code(404), missing);
    return sendProblem(reply, problem, surface);
  }

  #toInside(address: string) {
    return address.startsWith(this.#options.basePath) ? address.slice(this.#options.basePath.length) : '';
  }

  #toPath(address: string) {
    return this.#toInside(address).split('?', 1)[0] ?? '';
  }

  #isBase(address: string) {
    return this.#options.basePath !== '' && address.split('?', 1)[0] === this.#options.basePath;
  }

  #findMethods(address: string, surface: Surface | undefined): string[] {
    if (this.#isBase(address)) return ['GET', 'HEAD'];
    const methods = findAllowedMethods(surface?.routes ?? this.#options.routes, this.#toInside(address));
    return methods.length === 0 && !surface && this.#options.findPage?.(this.#toPath(address), {})
      ? ['GET', 'HEAD']
      : methods;
  }
}

/** Relative, so that it also works below a prefix that a proxy removes: `/books?a=1` becomes `books/?a=1`. */
const toWithSlash = (url: string, basePath: string): string =>
  `${basePath.slice(basePath.lastIndexOf('/') + 1)}/${url.slice(basePath.length)}`;

/** Bodies are not read, because they do not change the response. */
export function addNowhere(server: FastifyInstance, nowhere: Nowhere): void {
  server.setNotFoundHandler((request, reply) => nowhere.send(request, reply));
  server.addHook('preParsing', (request, reply, _payload, done) => {
    if (!request.is404 || isRead(request)) return done();
    closeAfterLongBody(request, reply);
    void nowhere.send(request, reply);
  });
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';
