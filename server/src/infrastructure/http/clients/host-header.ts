// Validates the host name of a request. Addresses in responses contain it, so it must be valid and permitted by the
// configuration.
import type { FastifyRequest } from 'fastify';
import type { Config } from '#infrastructure/config/schema.ts';
import { toHostName } from '#infrastructure/config/values.ts';
import { Problem } from '#infrastructure/errors.ts';

/** A name (RFC 3986 `reg-name`), an IPv4 address or an IPv6 address in brackets, with an optional port. */
const hostForm = /^(?:[a-z\d._~%!$&'()*+,;=-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/i;

/**
 * Returns the error of `Host` (RFC 9112 §3.2), or of a trusted proxy's header in its place; undefined if it is valid.
 * Only HTTP/1.0 allows requests without it. Node.js would reject them without the server's headers.
 */
export function findHostFault({ raw, host }: FastifyRequest): Problem | undefined {
  if (raw.headers.host === undefined && host === '')
    return raw.httpVersion === '1.1' ? fault('The Host header is missing') : undefined;
  if (countHosts(raw.rawHeaders) > 1) return fault('There are several Host headers');
  return hostForm.test(host) && URL.canParse(`http://${host}`)
    ? undefined
    : fault('The Host header is not the name of a host');
}

/**
 * Checks whether a request names a host that is not permitted: to a browser, a foreign page whose name resolves to this
 * server (DNS rebinding) would have the same origin. Without a list, every name is permitted (`server.allowed_hosts`),
 * except before the setup, when such a page could take over the server. Returns a promise if the setup state has to be
 * looked up.
 */
export function createHostGuard(
  { allowedHosts, publicUrl }: Config['server'],
  isSetUp: () => true | Promise<boolean>,
): (request: FastifyRequest) => Problem | undefined | Promise<Problem | undefined> {
  const known = new Set(allowedHosts);
  if (publicUrl !== undefined) known.add(new URL(publicUrl).hostname);
  return ({ host, routeOptions }) => {
    const name = toHostName(host);
    if (known.has(name) || routeOptions.config.description?.anyHost) return undefined;
    if (allowedHosts.length > 0) return notAllowed();
    if (isOwnName(name)) return undefined;
    // Started only when the result is awaited: without a database, an ignored rejection would end the process.
    const isOver = isSetUp();
    return isOver === true ? undefined : isOver.then((over) => (over ? undefined : notSetUp()));
  };
}

const notAllowed = () =>
  new Problem('misdirected_request', 'This server does not answer under this name (server.allowed_hosts)');

/** Returns whether no other page can have this host: an IP address, or `localhost` (RFC 6761 §6.3). Empty: HTTP/1.0. */
const isOwnName = (name: string): boolean =>
  name === '' || isAddress(name) || name === 'localhost' || name.endsWith('.localhost');

/** An IPv4 address, or anything in brackets, which is IPv6 (`hostForm`). */
const isAddress = (name: string): boolean => name.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);

const notSetUp = () =>
  new Problem(
    'misdirected_request',
    'Until its first administrator exists, this server answers only under localhost, its IP addresses and the names of server.public_url and server.allowed_hosts',
  );

/** Names are at even indexes. Proxies and servers disagree on which of several headers applies. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

const fault = (message: string) => new Problem('validation_failed', message);
