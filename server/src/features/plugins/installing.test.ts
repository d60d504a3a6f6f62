// Plugin sources: archives, a registry, server folders; and rejected packages.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, PluginMetadata } from '@lectern/contract/plugins/plugins';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { programFolder } from '#infrastructure/program-files.ts';
import { isLandlocked } from '../../../test/harness/run/is-landlocked.ts';
import { isRunning } from '../../../test/harness/run/is-running.ts';
import { startSecondServer, withServer } from '../../../test/harness/server.ts';
import { until } from '../../../test/harness/until.ts';
import { packFiles, packPlugin, toModule } from '../../../test/plugins/made-plugin.ts';
import {
  addPlugin,
  askPlugin,
  confined,
  getPlugin,
  knowsSeries,
  online,
  patchPlugin,
  pluginsPath,
  type Refusal,
  searchPlugin,
  searchSaying,
  uploadPlugin,
} from '../../../test/plugins/plugin-calls.ts';
import { startUpstream, type Upstream } from '../../../test/plugins/upstream.ts';

const description = (change: object = {}) =>
  JSON.stringify({ name: 'plugin-x', version: '1.0.0', main: 'index.js', ...change });

withServer(
  'a plugin package',
  (server) => {
    test.each<[string, Uint8Array]>([
      ['not an archive', Buffer.from('no archive')],
      ['without package.json', packFiles({ 'index.js': '' })],
      ['with a package.json that is not JSON', packFiles({ 'package.json': '{', 'index.js': '' })],
      ['without its program', packFiles({ 'package.json': description() })],
      ['without a version', packFiles({ 'package.json': description({ version: 'new' }), 'index.js': '' })],
      [
        'with a name that is a path',
        packFiles({ 'package.json': description({ name: '../x' }), 'index.js': '' }),
      ],
      [
        'with a program outside the package',
        packFiles({ 'package.json': description({ main: '../index.js' }), 'index.js': '' }),
      ],
      [
        'with a program that is not a module',
        packFiles({ 'package.json': description({ bin: './run.sh' }), 'run.sh': '' }),
      ],
      [
        'with a path outside the package',
        packFiles({ 'package.json': description(), 'index.js': '', '../../out.js': '' }),
      ],
      [
        'with a link',
        packFiles({ 'package.json': description(), 'index.js': '' }, [
          { name: 'package/link', type: '2', linkTo: '/etc/passwd' },
        ]),
      ],
      [
        'truncated',
        packFiles({ 'package.json': description(), 'index.js': 'x'.repeat(5_000) }).subarray(0, -40),
      ],
      [
        'with contents that are too large',
        packFiles({ 'package.json': description(), 'index.js': ' '.repeat(101 * 1024 ** 2) }),
      ],
      [
        'with too many files',
        packFiles({
          'package.json': description(),
          ...Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`${i}.js`, ''])),
        }),
      ],
    ])('is rejected with a message: %s', async (_, bytes) => {
      const { status, body } = await uploadPlugin(server().admin, bytes);
      expect([status, body.error, body.reason]).toEqual([400, 'validation_failed', 'plugin_no_package']);
    });

    test('is limited in size, and only administrators can install it', async () => {
      const { admin, reader } = server();
      const large = await uploadPlugin(admin, Buffer.alloc(21 * 1024 ** 2));
      expect([large.status, large.body.error]).toEqual([413, 'payload_too_large']);
      expect((await uploadPlugin(reader, packPlugin({}))).status).toBe(403);
      expect((await reader.get(pluginsPath)).status).toBe(403);
      const none = await admin.post<Refusal>(pluginsPath, { package: 'plugin-x@1.0.0' });
      expect([none.status, none.body.reason]).toEqual([409, 'plugin_registry_missing']);
      for (const body of [
        {},
        { package: 'a@1.0.0', folder: '/x' },
        { package: 'a' },
        { package: 'a@latest' },
      ])
        expect((await admin.post(pluginsPath, body)).status).toBe(400);
      for (const folder of ['/', '/etc', server().folder]) {
        const refused = await admin.post<Refusal>(pluginsPath, { folder });
        expect([refused.status, refused.body.reason]).toEqual([403, 'plugin_folder_refused']);
      }
    });

    test('is extracted on servers that did not install it', async () => {
      const { admin } = server();
      const methods = searchSaying(`'here, too'`);
      const { body } = await uploadPlugin(
        admin,
        packPlugin({ name: 'shared', manifest: knowsSeries, methods }),
      );
      const dataDir = join(server().folder, 'another');
      // On SQLite, another data folder has another database.
      const own: Record<string, string> =
        server().kind === 'sqlite'
          ? {}
          : { LECTERN_DATA_DIR: dataDir, LECTERN_AUTH_SECRET_FILE: join(server().folder, 'data', 'secret') };
      const second = await startSecondServer(server(), { environment: { ...online, ...own } });
      onTestFinished(second.stop);
      const onSecond = second.as({ authorization: `Bearer ${admin.session.accessToken}` });
      await patchPlugin(onSecond, body.id, { isEnabled: true });
      expect(await askPlugin(onSecond, body.id)).toBe('here, too');
    });
  },
  { environment: online },
);

