// Starts listening, with errors for users. Stops after running requests have ended.
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#infrastructure/config/schema.ts';
import { messageOf, StartError, systemCodeOf } from '#infrastructure/errors.ts';

/** Throws StartError with one sentence that names the remedy. Returns the actual port, also for port 0. */
export async function listen(
  server: FastifyInstance,
  { server: { host, port } }: Config,
): Promise<{ host: string; port: number }> {
  try {
    await server.listen({ host, port });
  } catch (cause) {
    throw new StartError(explain(cause, host, port), { cause });
  }
  const address = server.server.address();
  return { host, port: typeof address === 'object' && address ? address.port : port };
}

/** Ports below it may need rights (Linux: net.ipv4.ip_unprivileged_port_start). */
const firstFreePort = 1024;

/**
 * A sentence for an address that `listen` refuses. A port in use is no fault: this server may be running. Other ports are
 * not opened, so that a server that starts meanwhile finds its port free.
 */
export function findListenFault({ server: { host, port } }: Config): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => {
      resolve(systemCodeOf(error) === 'EADDRINUSE' ? undefined : explain(error, host, port));
    });
    server.listen({ host, port: port < firstFreePort ? port : 0 }, () => {
      server.close(() => resolve(undefined));
    });
  });
}

function explain(cause: unknown, host: string, port: number): string {
  switch (systemCodeOf(cause)) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use; end the other program or choose another port with --port`;
    case 'EACCES':
      return `Port ${port} needs more rights than this account has; choose a port above 1023 with --port`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return `The address ${host} is not one of this machine; choose another address with --host`;
    default:
      return `The server cannot listen on ${host}:${port}: ${messageOf(cause)}`;
  }
}

/** Accepts no new connections, waits `graceMs` for running requests, then closes them. */
export async function close(server: FastifyInstance, graceMs: number): Promise<void> {
  const { server: http } = server;
  // A keep-alive connection becomes idle after its last response, and would not be closed otherwise.
  const sweep = setInterval(() => http.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => http.closeAllConnections(), graceMs);
  try {
    await server.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cutOff);
  }
}
