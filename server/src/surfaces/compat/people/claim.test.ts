import { expect, onTestFinished, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { startEmptyServer } from '../../../../test/harness/server.ts';

const headers = { 'x-komga-email': 'first@example.org', 'x-komga-password': 'a long password' };

test('the first administrator is created once, with the setup code from other machines', async () => {
  const server = await startEmptyServer({ kind: 'sqlite', environment: compatEnvironment });
  onTestFinished(() => server.stop());
  const app = anApp(server);
  const statusOf = async () => (await app.get('/api/v1/claim')).body;
  const claim = (more: Record<string, string>) => anApp(server, undefined, more).post('/api/v1/claim');
  expect(await statusOf()).toEqual({ isClaimed: false });
  expect((await claim({ ...headers, 'x-forwarded-for': '203.0.113.7' })).status).toBe(403);
  expect((await claim({ ...headers, 'x-komga-password': 'short' })).status).toBe(400);
  expect((await claim({})).status).toBe(400);
  expect(await statusOf()).toEqual({ isClaimed: false });
  const { status, body } = await claim(headers);
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ email: 'first@example.org', roles: expect.arrayContaining(['ADMIN']) }),
  ]);
  expect(await statusOf()).toEqual({ isClaimed: true });
  expect((await claim({ ...headers, 'x-komga-email': 'second@example.org' })).status).toBe(409);
  const first = { username: 'first@example.org', password: 'a long password' };
  expect((await anApp(server, first).get('/api/v2/users/me')).status).toBe(200);
});
