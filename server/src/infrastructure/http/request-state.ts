// The state of a request that the hooks set before its handler runs.
import type { RouteDescription } from '@lectern/contract/route';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { CookieRequest } from './browser-security/cookies.ts';
import type { Surface } from './routes/surface.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined;
    /** The session cookie was valid, but another site may have sent the request: it is anonymous. */
    isForeignWrite: boolean;
  }
  interface FastifyContextConfig {
    /** The description of the route. */
    description?: RouteDescription;
    /** The protocol of the route, unless it is the API. */
    surface?: Surface;
  }
}

/**
 * Authenticates by the credentials of a request; undefined if they are missing or invalid. Synchronous if the result is
 * cached.
 */
export type Authenticate = (request: CookieRequest) => Promise<Viewer | undefined> | Viewer | undefined;
