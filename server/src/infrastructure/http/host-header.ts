// Validates the host name of a request: addresses in responses contain it, so it has to be valid and allowed by the
// configuration.
import type { FastifyRequest } from 'fastify';
import type { Config } from '#infrastructure/config/schema.ts';
import { toHostName } from '#infrastructure/config/values.ts';
import { Problem } from '#infrastructure/errors.ts';

/** A name (RFC 3986 `reg-name`), an IPv4 address or an IPv6 one in brackets, and perhaps a port. */
const hostForm = /^(?:[a-z\d._~%!$&'()*+,;=-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/i;

/**
 * The fault of `Host` (RFC 9112 §3.2), or of a trusted proxy's header in its place; undefined when it is valid. Only
 * HTTP/1.0 has requests without it. Node.js would refuse them without the server's headers.
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
 * Whether a request names a host that is not allowed: to a browser, a foreign page whose name resolves to this server
 * (DNS rebinding) would be of the same origin. Without a list every name is allowed (`server.allowed_hosts`), except
 * before the set-up, when such a page could become the owner. Returns a promise where the set-up has to be looked up.
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
    // Asked only when the answer is awaited: without a database, an ignored answer would end the process.
    const isOver = isSetUp();
    return isOver === true ? undefined : isOver.then((over) => (over ? undefined : notSetUp()));
  };
}

const notAllowed = () =>
  new Problem('misdirected_request', 'This server does not answer under this name (server.allowed_hosts)');

/** A host that no other page can have: an IP address, or `localhost` (RFC 6761 §6.3). Empty: HTTP/1.0. */
const isOwnName = (name: string): boolean =>
  name === '' || isAddress(name) || name === 'localhost' || name.endsWith('.localhost');

/** An IPv4 address, or anything in brackets, which is IPv6 (`hostForm`). */
const isAddress = (name: string): boolean => name.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);

const notSetUp = () =>
  new Problem(
    'misdirected_request',
    'Until its first administrator exists, this server answers only under localhost, its IP addresses and the names of server.public_url and server.allowed_hosts',
  );

/** Names are at even indexes. Proxies and servers disagree which of several counts. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

const fault = (message: string) => new Problem('validation_failed', message);
