// Invalid requests: bytes that are not HTTP, methods that Node.js does not know, and tunnels (CONNECT). They are
// answered on the socket if possible, and the connection is closed.
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorStatuses } from '@lectern/contract/errors';
import { Problem } from '#infrastructure/errors.ts';
import { securityHeaders } from './browser-security/security-headers.ts';
import type { BucketState } from './rate-limits/rate-limit.ts';
import { makeRequestId } from './request-id.ts';

export type BrokenRequest = Error & { code?: string; rawPacket?: unknown; bytesParsed?: number };

export interface BrokenOptions {
  /** Draws tokens of an address for bytes that are not a valid request. */
  drawUnread(address: string): BucketState | undefined;
  /** The error for a method that an address does not support. */
  explainMethod(method: string, address: string): Problem;
}

type Connection = Duplex & { remoteAddress?: string | undefined };

export function answerBrokenRequest(
  error: BrokenRequest,
  socket: Connection,
  { drawUnread, explainMethod }: BrokenOptions,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const line = error.code === 'HPE_INVALID_METHOD' ? readRequestLine(error) : undefined;
  const problem = line ? explainMethod(line.method, line.address) : explainBroken(error.code);
  end(socket, problem, { bucket: drawUnread(socket.remoteAddress ?? ''), isHead: isHead(error) });
}

/** Node.js emits the socket of a CONNECT, and closes it without a response if there is no listener. */
export function refuseTunnels(server: Server, { drawUnread, explainMethod }: BrokenOptions): void {
  server.on('connect', (request, socket) => {
    const { url: address = '' } = request;
    // A request for another host treats this server as a proxy; no method is supported then.
    const problem = address.startsWith('/')
      ? explainMethod('CONNECT', address)
      : new Problem('method_not_allowed', 'This server is not a proxy', { headers: { Allow: '' } });
    socket.on('error', () => socket.destroy());
    end(socket, problem, { bucket: drawUnread(request.socket.remoteAddress ?? ''), isHead: false });
  });
}

interface Ending {
  bucket: BucketState | undefined;
  isHead: boolean;
}

function end(socket: Connection, problem: Problem, { bucket, isHead }: Ending): void {
  const { code, message } = problem;
  const body = JSON.stringify({ error: code, message });
  const headers: Record<string, string | number> = {
    ...securityHeaders,
    ...problem.headers,
    'x-request-id': makeRequestId(),
    ...(bucket && {
      'x-ratelimit-limit': bucket.limit,
      'x-ratelimit-remaining': bucket.remaining,
      'x-ratelimit-reset': bucket.resetSeconds,
    }),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${errorStatuses[code]} \r\n${lines.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
}

/** A client would read the body of a response to HEAD as the next response (RFC 9110 §9.3.2). */
const isHead = ({ rawPacket }: BrokenRequest): boolean =>
  Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD ';

/**
 * Returns the request line at which the parser stopped if only its method is unknown (RFC 9112 §3; methods are tokens).
 */
function readRequestLine({ rawPacket, bytesParsed = 0 }: BrokenRequest) {
  if (!Buffer.isBuffer(rawPacket)) return undefined;
  const text = rawPacket.toString('latin1');
  const start = bytesParsed === 0 ? 0 : text.lastIndexOf('\n', bytesParsed - 1) + 1;
  const line = text.slice(start, text.indexOf('\n', start));
  const [, method, address] = /^([\w!#$%&'*+.^`|~-]{1,64}) (\/[^\s]*) HTTP\/1\.[01]\r?$/.exec(line) ?? [];
  return method !== undefined && address !== undefined ? { method, address } : undefined;
}

function explainBroken(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('header_fields_too_large', 'The address and headers are too large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request took too long');
    default:
      return new Problem('validation_failed', 'This is not a valid HTTP request');
  }
}
