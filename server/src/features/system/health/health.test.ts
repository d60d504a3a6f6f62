import { expect, test } from 'vitest';
import { withServer } from '../../../../test/harness/server.ts';

withServer('health', (server) => {
  test('anyone learns that the server is well, and on which database', async () => {
    const { status, body } = await server().get('/health');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      database: server().kind,
      storage: 'ok',
    });
  });

  test('anyone learns how their request arrived', async () => {
    const { host } = new URL(server().url);
    const path = '/api/v1/connection';
    const plain = { protocol: 'http', host, address: '127.0.0.1' };
    expect((await server().get(path)).body).toEqual({ ...plain, authorization: false });
    const forged = {
      authorization: 'Basic bm9ib2R5Og==',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '10.9.9.9',
    };
    expect((await server().get(path, forged)).body).toEqual({ ...plain, authorization: true });
  });

  test('anyone learns name and version', async () => {
    const { body } = await server().get('/api/v1/info');
    expect(body).toEqual({ name: 'Lectern', version: expect.any(String) });
  });
});
