// Requests to hostile servers, which lie, redirect, hang and flood.
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type LookupFunction } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '#infrastructure/config/load.ts';
import { maxImageBytes, Outside, OutsideError, type OutsideRequest } from './index.ts';

interface Given {
  isOnline?: boolean;
  allowed?: readonly string[];
  lookup?: LookupFunction;
  proxies?: Record<string, string>;
  lead?: (url: URL) => URL;
  headersMs?: number;
  totalMs?: number;
}

function create({ isOnline = true, allowed = [], ...options }: Given = {}) {
  const { config } = loadConfig({
    environment: {
      LECTERN_ONLINE_ENABLED: String(isOnline),
      LECTERN_ONLINE_ALLOWED_ORIGINS: allowed.join(','),
    },
    cwd: '/',
  });
  return new Outside({ config, proxies: {}, ...options });
}

async function listen(answer: RequestListener) {
  const asked: { method: string; url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { server, asked, port, origin: `http://127.0.0.1:${port}` };
}

type Asking = Pick<Outside, 'ask'>;

/** Returns the result of a request: a status, or the kind of error. */
const endOf = (outside: Asking, url: string, more: Partial<OutsideRequest> = {}): Promise<unknown> =>
  outside.ask({ url, maxBytes: 1_000, ...more }).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof OutsideError ? error.kind : error),
  );

const everyAddressIs =
  (...addresses: string[]): LookupFunction =>
  (_, __, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

test('sends no request while Internet access is turned off', async () => {
  const { origin, asked } = await listen((_, response) => void response.end());
  expect(await endOf(create({ isOnline: false, allowed: [origin] }), origin)).toBe('offline');
  expect(asked).toEqual([]);
});

test('requests an allowed origin without cookies, and returns its response', async () => {
  const { origin, asked } = await listen(
    (_, response) => void response.setHeader('set-cookie', 'a=b').end(gzipSync('hello')),
  );
  const packed = await listen(
    (_, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync('hello')),
  );
  const outside = create({ allowed: [origin, `${packed.origin}/`] });
  await outside.ask({ url: `${origin}/one`, maxBytes: 100 });
  const answer = await outside.ask({ url: `${packed.origin}/two`, maxBytes: 100 });
  expect([answer.status, answer.bytes.toString()]).toEqual([200, 'hello']);
  await outside.ask({ url: `${origin}/three`, maxBytes: 100 });
  expect(asked.map(({ url }) => url)).toEqual(['/one', '/three']);
  expect(asked.map(({ headers }) => [headers.cookie, headers.authorization, headers['user-agent']])).toEqual([
    [undefined, undefined, 'Lectern'],
    [undefined, undefined, 'Lectern'],
  ]);
});

const literals = [
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[2001:0:7f00:1::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  '[5f00::1]',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[fc00::1]',
  '[fe80::1]',
  '[ff02::1]',
];
test.each(literals)('does not connect to the private address %s in any notation', async (literal) => {
  expect(await endOf(create(), `https://${literal}/`)).toBe('private');
});

test.each([
  ['http://example.org/', 'no_tls'],
  ['file:///etc/passwd', 'no_tls'],
  ['gopher://example.org/', 'no_tls'],
  ['https://user:secret@example.org/', 'address'],
  ['https://user@example.org/', 'address'],
  ['https://example.org:8443/', 'address'],
  ['https://example.org:22/', 'address'],
  ['no address', 'address'],
])('does not request %s', async (url, kind) => {
  const lookup: LookupFunction = () => expect.unreachable('it was looked up');
  expect(await endOf(create({ lookup }), url)).toBe(kind);
});

test('checks a host name by its resolved addresses at connection time', async () => {
  for (const address of ['127.0.0.1', '10.1.2.3', '::1', '::ffff:192.168.1.1', 'fd00::1'])
    expect(await endOf(create({ lookup: everyAddressIs(address) }), 'https://books.example/')).toBe(
      'private',
    );
  // Only public addresses are connected to. IANA has not assigned this one, so no server responds.
  const outside = create({ lookup: everyAddressIs('127.0.0.1', '3000::1'), headersMs: 100 });
  expect(['timeout', 'silent']).toContain(await endOf(outside, 'https://books.example/'));
});

test('a name is looked up once: the checked address is the one that is connected to', async () => {
  let lookups = 0;
  const rebinding: LookupFunction = (hostname, options, callback) =>
    everyAddressIs(++lookups === 1 ? '3000::1' : '127.0.0.1')(hostname, options, callback);
  const outside = create({ lookup: rebinding, headersMs: 100 });
  expect(['timeout', 'silent']).toContain(await endOf(outside, 'https://books.example/'));
  expect(lookups).toBe(1);
  // Every request looks it up again.
  expect(await endOf(outside, 'https://books.example/')).toBe('private');
});

test('follows three redirects, each of which is checked', async () => {
  const inner = await listen((_, response) => void response.end('secret'));
  const { origin, asked } = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    const count = Number(pathname.slice(1));
    const location =
      {
        '/inner': `${inner.origin}/`,
        '/named': `http://localhost:${inner.port}/`,
        '/tls': `https://localhost:${inner.port}/`,
        '/port': 'https://books.example:22/',
        '/user': 'https://a:b@books.example/',
        '/file': 'file:///etc/passwd',
        '/none': 'http://',
        '/literal': 'https://169.254.169.254/latest/meta-data/',
        '/mapped': 'https://[::ffff:127.0.0.1]/',
        '/private': 'https://inner.example/',
      }[pathname] ?? (count > 0 ? `/${count - 1}` : undefined);
    if (location) response.writeHead(302, { location }).end('x');
    else response.end('done');
  });
  const outside = create({ allowed: [origin], lookup: everyAddressIs('127.0.0.1') });
  const to = (path: string) => endOf(outside, origin + path);
  for (const path of ['/literal', '/mapped', '/private']) expect(await to(path)).toBe('private');
  expect([await to('/3'), await to('/4')]).toEqual([200, 'redirected']);
  expect([await to('/inner'), await to('/named'), await to('/tls')]).toEqual(['no_tls', 'no_tls', 'address']);
  expect([await to('/port'), await to('/user'), await to('/file'), await to('/none')]).toEqual([
    'address',
    'address',
    'no_tls',
    'address',
  ]);
  expect(inner.asked).toEqual([]);
  const before = asked.length;
  expect(await endOf(outside, `${origin}/3`, { maxRedirects: 0 })).toBe(302);
  expect(asked).toHaveLength(before + 1);
  // Exceptions of the configuration for an address do not apply to its redirects.
  const allow = { privateNetworks: true };
  expect(await endOf(create(), `${origin}/inner`, { allow })).toBe('no_tls');
  expect(inner.asked).toEqual([]);
});

