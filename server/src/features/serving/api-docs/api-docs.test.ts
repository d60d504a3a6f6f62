import { expect, test } from 'vitest';
import { startTestServer, withServer } from '../../../../test/harness/server.ts';

withServer('the API reference', (server) => {
  test('serves all files locally, under a policy that forbids other sources', async () => {
    const page = await server().get('/api/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
    const addresses = [...page.bytes.toString().matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, address]) => address ?? '',
    );
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) {
      expect(address.startsWith('/api/docs/')).toBe(true);
      const { status, headers, bytes } = await server().get(address);
      expect([address, status, bytes.length > 100]).toEqual([address, 200, true]);
      const type = { css: 'text/css', js: 'text/javascript', png: 'image/png' }[
        address.split('.').at(-1) ?? ''
      ];
      expect([address, headers.get('content-type')]).toEqual([address, expect.stringContaining(type ?? '?')]);
    }
    expect((await server().get('/api/docs/package.json')).status).toBeGreaterThanOrEqual(400);
  });

  test('contains every route, and requires no sign-in', async () => {
    const { status, body } = await server().get<{
      openapi: string;
      info: { version: string };
      paths: object;
    }>('/api/openapi.json');
    expect([status, body.openapi.startsWith('3.1'), body.info.version]).toEqual([200, true, '1.27.1']);
    const described = new Set(Object.keys(body.paths));
    for (const { route } of server().app.routes) {
      expect([route.path, described.has(route.path.replace('*}', '}'))]).toEqual([route.path, true]);
    }
  });
});

test('can be disabled', async () => {
  const server = await startTestServer({ environment: { LECTERN_API_DOCS_ENABLED: 'false' } });
  for (const path of ['/api/docs', '/api/openapi.json', '/api/docs/swagger-ui.css']) {
    expect([path, (await server.get(path)).status]).toEqual([path, 404]);
  }
  await server.stop();
});
