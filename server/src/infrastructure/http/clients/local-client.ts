// Detects requests of programs on this machine, without a proxy.
import type { FastifyRequest } from 'fastify';
import { toHostName } from '#infrastructure/config/values.ts';

/** Headers of proxies (RFC 7239, RFC 9110 §7.6.3, and their common predecessors). */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-original-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fly-client-ip',
];

const isLoopback = (address = ''): boolean => address === '::1' || /^(::ffff:)?127\./.test(address);

/** `localhost` and names below it (RFC 6761 §6.3), and addresses of the loopback interface. */
const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);

/**
 * Local: the connection comes from the loopback interface, and the request names this machine and has no proxy headers.
 * A local proxy that sends no such header and uses a loopback name cannot be detected.
 */
export const isLocalClient = ({ raw, headers, host }: FastifyRequest): boolean =>
  isLoopback(raw.socket.remoteAddress) &&
  isLoopbackName(toHostName(host)) &&
  forwarding.every((name) => headers[name] === undefined);