test('does not send credentials and bodies to another origin', async () => {
  const other = await listen((_, response) => void response.end());
  const { origin } = await listen((request, response) => {
    const status = Number(request.url?.slice(1));
    response.writeHead(status, { location: `${other.origin}/` }).end();
  });
  const outside = create({ allowed: [origin, other.origin] });
  const headers = { authorization: 'Bearer secret', 'x-api-key': 'secret', accept: 'text/plain' };
  expect(await endOf(outside, `${origin}/302`, { headers })).toBe(200);
  const post = { method: 'POST' as const, body: '{"a":1}', headers };
  expect(await endOf(outside, `${origin}/303`, post)).toBe(200);
  expect(await endOf(outside, `${origin}/307`, post)).toBe('redirected');
  expect(
    other.asked.map(({ method, headers: got }) => [
      method,
      got.authorization,
      got['x-api-key'],
      got['content-length'],
      got.accept,
    ]),
  ).toEqual([
    ['GET', undefined, undefined, undefined, 'text/plain'],
    ['GET', undefined, undefined, undefined, 'text/plain'],
  ]);
});

test('does not read an endless response, a large one, or one that decompresses to a large one', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 ** 2));
  let written = 0;
  const { origin } = await listen((request, response) => {
    if (request.url === '/bomb') response.setHeader('content-encoding', 'gzip').end(bomb);
    else if (request.url === '/said') response.setHeader('content-length', 5_000).write('x');
    else if (request.url === '/packed') response.setHeader('content-encoding', 'br').end('x');
    else if (request.url === '/broken') response.setHeader('content-encoding', 'gzip').end('no gzip');
    else if (request.url === '/cut') {
      response.setHeader('content-length', 500).write('x');
      setImmediate(() => response.destroy());
    } else {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1_024))) written += 1_024;
      };
      response.on('drain', more);
      more();
    }
  });
  const outside = create({ allowed: [origin] });
  const to = (path: string) => endOf(outside, origin + path, { maxBytes: 4_000 });
  expect([await to('/'), await to('/bomb'), await to('/said')]).toEqual([
    'too_large',
    'too_large',
    'too_large',
  ]);
  expect(written).toBeLessThan(50 * 1024 ** 2);
  expect([await to('/packed'), await to('/broken'), await to('/cut')]).toEqual([
    'garbled',
    'garbled',
    'garbled',
  ]);
});

