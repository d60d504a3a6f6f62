import { expect, test } from 'vitest';
import { withServer } from '../../../../test/harness/server.ts';

const preferences = '/api/v1/user/preferences';

withServer('the key of a preference', (server) => {
  test('may contain letters, digits, dots, hyphens and underscores', async () => {
    const { reader } = server();
    const key = 'Reader.zoom-level_2';
    expect((await reader.put(`${preferences}/${key}`, 3)).status).toBe(200);
    expect((await reader.get(preferences)).body).toEqual({ [key]: 3 });
    for (const odd of ['a b', 'a%00', 'a'.repeat(101), '%E2%80%AE'])
      expect([odd, (await reader.put(`${preferences}/${odd}`, 3)).status]).toEqual([odd, 404]);
  });

  test('must not be __proto__, which would break clients that parse the response', async () => {
    const { reader } = server();
    expect((await reader.put(`${preferences}/__proto__`, { isAdmin: true })).status).toBe(404);
    const options = { raw: '{"__proto__":1}', headers: { 'content-type': 'application/json' } };
    expect((await reader.request('PUT', preferences, options)).status).toBe(400);
    expect((await reader.get(preferences)).bytes.toString()).not.toContain('__proto__');
    expect((await reader.put(`${preferences}/constructor`, 1)).status).toBe(200);
    expect((await reader.get(preferences)).body).toHaveProperty('constructor', 1);
  });
});
