// Lectern behind the reverse proxies of docs/guides/reverse-proxy.md with the documented settings: paths, HTTPS, client
// addresses, byte ranges, immediate events, large uploads.
import { chmodSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startProgram } from './harness/program.ts';
import { isInstalled, type ProxyName, type ProxyOptions, startProxy, underPath } from './harness/proxy.ts';
import { makeFolder, serve } from './harness/server.ts';

const password = 'behind a proxy';

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends a request from another local address, so that client and proxy have different addresses. */
function send(url: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, rejectUnauthorized: false, localAddress: '127.0.0.2', agent: false };
    request(url, options, resolve).once('error', reject).end(body);
  });
}

async function call(url: string, options: Call = {}) {
  const answer = await send(url, options);
  const bytes = Buffer.concat(await answer.toArray());
  return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() };
}

const asJson = (value: unknown): Call => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

interface Start extends Pick<ProxyOptions, 'snippet'> {
  environment?: Record<string, string>;
  /** Edits the settings, as an administrator might. */
  edit?(settings: string): string;
}

/** Starts Lectern with one book behind a proxy. */
async function serveBehind(name: ProxyName, { environment, ...settings }: Start) {
  const folder = makeFolder();
  // The proxy may run as another account.
  chmodSync(folder, 0o755);
  const library = join(folder, 'books');
  writeFiles(library, { 'Saga/1.cbz': await makeCbz({ mark: 'proxy', pages: 3 }) });
  const program = serve({
    dataDir: join(folder, 'data'),
    libraries: [library],
    environment: {
      LECTERN_ADMIN_PASSWORD: password,
      LECTERN_SERVER_TRUST_PROXY: '127.0.0.1',
      ...environment,
    },
  });
  await program.waitFor(/1 books? in 1 series/);
  const { host, port } = new URL(await program.url());
  const hosts = { '127.0.0.1:8080': host };
  const proxy = await startProxy(name, { folder: join(folder, 'proxy'), hosts, ...settings });
  onTestFinished(proxy.stop);
  return { folder, port, proxy };
}

async function start(name: ProxyName, { environment, ...settings }: Start = {}) {
  const { folder, port, proxy } = await serveBehind(name, {
    environment: { LECTERN_SERVER_BASE_PATH: '/books', ...environment },
    ...settings,
  });
  const url = `${proxy.url}/books`;
  const session = await call(`${url}/api/v1/auth/login`, asJson({ username: 'admin', password }));
  const { accessToken } = JSON.parse(session.text) as { accessToken: string };
  /** Returns the output of `lectern doctor` for this server. */
  async function examine(): Promise<string> {
    const doctor = startProgram(['doctor', '--data-dir', join(folder, 'data'), '--port', port], {
      environment: {
        LECTERN_SERVER_TRUST_PROXY: '127.0.0.1',
        LECTERN_SERVER_BASE_PATH: '/books',
        LECTERN_SERVER_PUBLIC_URL: url,
        // The test certificate is self-signed.
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
      },
    });
    await doctor.ended;
    return doctor.out();
  }
  return { url, session, examine, authorization: { authorization: `Bearer ${accessToken}` } };
}

describe.each(['nginx', 'caddy', 'apache'] as const)('behind %s', (name) => {
  test.skipIf(!isInstalled(name))(
    'addresses, cookies, byte ranges, events and uploads are correct',
    async () => {
      const { url, session, authorization, examine } = await start(name);
      expect(session.status).toBe(200);
      expect(String(session.headers['set-cookie'])).toMatch(/; Secure/);
      expect(session.headers['strict-transport-security']).toBe('max-age=31536000');

      const catalog = await call(`${url}/opds/v2/catalog`, { headers: authorization });
      const links = JSON.parse(catalog.text) as { links: { rel: string; href: string }[] };
      expect(links.links.find(({ rel }) => rel === 'self')?.href).toBe(`${url}/opds/v2/catalog`);

      const activity = await call(`${url}/api/v1/admin/activity`, { headers: authorization });
      expect(activity.text).toContain('"address":"127.0.0.2"');
      expect(activity.text).not.toContain('"address":"127.0.0.1"');

      const books = JSON.parse((await call(`${url}/api/v1/books`, { headers: authorization })).text) as {
        data: { id: string }[];
      };
      const file = `${url}/api/v1/books/${books.data[0]?.id}/file`;
      const whole = await call(file, { headers: authorization });
      const part = await call(file, { headers: { ...authorization, range: 'bytes=100-199' } });
      expect([whole.status, part.status]).toEqual([200, 206]);
      expect(part.bytes.equals(whole.bytes.subarray(100, 200))).toBe(true);

      const events = await send(`${url}/api/v1/events`, { headers: authorization });
      let heard = '';
      const arrived = new Promise<void>((resolve) => {
        events.on('data', (bytes: Buffer) => {
          heard += String(bytes);
          if (heard.includes('collection')) resolve();
        });
      });
      await call(`${url}/api/v1/collections`, {
        ...asJson({ name: 'Heard of', seriesIds: [] }),
        headers: { ...authorization, 'content-type': 'application/json' },
      });
      await arrived;
      events.destroy();

      const form = new FormData();
      form.append('file', new Blob([Buffer.alloc(3_000_000, 'no backup')]), 'large.zip');
      const encoded = new Response(form);
      const upload = await call(`${url}/api/v1/admin/backups/upload`, {
        method: 'POST',
        headers: { ...authorization, 'content-type': encoded.headers.get('content-type') ?? '' },
        body: Buffer.from(await encoded.arrayBuffer()),
      });
      expect(upload.text).toContain('"backup_refused"');

      expect(await examine()).toMatch(/^ok {7}Requests to the public address arrive with all their headers/m);
    },
  );
});