test('ends requests to silent and slow servers, and requests that are no longer needed', async () => {
  const { origin, server } = await listen((request, response) => {
    if (request.url === '/body') {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    }
  });
  // Sends headers byte by byte, without an end.
  const slow = await import('node:net').then(({ createServer: listenPlainly }) =>
    listenPlainly((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
    }),
  );
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void slow.close());
  const slowOrigin = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const outside = create({ allowed: [origin, slowOrigin], headersMs: 150, totalMs: 400 });
  expect([
    await endOf(outside, `${origin}/silent`),
    await endOf(outside, `${slowOrigin}/`),
    await endOf(outside, `${origin}/body`),
  ]).toEqual(['timeout', 'timeout', 'timeout']);
  const why = new Error('nobody waits');
  const controller = new AbortController();
  const ended = endOf(outside, `${origin}/silent`, { signal: controller.signal });
  controller.abort(why);
  expect(await ended).toBe(why);
  server.close().closeAllConnections();
  expect(await endOf(outside, origin)).toBe('silent');
});

test('detects an image by its first bytes, regardless of the content type', async () => {
  const begins: Record<string, Buffer | string> = {
    '/jpeg': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    '/png': Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1'),
    '/webp': 'RIFF....WEBPVP8 ',
    '/avif': '\0\0\0\x20ftypavif',
    '/gif': 'GIF89a..',
    '/html': '<!doctype html><title>Sign in</title>',
    '/svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '/empty': '',
  };
  const { origin } = await listen((request, response) => {
    const path = request.url ?? '';
    if (path === '/gone') response.writeHead(404).end();
    else if (path === '/fault') response.writeHead(500).end(begins['/png']);
    else if (path === '/huge') response.setHeader('content-length', maxImageBytes + 1).write('GIF89a');
    else response.setHeader('content-type', 'image/png').end(begins[path]);
  });
  const outside = create({ allowed: [origin] });
  const typeOf = (path: string) =>
    outside.askForImage({ url: origin + path }).then(
      (image) => image?.type,
      (error: unknown) => (error instanceof OutsideError ? error.kind : error),
    );
  const kinds = ['/jpeg', '/png', '/webp', '/avif', '/gif', '/html', '/svg', '/empty', '/fault', '/huge'];
  expect(await Promise.all([...kinds, '/gone'].map(typeOf))).toEqual([
    ...['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
    ...['no_image', 'no_image', 'no_image', 'no_image', 'too_large', undefined],
  ]);
});

test('uses a proxy of the environment for names, but not for private literals', async () => {
  const { origin } = await listen((_, response) => void response.end('by the proxy'));
  const target = new URL(origin);
  const tunnels: string[] = [];
  const proxy = await listen((request, response) => {
    tunnels.push(request.url ?? '');
    response.end('plain');
  });
  proxy.server.on('connect', (request, socket) => {
    tunnels.push(request.url ?? '');
    const upstream = connect(Number(target.port), target.hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  // The proxy itself may have a name in a private network.
  const named = `http://localhost:${proxy.port}`;
  const proxies = { HTTP_PROXY: named, HTTPS_PROXY: named };
  const outside = create({ proxies, allowed: ['http://service.example'] });
  expect(await endOf(outside, 'http://service.example/a')).toBe(200);
  // There is no TLS behind this tunnel.
  expect(await endOf(outside, 'https://books.example/b')).toBe('silent');
  expect(await endOf(outside, 'https://127.0.0.1/c')).toBe('private');
  expect(tunnels).toEqual(['http://service.example/a', 'books.example:443']);
  const direct = create({
    proxies: { ...proxies, NO_PROXY: 'books.example' },
    lookup: everyAddressIs('10.0.0.1'),
  });
  expect(await endOf(direct, 'https://books.example/d')).toBe('private');
});