withServer(
  'a server that cannot confine plugins',
  (server) => {
    test('installs a package only after a confirmation, and reports it as unrestricted', async () => {
      const { admin } = server();
      const refused = await uploadPlugin(admin, packPlugin({}), false);
      expect([refused.status, refused.body.error, refused.body.reason]).toEqual([
        409,
        'conflict',
        'plugin_unrestricted',
      ]);
      const list = await admin.get<{ plugins: Plugin[] }>(pluginsPath);
      expect(list.body.plugins.filter(({ origin }) => origin !== 'built_in')).toEqual([]);
      const made = await uploadPlugin(admin, packPlugin({}), true);
      expect([made.status, made.body.isRestricted]).toEqual([201, false]);
      // Another version requires another confirmation.
      const next = packPlugin({ version: '1.0.1' });
      expect((await uploadPlugin(admin, next, false)).body.reason).toBe('plugin_unrestricted');
    });

    test('ends a plugin whose acceptance is withdrawn', async () => {
      const { admin } = server();
      const methods = searchSaying('process.pid');
      const { id, state } = await addPlugin(admin, { name: 'withdrawn', manifest: knowsSeries, methods });
      const pid = await askPlugin<number>(admin, id);
      expect([state, isRunning(pid)]).toEqual(['ready', true]);
      expect((await patchPlugin(admin, id, { acceptsUnrestricted: false })).state).toBe('unrestricted');
      await until(() => !isRunning(pid));
      const refused = await searchPlugin(admin, id, 'x');
      expect([refused.status, refused.body.reason]).toEqual([409, 'plugin_unrestricted']);
    });
  },
  { environment: { ...online, LECTERN_WORKERS_CONFINEMENT: 'off' } },
);

withServer(
  'a server that confines plugins',
  (server) => {
    test.runIf(isLandlocked)(
      'stores whether a plugin may also run where it cannot be restricted',
      async () => {
        const { admin } = server();
        const made = { name: 'moved', manifest: knowsSeries, methods: searchSaying('process.argv0') };
        const { body } = await uploadPlugin(admin, packPlugin(made), false);
        const plugin = await patchPlugin(admin, body.id, { isEnabled: true });
        expect([plugin.state, plugin.isRestricted, plugin.acceptsUnrestricted]).toEqual([
          'ready',
          true,
          false,
        ]);
        const second = await startSecondServer(server(), {
          environment: { ...online, LECTERN_WORKERS_CONFINEMENT: 'off' },
        });
        onTestFinished(second.stop);
        const there = second.as({ authorization: `Bearer ${admin.session.accessToken}` });
        const moved = await getPlugin(there, body.id);
        expect([moved.state, moved.isRestricted]).toEqual(['unrestricted', false]);
        for (const path of ['test', 'search'])
          expect(
            (await there.post<Refusal>(`${pluginsPath}/${body.id}/${path}`, { kind: 'series', query: 'x' }))
              .body,
          ).toMatchObject({ error: 'conflict', reason: 'plugin_unrestricted' });
        const accepted = await patchPlugin(there, body.id, { acceptsUnrestricted: true });
        expect([accepted.state, accepted.acceptsUnrestricted]).toEqual(['ready', true]);
        expect(await askPlugin(there, body.id)).toEqual(expect.any(String));
        // Another version needs another confirmation.
        await uploadPlugin(admin, packPlugin({ ...made, version: '1.0.1' }), false);
        expect((await getPlugin(there, body.id)).state).toBe('unrestricted');
      },
    );
  },
  { environment: confined },
);

let registry: Upstream;
beforeAll(async () => {
  registry = await startUpstream();
});
afterAll(() => registry.stop());