describe.each(['nginx', 'caddy', 'apache'] as const)('under a path of %s', (name) => {
  test.skipIf(!isInstalled(name))(
    'serves the client, redirects the path without a slash, and forwards no other path',
    async () => {
      const { url, session, examine } = await start(name, { snippet: underPath(name) });
      expect(session.status).toBe(200);
      const redirect = await call(`${url}?a=1`);
      expect([301, 308]).toContain(redirect.status);
      const page = await call(new URL(redirect.headers.location ?? '', url).href);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('<base href="/books/"')]);
      for (const path of ['/', '/bookshelf', '/api/v1/connection'])
        expect((await call(new URL(path, url).href)).headers['x-request-id']).toBeUndefined();
      expect(await examine()).toMatch(/^ok {7}Requests to the public address arrive with all their headers/m);
    },
  );
});

describe.each(['nginx', 'caddy', 'apache'] as const)('behind %s', (name) => {
  test.skipIf(!isInstalled(name))('a Kobo that omits the port receives addresses with the port', async () => {
    const environment = { LECTERN_SERVER_PUBLIC_URL: 'https://books.example.org:8443/books' };
    const { url, authorization } = await start(name, { environment });
    const made = await call(`${url}/api/v1/user/kobo`, {
      ...asJson({ name: 'Clara' }),
      headers: { ...authorization, 'content-type': 'application/json' },
    });
    const { token } = JSON.parse(made.text) as { token: string };
    const answer = await call(`${url}/kobo/${token}/v1/initialization`, { headers: { host: '127.0.0.1' } });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`https://books.example.org:8443/books/kobo/${token}/`);
    expect(answer.text).not.toContain('127.0.0.1');
  });
});

test.skipIf(!isInstalled('nginx'))('the doctor names headers that a proxy removes', async () => {
  const remove = ['Authorization', 'X-Forwarded-Proto'].map((name) => `proxy_set_header ${name} "";`);
  const { examine } = await start('nginx', {
    edit: (settings) =>
      settings
        .replace(/proxy_set_header X-Forwarded-Proto .*/, remove.join('\n'))
        .replace(/proxy_set_header Host .*/, 'proxy_set_header Host $proxy_host;'),
  });
  const said = await examine();
  expect(said).toMatch(
    /^problem {2}The proxy removes the header Authorization, [^\n]+\n {9}Configure the proxy to forward the header/m,
  );
  expect(said).toMatch(/^warning {2}The proxy forwards the name 127\.0\.0\.1:\d+ for 127\.0\.0\.1:\d+\. /m);
  expect(said).toMatch(/^warning {2}HTTPS requests arrive as HTTP\. /m);
  expect(said).toMatch(/\n1 problem, 2 warnings\n$/);
});

test.skipIf(!isInstalled('nginx'))('apps of a Komga server keep its address', async () => {
  const { proxy } = await serveBehind('nginx', {
    environment: { LECTERN_COMPAT_API_ENABLED: 'true' },
    snippet: { document: 'guides/import-from-komga.md', language: 'nginx' },
  });
  const headers = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` };
  const get = (path: string) => call(new URL(path, proxy.url).href, { headers });
  expect(JSON.parse((await get('/api/v2/users/me')).text)).toMatchObject({ roles: expect.any(Array) });
  const { content } = JSON.parse((await get('/api/v1/books')).text) as { content: { id: string }[] };
  const page = await get(`/api/v1/books/${content[0]?.id}/pages/1`);
  expect([page.status, page.headers['content-type']]).toEqual([200, 'image/jpeg']);
  const manifest = await get(`/api/v1/books/${content[0]?.id}/manifest`);
  const { readingOrder } = JSON.parse(manifest.text) as { readingOrder: { href: string }[] };
  expect(readingOrder).toHaveLength(3);
  expect((await get(readingOrder[0]?.href ?? '')).status).toBe(200);
});
