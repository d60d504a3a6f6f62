// What the hooks learn about a request before its handler runs.
import type { RouteDescription } from '@lectern/contract/route';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '#kernel/access/viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined;
  }
  interface FastifyContextConfig {
    /** The description of the route; every route has one, or it is not mounted. */
    description?: RouteDescription;
  }
}

/** Proves who calls from the credentials of a request; undefined when there are none or they are not valid. */
export type Authenticate = (request: FastifyRequest) => Promise<Viewer | undefined> | Viewer | undefined;
