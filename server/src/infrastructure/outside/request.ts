// Sends one external request and waits for the headers of the response.

import { lookup as lookUp } from 'node:dns';
import { type IncomingMessage, Agent as PlainAgent, request as requestPlainly } from 'node:http';
import { request, Agent as TlsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { explainConnection } from '#infrastructure/connection-faults.ts';
import { isPrivateAddress, toPrivate } from './addresses.ts';
import { OutsideError } from './errors.ts';

export interface Sent {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

export interface Connecting {
  lookup: LookupFunction;
  /** Names of the environment for proxies: HTTPS_PROXY and the others. */
  proxies: Readonly<Record<string, string>>;
  arePrivateAllowed: boolean;
  headersMs: number;
  signal: AbortSignal;
}

export const systemLookup: LookupFunction = lookUp;

/**
 * A proxy, if configured, resolves names and checks their addresses. Connections are not reused, because each was
 * checked for one request. Throws OutsideError, or the reason of the signal.
 */
export function send(url: URL, { method, headers, body }: Sent, how: Connecting): Promise<IncomingMessage> {
  const isPlain = url.protocol === 'http:';
  const agent = new (isPlain ? PlainAgent : TlsAgent)({ keepAlive: false, proxyEnv: { ...how.proxies } });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = (isPlain ? requestPlainly : request)(url, {
    method,
    agent,
    headers: { ...headers, 'accept-encoding': 'gzip' },
    signal: how.signal,
    maxHeaderSize: 32 * 1024,
    lookup: how.arePrivateAllowed ? how.lookup : refusePrivate(how.lookup),
  });
  const seconds = Math.ceil(how.headersMs / 1000);
  const timer = setTimeout(() => {
    sent.destroy(new OutsideError('timeout', `${url.host} did not respond within ${seconds} seconds`));
  }, how.headersMs);
  sent.on('response', resolve);
  sent.on('error', (error) => {
    if (how.signal.aborted) return reject(how.signal.reason);
    const silent = () =>
      new OutsideError('silent', `${url.host} did not respond (${explainConnection(error)})`, {
        cause: error,
      });
    reject(error instanceof OutsideError ? error : silent());
  });
  sent.end(body);
  return promise.finally(() => clearTimeout(timer));
}

/** Connects only to the addresses that pass the check, so that a later change of the name has no effect. */
const refusePrivate =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const all = typeof found === 'string' ? [{ address: found, family: 0 }] : found;
      const open = all.filter(({ address }) => !isPrivateAddress(address));
      const [first] = open;
      if (!first) return callback(toPrivate(hostname), []);
      if (options.all) callback(null, open);
      else callback(null, first.address, first.family);
    });
