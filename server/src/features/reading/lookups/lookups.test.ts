import type { Lookups } from '@lectern/contract/reading/lookups';
import { expect, test } from 'vitest';
import { withServer } from '../../../../test/harness/server.ts';

const path = '/api/v1/lookups';
const setting = (name: string) => `/api/v1/admin/settings/lookup.${name}`;

withServer('dictionary and translation services', (server) => {
  test('are undefined until an administrator sets them for all users', async () => {
    const { admin, reader } = server();
    const get = async () => (await reader.get<Lookups>(path)).body;
    expect(await get()).toEqual({ dictionary: null, translation: null });
    const dictionary = 'https://dictionary.example/{language}/{text}';
    expect((await admin.put(setting('dictionary'), { value: dictionary })).status).toBe(200);
    expect(await get()).toEqual({ dictionary, translation: null });
    expect((await admin.post(`${setting('dictionary')}/reset`)).status).toBe(200);
    expect(await get()).toEqual({ dictionary: null, translation: null });
    expect((await server().as({}).get(path)).status).toBe(401);
  });

  test.each([
    'javascript:alert("{text}")',
    'data:text/html,{text}',
    'ftp://dictionary.example/{text}',
    'https://dictionary.example/',
    'https://{text}.example/',
    'https://user{text}@dictionary.example/',
    'https:///{text}',
    `https://dictionary.example/{text}${'x'.repeat(500)}`,
    7,
  ])('require an http address with a placeholder for the text: not %s', async (value) => {
    const { admin } = server();
    expect((await admin.put(setting('translation'), { value })).status).toBe(400);
  });
});
