// Whether a request comes from a program on this machine, without a proxy between.
import type { FastifyRequest } from 'fastify';
import { toHostName } from '#infrastructure/config/values.ts';

/** Headers by which proxies say for whom they ask (RFC 7239, RFC 9110 §7.6.3, and the usual ones before them). */
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
 * The connection comes from the loopback interface, the request names this machine, and no header tells of a proxy. A
 * proxy on this machine that sends no such header and asks under a loopback name cannot be told apart.
 */
export const isLocalClient = ({ raw, headers, host }: FastifyRequest): boolean =>
  isLoopback(raw.socket.remoteAddress) &&
  isLoopbackName(toHostName(host)) &&
  forwarding.every((name) => headers[name] === undefined);
