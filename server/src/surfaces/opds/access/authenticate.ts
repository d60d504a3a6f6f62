// Who calls: Basic with a password or an API key, a bearer token, or the header of API keys. The cookie of the web
// pages does not count: a reader app has none, and a browser that follows a link here is to be asked.
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Auth } from '#features/identity/auth/index.ts';
import type { Surface } from '#infrastructure/http/surface.ts';

export function createOpdsAuthenticate({ authenticate, verifyBasic }: Auth): Surface['authenticate'] {
  const toSignal = createGoneSignal();
  return (request) => {
    const { id, ip, headers, protocol } = request;
    // What anyone may ask for is not asked about: OAuth clients send their own name by Basic with the password.
    if (request.routeOptions.config.description?.access === 'anyone') return undefined;
    const { cookie: _, ...own } = headers;
    return (
      verifyBasic({ id, ip, headers: own, signal: () => toSignal(request) }) ??
      authenticate({ headers: own, protocol })
    );
  };
}

/** Aborted when the client's connection ends; one listener a connection, however often it asks. */
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
