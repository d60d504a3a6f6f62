// Authentication: Basic with a password or an API key, a bearer token, or the API key header. The cookie of the web
// client is not accepted: reader apps have none, and a browser that follows a link here must be asked to sign in.
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Auth } from '#features/identity/auth/index.ts';
import type { Surface } from '#infrastructure/http/routes/surface.ts';

export function createOpdsAuthenticate({ authenticate, verifyBasic }: Auth): Surface['authenticate'] {
  const toSignal = createGoneSignal();
  return (request) => {
    const { id, ip, headers, protocol } = request;
    // Public routes ignore credentials: OAuth clients send their client id as Basic credentials with the password.
    if (request.routeOptions.config.description?.access === 'anyone') return undefined;
    const { cookie: _, ...own } = headers;
    return (
      verifyBasic({ id, ip, headers: own, signal: () => toSignal(request) }) ??
      authenticate({ headers: own, protocol })
    );
  };
}

/** Signals that abort when the client's connection closes. Adds one listener per connection. */
function createGoneSignal(): (request: FastifyRequest) => AbortSignal {
  const known = new WeakMap<Socket, AbortSignal>();
  return ({ raw: { socket } }) => {
    const before = known.get(socket);
    if (before) return before;
    const controller = new AbortController();
    socket.once('close', () => controller.abort());
    known.set(socket, controller.signal);
    return controller.signal;
  };
}
