// What the hooks learn about a request before its handler runs.
import type { RouteDescription } from '@lectern/contract/route';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { CookieRequest } from './cookies.ts';
import type { Surface } from './surface.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined;
    /** The session cookie was good, but another site may have sent the request: it counts as nobody's. */
    isForeignWrite: boolean;
  }
  interface FastifyContextConfig {
    /** The description of the route; every route has one, or it is not mounted. */
    description?: RouteDescription;
    /** The protocol of the route, where it is another than the API. */
    surface?: Surface;
  }
}

/**
 * Proves who calls from the credentials of a request; undefined when there are none or they are not valid. Answers
 * at once where it can.
 */
export type Authenticate = (request: CookieRequest) => Promise<Viewer | undefined> | Viewer | undefined;
