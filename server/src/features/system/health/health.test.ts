import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/server.ts';

onBothDatabases('health', (server) => {
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

  test('anyone learns name and version', async () => {
    const { body } = await server().get('/api/v1/info');
    expect(body).toEqual({ name: 'Lectern', version: expect.any(String) });
  });
});
