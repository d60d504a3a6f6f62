// Built-in providers in the administration.
import type { OwnPlugin, Plugin } from '@lectern/contract/plugins/plugins';
import { expect, test } from 'vitest';
import { withServer } from '../../../test/harness/server.ts';
import {
  getPlugin,
  patchPlugin,
  pluginsPath,
  type Refusal,
  searchPlugin,
} from '../../../test/plugins/plugin-calls.ts';

withServer('built-in providers', (server) => {
  const list = async () =>
    (await server().admin.get<{ plugins: Plugin[] }>(pluginsPath)).body.plugins.filter(
      ({ origin }) => origin === 'built_in',
    );

  test('are listed and turned off, describe their features and settings, and link to their services', async () => {
    const all = await list();
    expect(all.map(({ name, can, isEnabled, state }) => [name, can.metadata, isEnabled, state])).toEqual([
      ['anilist', ['series'], false, 'disabled'],
      ['anilist-tracking', [], false, 'disabled'],
      ['comicvine', ['series', 'book'], false, 'disabled'],
      ['googlebooks', ['book'], false, 'disabled'],
      ['hardcover', ['book'], false, 'disabled'],
      ['hardcover-tracking', [], false, 'disabled'],
      ['mangabaka', ['series'], false, 'disabled'],
      ['mangabaka-tracking', [], false, 'disabled'],
      ['mangaupdates', ['series'], false, 'disabled'],
      ['metron', ['series', 'book'], false, 'disabled'],
      ['myanimelist-tracking', [], false, 'disabled'],
      ['openlibrary', ['book'], false, 'disabled'],
    ]);
    expect(all.filter(({ can }) => can.syncReading).map(({ name }) => name)).toEqual([
      ...['anilist-tracking', 'hardcover-tracking', 'mangabaka-tracking', 'myanimelist-tracking'],
    ]);
    for (const { homepage, instructions, description } of all)
      expect([homepage, instructions, description]).toEqual([
        expect.stringMatching(/^https:/),
        expect.stringContaining('erms'),
        expect.any(String),
      ]);
    const required = all.flatMap(({ name, credentials }) =>
      credentials.filter((one) => one.required).map(({ key, isSecret }) => [name, key, isSecret]),
    );
    expect(required).toEqual([
      ['comicvine', 'api_key', true],
      ['googlebooks', 'api_key', true],
      ['hardcover', 'token', true],
      ['metron', 'username', false],
      ['metron', 'password', true],
    ]);
  });

  test('are called only while Internet access is on, never return keys, and cannot be removed', async () => {
    const { admin, reader } = server();
    const comicVine = (await list()).find(({ name }) => name === 'comicvine');
    const { id = '' } = comicVine ?? {};
    const on = await patchPlugin(admin, id, { isEnabled: true, credentials: { api_key: 'secret-4711' } });
    expect([on.state, on.credentials[0]?.isSet, JSON.stringify(on).includes('4711')]).toEqual([
      ...['offline', true, false],
    ]);
    expect((await searchPlugin(admin, id, 'x')).body.reason).toBe('plugin_offline');
    const removed = await admin.delete<Refusal>(`${pluginsPath}/${id}`);
    expect([removed.status, removed.body.reason]).toEqual([409, 'plugin_built_in']);
    expect((await getPlugin(admin, id)).isEnabled).toBe(true);
    expect((await reader.get(`${pluginsPath}/${id}`)).status).toBe(403);
  });

  test('request tracking credentials from users, not from administrators', async () => {
    const { admin, reader } = server();
    const tracker = (await list()).find(({ name }) => name === 'hardcover-tracking');
    const { id = '', credentials } = tracker ?? {};
    expect(credentials).toEqual([]);
    const listed = async () =>
      (await reader.get<{ plugins: OwnPlugin[] }>('/api/v1/user/plugins')).body.plugins;
    expect(await listed()).toEqual([]);
    await patchPlugin(admin, id, { isEnabled: true });
    expect(await listed()).toMatchObject([
      {
        id,
        isEnabled: false,
        instructions: expect.stringContaining('write:library'),
        credentials: [{ key: 'access_token', isSecret: true, required: true, isSet: false }],
      },
    ]);
    const given = { isEnabled: true, credentials: { access_token: 'secret-4712' } };
    const own = await reader.patch<OwnPlugin>(`/api/v1/user/plugins/${id}`, given);
    expect([own.body.credentials[0]?.isSet, own.bytes.includes('4712')]).toEqual([true, false]);
  });
});
