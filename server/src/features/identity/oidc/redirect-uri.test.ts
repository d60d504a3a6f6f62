import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sendRequestLine } from '../../../../test/harness/clients/raw-http.ts';
import { startTestServer } from '../../../../test/harness/server.ts';
import {
  type FakeProvider,
  startFakeProvider,
} from '../../../../test/harness/sign-in-providers/fake-oidc-provider.ts';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.close());

/** Returns the redirect URI that the provider receives if a sign-in starts with these headers. */
async function redirectUriWith(headers: readonly string[], environment: Record<string, string> = {}) {
  const provider = { id: 'home', issuer: fake.issuer, clientId: fake.clientId, allowInsecureHttp: true };
  const LECTERN_AUTH_OIDC_PROVIDERS = JSON.stringify([provider]);
  const server = await startTestServer({ environment: { LECTERN_AUTH_OIDC_PROVIDERS, ...environment } });
  onTestFinished(() => server.stop());
  const line = 'POST /api/v1/auth/oidc/home/login HTTP/1.1';
  const { status, body } = await sendRequestLine(Number(new URL(server.url).port), line, headers);
  expect([status, body]).toEqual([200, expect.stringContaining('authorizationUrl')]);
  return new URL(JSON.parse(body).authorizationUrl).searchParams.get('redirect_uri');
}

const path = '/api/v1/auth/oidc/home/callback';
const forged = ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https', 'Forwarded: host=evil.example'];

describe('the redirect URI of a provider sign-in', () => {
  test('uses the requested host, not headers of untrusted proxies', async () => {
    expect(await redirectUriWith(['Host: books.example:8080', ...forged])).toBe(
      `http://books.example:8080${path}`,
    );
  });

  test('uses the host that a trusted proxy sends', async () => {
    const told = ['X-Forwarded-Host: books.example', 'X-Forwarded-Proto: https'];
    expect(await redirectUriWith(told, { LECTERN_SERVER_TRUST_PROXY: '127.0.0.1' })).toBe(
      `https://books.example${path}`,
    );
  });

  test('uses the configured public URL regardless of headers', async () => {
    const environment = {
      LECTERN_AUTH_OIDC_PUBLIC_URL: 'https://books.example/lib',
      LECTERN_SERVER_TRUST_PROXY: '127.0.0.1',
    };
    expect(await redirectUriWith(['Host: evil.example', ...forged], environment)).toBe(
      `https://books.example/lib${path}`,
    );
  });
});
