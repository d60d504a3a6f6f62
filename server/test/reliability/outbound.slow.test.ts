// The server sends requests only to configured sign-in providers, and through infrastructure/outside, which is off by
// default. No route takes an address that the server requests; text that looks like an address is only stored.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { join } from 'node:path';
import { nouns } from '@lectern/contract/nouns';
import type { RouteDescription } from '@lectern/contract/route';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSkeletons, type Json } from '../fuzz/bodies.ts';
import { createDice } from '../fuzz/dice.ts';
import { good, makeWorld, toParams } from '../harness/calls/good-calls.ts';
import { startTestServer } from '../harness/server.ts';
import { startFakeProvider, tryToSignIn } from '../harness/sign-in-providers/fake-oidc-provider.ts';

let listener: Server;
let port = 0;
const received: string[] = [];
beforeAll(async () => {
  listener = createServer((request, response) => {
    received.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  ({ port } = listener.address() as AddressInfo);
});
afterAll(() => listener.close());

/** Notations of this host, metadata addresses of cloud providers, and other URL schemes. */
const addresses = () => [
  `http://127.0.0.1:${port}/a.jpg`,
  `http://localhost:${port}/a.jpg`,
  `http://2130706433:${port}/a.jpg`,
  `http://0x7f.1:${port}/a.jpg`,
  `http://[::ffff:127.0.0.1]:${port}/a.jpg`,
  `http://[::1]:${port}/a.jpg`,
  `http://user@127.0.0.1:${port}/a.jpg`,
  'http://169.254.169.254/latest/meta-data/',
  'https://books.example/redirect',
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/_MAIL',
  `//127.0.0.1:${port}/a.jpg`,
];

const replaceTexts = (value: Json, address: string): Json => {
  if (typeof value === 'string') return /^[a-z]{1,20}$|^https:/.test(value) ? address : value;
  if (Array.isArray(value)) return value.map((one) => replaceTexts(one, address));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceTexts(one, address)]));
};

const all = nouns
  .flatMap(({ table }) => Object.values(table) as RouteDescription[])
  .filter(({ method, path }) => !path.includes('/auth/') && path !== '/api/v1/events' && method !== 'DELETE');
const toUrl = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\*?\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'x'));

test('sends no request to an address in a body, query or upload', {
  timeout: 120_000,
}, async () => {
  const server = await startTestServer({ withTasks: true });
  onTestFinished(() => server.stop());
  const world = await makeWorld(server);
  const own = Number(new URL(server.url).port);
  const requested = new Set<string>();
  // Records every connection of this process, including those of the test.
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => requested.add(`${socket.remoteAddress}:${socket.remotePort}`));
    socket.once(
      'lookup',
      (_error, address, _family, host) => !isIP(host) && requested.add(`${host} ${address}`),
    );
    socket.once('error', (error: { syscall?: string }) => {
      if (error.syscall === 'connect') requested.add(`in vain: ${String(error)}`);
    });
  };
  subscribe('net.client.socket', note);
  onTestFinished(() => void unsubscribe('net.client.socket', note));
  // Control: verifies that a request is recorded.
  await fetch(`http://127.0.0.1:${port}/control`);
  expect([...requested]).toContain(`127.0.0.1:${port}`);
  for (const [index, route] of all.entries()) {
    const title = `${route.method} ${route.path}`;
    const url = toUrl(route.path, await toParams(route, world));
    const makeBody = route.body && createSkeletons(route.body);
    const known = (await good[title]?.(world))?.options?.body as Json | undefined;
    for (const [n, address] of addresses().entries()) {
      if (n % 4 !== index % 4) continue;
      const names = Object.keys(route.query?.shape ?? {}).filter((name) => !/page/i.test(name));
      const query = names.map((name) => `${name}=${encodeURIComponent(address)}`).join('&');
      const body = makeBody && replaceTexts(n % 2 === 0 && known ? known : makeBody(createDice(n)), address);
      const form = new FormData();
      form.append('file', new Blob([address]), `${address}.jpg`);
      const sent = route.upload ? { raw: form } : body === undefined ? {} : { body };
      const { status } = await server.admin.request(route.method, `${url}?${query}`, sent);
      expect([title, address, status < 500]).toEqual([title, address, true]);
    }
  }
  expect(received).toEqual(['/control']);
  for (const one of requested) expect([`127.0.0.1:${port}`, `127.0.0.1:${own}`]).toContain(one);
  received.length = 0;
});

test('does not follow redirects of a provider or request addresses without TLS', async () => {
  const fake = await startFakeProvider();
  const entry = {
    id: 'fake',
    issuer: fake.issuer,
    clientId: fake.clientId,
    autoCreate: true,
    allowInsecureHttp: true,
  };
  let nowMs = Date.now();
  const server = await startTestServer({
    environment: { LECTERN_AUTH_OIDC_PROVIDERS: JSON.stringify([entry]), LECTERN_LOG_LEVEL: 'silent' },
    clock: () => nowMs,
  });
  onTestFinished(async () => {
    await server.stop();
    await fake.close();
  });
  const elsewhere = `http://127.0.0.1:${port}/stolen`;
  for (const lies of [
    { token: (response: ServerResponse) => void response.writeHead(307, { location: elsewhere }).end() },
    { token: (response: ServerResponse) => void response.writeHead(302, { location: elsewhere }).end() },
    { discovery: { token_endpoint: 'http://169.254.169.254/token' } },
    { discovery: { jwks_uri: 'http://10.0.0.1/keys' } },
    { discovery: { userinfo_endpoint: 'http://[fe80::1]/userinfo' } },
    { discovery: { token_endpoint: 'file:///etc/passwd' } },
  ]) {
    nowMs += 3_600_001;
    fake.say(lies);
    const tried = await tryToSignIn(server, fake, { provider: 'fake' });
    expect([tried.status >= 400, tried.body.accessToken]).toEqual([true, undefined]);
  }
  expect(received).toEqual([]);
});

test('opens connections only in the known files: two HTTP clients, two commands that call the server, the database, and the confinement probe', () => {
  const source = join(import.meta.dirname, '..', '..', 'src');
  const callers = readdirSync(source, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => {
      const code = readFileSync(join(source, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      return /\bfetch\(|from '(node:)?(https?|net|tls|dns|http2|dgram)(\/promises)?'|WebSocket\(|EventSource\(|\bundici\b/.test(
        code.replace(/import type .*$/gm, '').replace(/import \{ STATUS_CODES \} .*$/gm, ''),
      );
    });
  expect(callers.toSorted()).toEqual([
    'commands/health.ts',
    'features/identity/oidc/fetching.ts',
    'features/system/doctor/network.ts',
    // Only checks literal addresses.
    'infrastructure/config/values.ts',
    'infrastructure/confinement/probe.ts',
    // The HTTPS server.
    'infrastructure/http/certificate.ts',
    // Only listens, to test the configured address.
    'infrastructure/http/listening.ts',
    // Both check addresses: one the resolved host names, the other literals.
    'infrastructure/outside/addresses.ts',
    'infrastructure/outside/request.ts',
  ]);
});
