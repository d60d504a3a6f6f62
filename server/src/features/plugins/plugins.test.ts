// Plugins over the API: input, permissions, and handling of misbehavior.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginLog, PluginMatch, PluginMetadata } from '@lectern/contract/plugins/plugins';
import { expect, onTestFinished, test } from 'vitest';
import { openQuietDatabaseOf } from '../../../test/harness/open-database.ts';
import { isLandlocked } from '../../../test/harness/run/is-landlocked.ts';
import { isRunning } from '../../../test/harness/run/is-running.ts';
import { startSecondServer, withServer } from '../../../test/harness/server.ts';
import { signIn } from '../../../test/harness/sign-in.ts';
import { until } from '../../../test/harness/until.ts';
import { packPlugin } from '../../../test/plugins/made-plugin.ts';
import {
  addPlugin,
  askPlugin,
  confined,
  getPlugin,
  knowsSeries,
  online,
  patchPlugin,
  pluginsPath,
  searchPlugin,
  searchSaying,
  uploadPlugin,
} from '../../../test/plugins/plugin-calls.ts';

let aheadMs = 0;
const clock = () => Date.now() + aheadMs;

withServer(
  'a plugin',
  (server) => {
    test('is disabled at first, reports its capabilities once it runs, and can be called', async () => {
      const { admin } = server();
      const plugin = {
        name: 'catalog',
        manifest: { ...knowsSeries, description: 'Knows all', author: 'Somebody' },
        methods: `'metadata/series/search': ({ query, limit }) => ({ results: [
          { externalId: '/works/1', title: query + ' ' + limit, year: 1990, relevanceScore: 0.5, coverUrl: 'file:///etc/passwd' },
          { title: 'without an id' },
          { externalId: 2, title: 'an id that is not text' },
        ] }),`,
      };
      const made = await uploadPlugin(admin, packPlugin(plugin));
      expect([made.status, made.body.state, made.body.name, made.body.version]).toEqual([
        201,
        'disabled',
        null,
        '1.0.0',
      ]);
      const refused = await searchPlugin(admin, made.body.id, 'x');
      expect([refused.status, refused.body.reason]).toEqual([409, 'plugin_disabled']);

      const on = await patchPlugin(admin, made.body.id, { isEnabled: true });
      expect(on).toMatchObject({
        state: 'ready',
        name: 'catalog',
        displayName: 'The catalog',
        description: 'Knows all',
        isRestricted: isLandlocked,
        can: { metadata: ['series'], releases: false },
      });
      const found = await searchPlugin(admin, on.id, 'Saga');
      expect(found.body.results).toMatchObject([
        { externalId: '/works/1', title: 'Saga 10', year: 1990, relevance: 0.5, coverUrl: null },
      ]);
      const books = await searchPlugin(admin, on.id, 'Saga', 'book');
      expect([books.status, books.body.error, books.body.reason]).toEqual([
        502,
        'plugin_failed',
        'plugin_said',
      ]);
      expect((await admin.post<{ milliseconds: number }>(`${pluginsPath}/${on.id}/test`)).status).toBe(200);
    });

    test('finds the best match and describes it; invalid values are dropped and reported', async () => {
      const { admin } = server();
      const plugin = await addPlugin(admin, {
        name: 'matcher',
        manifest: knowsSeries,
        methods: `'metadata/series/search': ({ query }) => ({ results: [
          { externalId: '1', title: query, relevanceScore: 0.4 },
          { externalId: '2', title: query + ' 2', relevanceScore: 0.9 },
        ] }),
        'metadata/series/get': ({ externalId }) => ({
          externalId, title: 'A', year: 'soon', language: 'klingonese', status: 'ended', summary: null, authors: ['One', { name: 'Two', role: 'writer' }, 3],
          externalIds: [{ source: 'api:anilist', externalId: '7' }], coverUrl: 'javascript:alert(1)',
        }),`,
      });
      const path = `${pluginsPath}/${plugin.id}`;
      const matched = await admin.post<PluginMatch>(`${path}/match`, { kind: 'series', title: 'Saga' });
      expect(matched.body).toMatchObject({
        match: { externalId: '2' },
        confidence: 0.9,
        alternatives: [{ externalId: '1' }],
      });
      const described = await admin.post<PluginMetadata>(`${path}/metadata`, {
        kind: 'series',
        externalId: '2',
      });
      expect(described.body).toEqual({
        fields: {
          externalId: '2',
          title: 'A',
          status: 'ended',
          authors: [
            { name: 'One', role: 'author' },
            { name: 'Two', role: 'writer' },
          ],
          externalIds: [{ source: 'api:anilist', externalId: '7' }],
        },
        dropped: ['year', 'language', 'coverUrl'],
      });
    });

    test('receives its configuration and credentials, which are encrypted and never returned by the API', async () => {
      const { admin } = server();
      const secret = 'a very secret key 4711';
      const plugin = await addPlugin(admin, {
        name: 'keyed',
        manifest: {
          ...knowsSeries,
          requiredCredentials: [
            { key: 'api_key', label: 'Key', required: true, sensitive: true, type: 'password' },
          ],
          configSchema: {
            fields: [
              { key: 'maxResults', label: 'Results', type: 'number', default: 5 },
              { key: 'languages', label: 'Languages', type: 'string-array' },
            ],
          },
        },
        methods: searchSaying('[given.credentials, given.adminConfig, given.config]'),
      });
      expect(plugin.state).toBe('needs_setup');
      expect(plugin.credentials).toMatchObject([{ key: 'api_key', isSecret: true, isSet: false }]);
      expect(plugin.configFields).toMatchObject([
        { key: 'maxResults', kind: 'number', default: 5 },
        { key: 'languages', kind: 'text_list' },
      ]);
      const wrong = await admin.patch(`${pluginsPath}/${plugin.id}`, { config: { languages: 'en' } });
      expect([wrong.status, wrong.body.error]).toEqual([400, 'validation_failed']);

      const config = { maxResults: 3, languages: ['en'] };
      const set = await patchPlugin(admin, plugin.id, { config, credentials: { api_key: secret } });
      expect([set.state, set.config, set.credentials[0]?.isSet]).toEqual(['ready', config, true]);
      expect(await askPlugin(admin, plugin.id)).toEqual([{ api_key: secret }, config, config]);

      const answers = await Promise.all(
        [pluginsPath, `${pluginsPath}/${plugin.id}`, `${pluginsPath}/${plugin.id}/log`].map((path) =>
          admin.get(path),
        ),
      );
      expect(answers.some(({ bytes }) => bytes.includes(secret))).toBe(false);
      const database = await openQuietDatabaseOf(server());
      onTestFinished(() => database.close());
      const rows = JSON.stringify(await database.db.selectFrom('plugin').selectAll().execute());
      expect(rows).toContain('maxResults');
      expect(rows).not.toContain(secret);

      await patchPlugin(admin, plugin.id, { credentials: { api_key: null } });
      expect(await askPlugin(admin, plugin.id)).toEqual([{}, config, config]);
    });

    test('keeps its configuration across versions, and leaves nothing behind when it is removed', async () => {
      const { admin } = server();
      const methods = searchSaying(`[given.config, 'one']`);
      const plugin = await addPlugin(
        admin,
        { name: 'aging', manifest: knowsSeries, methods },
        { config: { a: 1 } },
      );
      expect(await askPlugin(admin, plugin.id)).toEqual([{ a: 1 }, 'one']);
      const next = packPlugin({
        name: 'aging',
        version: '2.0.0',
        manifest: knowsSeries,
        methods: searchSaying(`[given.config, 'two']`),
      });
      const updated = await uploadPlugin(admin, next);
      expect([updated.status, updated.body.id, updated.body.version]).toEqual([200, plugin.id, '2.0.0']);
      expect(await askPlugin(admin, plugin.id)).toEqual([{ a: 1 }, 'two']);
      const folders = () =>
        ['plugins', 'plugin-data'].map((name) =>
          readdirSync(join(server().folder, 'data', name)).includes(plugin.id),
        );
      expect(folders()).toEqual([true, true]);
      expect((await admin.delete(`${pluginsPath}/${plugin.id}`)).status).toBe(204);
      expect((await admin.delete(`${pluginsPath}/${plugin.id}`)).status).toBe(404);
      expect((await searchPlugin(admin, plugin.id, 'x')).status).toBe(404);
      await until(() => !folders().includes(true));
    });

    test('has an empty environment, and cannot read, write or start anything on the server', async () => {
      const { admin } = server();
      process.env.LECTERN_OF_THE_SERVER = 'secret';
      onTestFinished(() => void delete process.env.LECTERN_OF_THE_SERVER);
      const plugin = await addPlugin(admin, {
        name: 'curious',
        manifest: knowsSeries,
        methods: `async 'metadata/series/search'() {
          const fs = await import('node:fs');
          const { join } = await import('node:path');
          const { execFileSync } = await import('node:child_process');
          const attempt = (work) => { try { work(); return 'done'; } catch (error) { return error.code; } };
          const title = JSON.stringify({
            // A confined process is started without OpenSSL's configuration.
            environment: Object.keys(process.env).filter((name) => name !== 'OPENSSL_CONF').sort(),
            reads: attempt(() => fs.readFileSync('/etc/hostname')),
            lists: attempt(() => fs.readdirSync(join(given.dataDir, '..', '..'))),
            reads_process: attempt(() => fs.readFileSync('/proc/self/environ')),
            writes: attempt(() => fs.writeFileSync(join(given.dataDir, '..', 'x'), '')),
            starts: attempt(() => execFileSync('/bin/true')),
            keeps: attempt(() => fs.writeFileSync(join(given.dataDir, 'x'), '')),
          });
          return { results: [{ externalId: '1', title }] };
        },`,
      });
      expect(await askPlugin(admin, plugin.id)).toEqual({
        environment: ['HOME', 'LANG', 'TMPDIR'],
        reads: 'ERR_ACCESS_DENIED',
        lists: 'ERR_ACCESS_DENIED',
        reads_process: 'ERR_ACCESS_DENIED',
        writes: 'ERR_ACCESS_DENIED',
        starts: 'ERR_ACCESS_DENIED',
        keeps: 'done',
      });
    });

    test('receives the proxy credentials only if its manifest declares a network task', async () => {
      const { admin } = server();
      const before = process.env.HTTPS_PROXY;
      process.env.HTTPS_PROXY = 'http://name:secret@127.0.0.1:9';
      onTestFinished(() => {
        if (before === undefined) delete process.env.HTTPS_PROXY;
        else process.env.HTTPS_PROXY = before;
      });
      const methods = `ping: () => { process.stderr.write('given ' + process.env.HTTPS_PROXY + '\\n'); return 'pong'; },`;
      const listGiven = async (name: string, manifest: Record<string, unknown>) => {
        const { id } = await addPlugin(admin, { name, manifest, methods });
        const log = async () => (await admin.get<PluginLog>(`${pluginsPath}/${id}/log`)).body.lines;
        const given = async () => (await log()).filter(({ text }) => text.startsWith('given'));
        await until(async () => (await given()).length > 0);
        return (await given()).map(({ text }) => text);
      };
      expect(await listGiven('alone', {})).toEqual(['given http://127.0.0.1:9']);
      expect(await listGiven('asks', knowsSeries)).toEqual(['given http://name:secret@127.0.0.1:9']);
    });

    test('stores a hundred values, isolated from other plugins, across restarts', async () => {
      const { admin } = server();
      const methods = `async 'metadata/series/search'({ query }) {
        const [method, params] = JSON.parse(query);
        const title = JSON.stringify(await call(method, params).catch((error) => error.code));
        return { results: [{ externalId: '1', title }] };
      },`;
      const ask = (id: string, method: string, params: object) =>
        askPlugin(admin, id, JSON.stringify([method, params]));
      const one = await addPlugin(
        admin,
        { name: 'keeper', manifest: knowsSeries, methods },
        { callsPerMinute: 0 },
      );
      const other = await addPlugin(admin, { name: 'other', manifest: knowsSeries, methods });
      expect(await ask(one.id, 'storage/get', { key: 'a' })).toEqual({ data: null });
      expect(await ask(one.id, 'storage/set', { key: 'a', data: { b: [1] } })).toEqual({ success: true });
      expect(await ask(other.id, 'storage/get', { key: 'a' })).toEqual({ data: null });
      await patchPlugin(admin, one.id, { config: { again: true } });
      expect(await ask(one.id, 'storage/get', { key: 'a' })).toEqual({ data: { b: [1] }, expiresAt: null });
      const expiresAt = new Date(clock() + 60_000).toISOString();
      await ask(one.id, 'storage/set', { key: 'short', data: 1, expiresAt });
      expect(await ask(one.id, 'storage/get', { key: 'short' })).toEqual({ data: 1, expiresAt });
      aheadMs += 120_000;
      expect(await ask(one.id, 'storage/get', { key: 'short' })).toEqual({ data: null });
      for (let i = 1; i < 100; i++) await ask(one.id, 'storage/set', { key: `k${i}`, data: i });
      expect(await ask(one.id, 'storage/set', { key: 'too many', data: 1 })).toBe(-32602);
      expect(await ask(one.id, 'storage/set', { key: 'a', data: 'x'.repeat(400) })).toEqual({
        success: true,
      });
      expect(await ask(one.id, 'storage/set', { key: 'a', data: 'nul \0' })).toBe(-32602);
      expect(await ask(one.id, 'storage/set', { data: 1 })).toBe(-32602);
      expect(await ask(one.id, 'storage/delete', { key: 'k1' })).toEqual({ deleted: true });
      expect(await ask(one.id, 'storage/clear', {})).toEqual({ deletedCount: 99 });
      expect(await ask(one.id, 'nothing/such', {})).toBe(-32601);
    });

    test('has a separate instance for each connected user', async () => {
      const { admin } = server();
      const sync = {
        name: 'sync',
        manifest: {
          capabilities: { userReadSync: true },
          requiredCredentials: [{ key: 'token', label: 'Token', required: true, type: 'password' }],
          userConfigSchema: { fields: [{ key: 'private', label: 'Private', type: 'boolean' }] },
        },
        methods: `ping: () => call('storage/set', { key: 'me', data: [given.userId, given.credentials, given.userConfig] }),`,
      };
      const plugin = await addPlugin(admin, sync);
      expect([plugin.can.syncReading, plugin.credentials, plugin.state]).toEqual([true, [], 'ready']);
      const one = await signIn(server());
      const other = await signIn(server());
      const path = `/api/v1/user/plugins/${plugin.id}`;
      const given = { isEnabled: true, config: { private: true }, credentials: { token: 'my token' } };
      const mine = await one.patch<{ credentials: { isSet: boolean }[] }>(path, given);
      expect([mine.status, mine.body.credentials[0]?.isSet, mine.bytes.includes('my token')]).toEqual([
        200,
        true,
        false,
      ]);
      expect((await one.post(`${path}/test`)).status).toBe(200);
      expect((await other.post<{ reason: string }>(`${path}/test`)).body.reason).toBe('plugin_disabled');
      const listed = async (who: typeof one) =>
        (await who.get<{ plugins: { isEnabled: boolean; config: object }[] }>('/api/v1/user/plugins')).body
          .plugins;
      expect(await listed(one)).toMatchObject([{ isEnabled: true, config: { private: true } }]);
      expect(await listed(other)).toMatchObject([{ isEnabled: false, config: {} }]);
      const database = await openQuietDatabaseOf(server());
      onTestFinished(() => database.close());
      const values = () =>
        database.db.selectFrom('pluginValue').select('data').where('accountId', 'is not', null).execute();
      expect((await values()).map(({ data }) => JSON.parse(data))).toEqual([
        [one.userId, { token: 'my token' }, { private: true }],
      ]);
      expect((await admin.delete(`/api/v1/users/${one.userId}`)).status).toBe(204);
      expect(await values()).toEqual([]);
    });

    test('does not run while Internet access is turned off, and stops when it is turned off', async () => {
      const { admin } = server();
      const plugin = await addPlugin(admin, {
        name: 'off',
        manifest: knowsSeries,
        methods: searchSaying('process.pid'),
      });
      const pid = await askPlugin<number>(admin, plugin.id);
      expect(isRunning(pid)).toBe(true);
      const setting = '/api/v1/admin/settings/online.enabled';
      expect((await admin.put(setting, { value: false })).status).toBe(200);
      onTestFinished(async () => void (await admin.put(setting, { value: true })));
      const refused = await searchPlugin(admin, plugin.id, 'x');
      expect([refused.status, refused.body.reason]).toEqual([409, 'plugin_offline']);
      expect((await getPlugin(admin, plugin.id)).state).toBe('offline');
      await until(() => !isRunning(pid));
    });

    test('restarts on every server when one of them changes its configuration', async () => {
      const { admin } = server();
      const methods = searchSaying('[given.config, process.pid]');
      const plugin = await addPlugin(admin, { name: 'everywhere', manifest: knowsSeries, methods });
      const second = await startSecondServer(server(), { environment: online, clock });
      onTestFinished(second.stop);
      const onSecond = second.as({ authorization: `Bearer ${admin.session.accessToken}` });
      const [config, pid] = await askPlugin<[object, number]>(onSecond, plugin.id);
      expect(config).toEqual({});
      expect((await askPlugin<[object, number]>(onSecond, plugin.id))[1]).toBe(pid);
      await patchPlugin(admin, plugin.id, { config: { changed: true } });
      const after = await askPlugin<[object, number]>(onSecond, plugin.id);
      expect([after[0], after[1] === pid]).toEqual([{ changed: true }, false]);
    });

    test('writes a log, whose last lines are shown', async () => {
      const { admin } = server();
      const plugin = await addPlugin(admin, {
        name: 'chatty',
        begin: `process.stderr.write(new Date().toISOString() + ' [WARN] [chatty] a warning\\nplain words \\0\\n');
          for (let i = 0; i < 600; i += 1) process.stderr.write('line ' + i + '\\n');`,
      });
      await until(async () => {
        const { lines } = (await admin.get<PluginLog>(`${pluginsPath}/${plugin.id}/log`)).body;
        return lines.length === 500 && lines[0]?.text === 'line 599';
      });
    });
  },
  { environment: { ...confined, LECTERN_AUTH_ACCESS_TOKEN_MINUTES: '1440' }, clock },
);
