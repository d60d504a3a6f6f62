// The rate limit with true and forged identities (specification section 8.2, contract section 2).
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from './harness/server.ts';
import { signInAgain } from './harness/sign-in.ts';

async function aServer() {
  const server = await startTestServer({
    environment: {
      LECTERN_RATE_LIMIT_ENABLED: 'true',
      LECTERN_RATE_LIMIT_ANONYMOUS_BURST: '20',
      LECTERN_RATE_LIMIT_ANONYMOUS_RPS: '0.01',
      LECTERN_RATE_LIMIT_AUTHENTICATED_BURST: '30',
      LECTERN_RATE_LIMIT_AUTHENTICATED_RPS: '0.01',
    },
  });
  onTestFinished(() => server.stop());
  return server;
}

const limitOf = ({ headers }: { headers: Headers }) => headers.get('x-ratelimit-limit');
const remainingOf = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));

test('case 62: whoever proves nothing is anonymous', async () => {
  const server = await aServer();
  const { accessToken, refreshToken } = server.reader.session;
  const [head, body] = accessToken.split('.');
  const claims = Buffer.from(JSON.stringify({ sub: server.admin.userId, sid: 'x', use: 'access', exp: 9e9 }));
  const forged: Record<string, string>[] = [
    { authorization: `Bearer ${head}.${body}.${'A'.repeat(43)}` },
    { authorization: `Bearer ${head}.${claims.toString('base64url')}.${accessToken.split('.')[2]}` },
    { authorization: `Bearer eyJhbGciOiJub25lIn0.${claims.toString('base64url')}.` },
    { authorization: `Bearer ${refreshToken}` },
    { 'x-api-key': `lec_${'A'.repeat(43)}` },
    { cookie: `lectern_session=${accessToken}` },
  ];
  const left: number[] = [];
  for (const headers of forged) {
    const given = await server.request('GET', '/api/v1/user', { headers });
    expect(given.status).toBe(401);
    expect(limitOf(given)).toBe('20');
    left.push(remainingOf(given));
  }
  const [first = 0] = left;
  expect(left).toEqual(forged.map((_, i) => first - i));
  expect(remainingOf(await server.get('/api/v1/info'))).toBe(first - forged.length);
});

test('case 82: every session, cookie and key of a user draws from the one bucket of the user', async () => {
  const server = await aServer();
  const again = await signInAgain(server, server.reader);
  const { body } = await again.post<{ key: string }>('/api/v1/api-keys', { name: 'k' });
  const first = await server.reader.get('/api/v1/user');
  expect(limitOf(first)).toBe('30');
  const left = remainingOf(first);
  expect(remainingOf(await again.get('/api/v1/user'))).toBe(left - 1);
  expect(remainingOf(await server.get('/api/v1/user', { cookie: again.cookie }))).toBe(left - 2);
  expect(remainingOf(await server.get('/api/v1/user', { 'x-api-key': body.key }))).toBe(left - 3);
  expect(remainingOf(await server.admin.get('/api/v1/user'))).toBeGreaterThan(left - 3);
});

test('case 82: a crowd of strangers at one address keeps no user there from reading', async () => {
  const server = await aServer();
  for (let i = 0; i < 25; i++) await server.get('/api/v1/info', { 'x-forwarded-for': `10.0.0.${i}` });
  expect((await server.get('/api/v1/info', { 'x-forwarded-for': '10.9.9.9' })).status).toBe(429);
  expect((await server.reader.get('/api/v1/user')).status).toBe(200);
  expect((await server.get('/health')).status).toBe(200);
});
