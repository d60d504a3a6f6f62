import { expect, test } from 'vitest';
import { withServer } from '../../../../test/harness/server.ts';

withServer('health', (server) => {
  test('anyone can read the state of the server and its kind of database', async () => {
    const { status, body } = await server().get('/health');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      database: server().kind,
      storage: 'ok',
    });
  });

  test('anyone can read how their request arrived', async () => {
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

  test('anyone can read name and version', async () => {
    const { body } = await server().get('/api/v1/info');
    expect(body).toEqual({ name: 'Lectern', version: expect.any(String) });
  });
});
