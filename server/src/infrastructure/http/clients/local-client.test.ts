import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { isLocalClient } from './local-client.ts';

interface Asked {
  remoteAddress?: string;
  host?: string;
  headers?: Record<string, string>;
}

const isLocal = ({ remoteAddress = '127.0.0.1', host = 'localhost:8080', headers = {} }: Asked) =>
  isLocalClient({ raw: { socket: { remoteAddress } }, host, headers } as unknown as FastifyRequest);

test.each<Asked>([
  {},
  { remoteAddress: '::1', host: '[::1]:8080' },
  { remoteAddress: '::ffff:127.0.0.1', host: '127.0.0.1:8080' },
  { host: 'lectern.localhost' },
])('%o is local', (asked) => {
  expect(isLocal(asked)).toBe(true);
});

test.each<Asked>([
  { remoteAddress: '192.168.1.20' },
  { remoteAddress: '::ffff:192.168.1.20' },
  { remoteAddress: 'fe80::1' },
  { host: 'books.example' },
  { host: '127.0.0.1.evil.example' },
  { host: '192.168.1.5:8080' },
  { host: '' },
  { headers: { 'x-forwarded-for': '127.0.0.1' } },
  { headers: { forwarded: 'for=127.0.0.1' } },
  { headers: { via: '1.1 proxy' } },
  { headers: { 'x-real-ip': '127.0.0.1' } },
])('%o is remote, or came through a proxy', (asked) => {
  expect(isLocal(asked)).toBe(false);
});
