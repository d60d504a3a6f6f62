// The name under which the client knows the server: addresses that we hand out are made of it, so it has to be one, and
// one of those that the configuration allows.
import type { FastifyRequest } from 'fastify';
import type { Config } from '#infrastructure/config/schema.ts';
import { toHostName } from '#infrastructure/config/values.ts';
import { Problem } from '#infrastructure/errors.ts';

/** A name (RFC 3986 `reg-name`), an IPv4 address or an IPv6 one in brackets, and perhaps a port. */
const hostForm = /^(?:[a-z\d._~%!$&'()*+,;=-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/i;

/**
 * What is wrong with `Host` (RFC 9112, 3.2), or with what a trusted proxy says in its place; undefined when nothing
 * is. Only HTTP/1.0 knows requests without it. Node would refuse them without our headers.
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
 * Finds requests under a name that is not one of ours: a page elsewhere whose name was made to lead here (DNS
 * rebinding) would else be the same origin to a browser. Without a list every name is one (`server.allowed_hosts`), but
 * for the time until somebody has set the server up: such a page could make itself the owner. Gives a promise where it
 * has to find out whether somebody has meanwhile.
 */
export function createHostGuard(
  { allowedHosts, publicUrl }: Config['server'],
  isSetUp: () => true | Promise<boolean>,
): (request: FastifyRequest) => Problem | undefined | Promise<Problem | undefined> {
  const known = new Set(allowedHosts);
  if (publicUrl !== undefined) known.add(new URL(publicUrl).hostname);
  return ({ host, routeOptions }) => {
    const isOver = isSetUp();
    if (isOver === true && allowedHosts.length === 0) return undefined;
    const name = toHostName(host);
    if (known.has(name) || routeOptions.config.description?.anyHost) return undefined;
    if (allowedHosts.length > 0) return notAllowed();
    return isOver === true || isOwnName(name)
      ? undefined
      : isOver.then((over) => (over ? undefined : notSetUp()));
  };
}

const notAllowed = () =>
  new Problem('misdirected_request', 'This server does not answer under this name (server.allowed_hosts)');

/** No other page can have it: an address, which names nothing, or `localhost` (RFC 6761 §6.3). Empty: HTTP/1.0. */
const isOwnName = (name: string): boolean =>
  name === '' || isAddress(name) || name === 'localhost' || name.endsWith('.localhost');

/** Of IP version 4, or anything in brackets, which is one of version 6 (`hostForm`). */
const isAddress = (name: string): boolean => name.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);

const notSetUp = () =>
  new Problem(
    'misdirected_request',
    'Until its first administrator exists, this server answers only under localhost, its IP addresses and the names of server.public_url and server.allowed_hosts',
  );

/** Names stand at even places. Which of several counts is what proxies and servers disagree on. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

const fault = (message: string) => new Problem('validation_failed', message);