withServer('a registry of packages', (server) => {
  const offer = (name: string, bytes: Uint8Array, change: object = {}) => {
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const path = `/${name.replace('/', '%2f')}`;
    registry.answers.set(`${path}/1.0.0`, () => ({
      dist: { tarball: `https://elsewhere.example/files${path}.tgz`, integrity, ...change },
    }));
    registry.answers.set(`/files${path}.tgz`, () => bytes);
  };
  const install = async (id: string) => {
    const second = await startSecondServer(server(), {
      environment: { ...online, LECTERN_PLUGINS_REGISTRY: `${registry.url}/` },
    });
    onTestFinished(second.stop);
    const onSecond = second.as({ authorization: `Bearer ${server().admin.session.accessToken}` });
    return onSecond.post<Plugin & Refusal>(pluginsPath, { package: id, acceptsUnrestricted: true });
  };

  test('downloads an exact version and verifies its checksum', async () => {
    offer('plugin-made', packPlugin({}));
    const made = await install('plugin-made@1.0.0');
    expect([made.status, made.body.package, made.body.origin, made.body.isEnabled]).toEqual([
      201,
      'plugin-made',
      'registry',
      false,
    ]);
    offer('@scope/wrong', packPlugin({}), {
      integrity: `sha512-${createHash('sha512').update('x').digest('base64')}`,
    });
    offer('none', packPlugin({}), { integrity: undefined });
    registry.answers.set('/html/1.0.0', () => '<html>');
    registry.answers.set('/away/1.0.0', (_request, _url, response) =>
      response.writeHead(302, { location: '/' }).end(),
    );
    const answers = [];
    for (const id of ['@scope/wrong@1.0.0', 'none@1.0.0', 'html@1.0.0', 'away@1.0.0', 'unknown@1.0.0']) {
      const { status, body } = await install(id);
      answers.push([status, body.reason]);
    }
    expect(answers).toEqual([
      ...Array.from({ length: 4 }, () => [502, 'plugin_install_failed']),
      [404, 'plugin_package_missing'],
    ]);
  });
});

withServer('a plugin in a folder', (server) => {
  const start = async (allowed: string) => {
    const second = await startSecondServer(server(), {
      environment: { ...confined, LECTERN_PLUGINS_FOLDERS: allowed },
    });
    onTestFinished(second.stop);
    return second.as({ authorization: `Bearer ${server().admin.session.accessToken}` });
  };

  test('runs from its folder, as a program in any language', async () => {
    const folder = join(server().folder, 'mine', 'shell');
    mkdirSync(folder, { recursive: true });
    const module = join(folder, 'plugin.mjs');
    writeFileSync(
      module,
      toModule({
        name: 'shell',
        manifest: knowsSeries,
        methods: searchSaying('Object.keys(process.env).sort()'),
      }),
    );
    writeFileSync(join(folder, 'run.sh'), `#!/bin/sh\nexec "${process.execPath}" "${module}"\n`);
    chmodSync(join(folder, 'run.sh'), 0o755);
    writeFileSync(
      join(folder, 'lectern-plugin.json'),
      JSON.stringify({ name: 'shell', version: '1.0.0', command: ['sh', join(folder, 'run.sh')] }),
    );
    const there = await start(join(server().folder, 'mine'));
    const refused = await there.post<Refusal>(pluginsPath, { folder });
    expect([refused.status, refused.body.error, refused.body.reason]).toEqual([
      409,
      'conflict',
      'plugin_unrestricted',
    ]);
    const made = await there.post<Plugin>(pluginsPath, { folder, acceptsUnrestricted: true });
    expect([made.status, made.body.origin, made.body.isRestricted]).toEqual([201, 'folder', false]);
    await patchPlugin(there, made.body.id, { isEnabled: true });
    expect(await askPlugin(there, made.body.id)).toEqual(
      expect.not.arrayContaining(['LECTERN_DATA_DIR', 'LECTERN_DATABASE_POSTGRES', 'USER']),
    );
    const outside = await there.post<Refusal>(pluginsPath, { folder: join(folder, '..', '..') });
    expect([outside.status, outside.body.reason]).toEqual([403, 'plugin_folder_refused']);
    mkdirSync(join(server().folder, 'mine', 'empty'));
    const empty = await there.post<Refusal>(pluginsPath, { folder: join(server().folder, 'mine', 'empty') });
    expect([empty.status, empty.body.reason]).toEqual([400, 'plugin_no_package']);
  });

  test('runs the example from the documentation', async () => {
    const folder = fileURLToPath(new URL('docs/examples/plugin', programFolder));
    const there = await start(dirname(folder));
    const acceptsUnrestricted = !isLandlocked;
    const made = await there.post<Plugin>(pluginsPath, { folder, acceptsUnrestricted });
    expect([made.status, made.body.isRestricted]).toEqual([201, isLandlocked]);
    const plugin = await patchPlugin(there, made.body.id, { isEnabled: true, config: { language: 'fr' } });
    expect([plugin.state, plugin.configFields[0]?.key]).toEqual(['ready', 'language']);
    const found = await searchPlugin(there, plugin.id, 'little nemo');
    expect(found.body.results.map(({ title }) => title)).toEqual(['Little Nemo in Slumberland']);
    const path = `${pluginsPath}/${plugin.id}/metadata`;
    const described = await there.post<PluginMetadata>(path, { kind: 'series', externalId: '1' });
    expect(described.body.fields).toMatchObject({ status: 'ended', language: 'fr', year: 1905 });
    const unknown = await there.post<Refusal>(path, { kind: 'series', externalId: '9' });
    expect([unknown.status, unknown.body.reason]).toEqual([404, 'plugin_said']);
  });
});
