// Plugins that attack the server or try to outlive it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { url as debuggerUrl } from 'node:inspector';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isLandlocked } from '../../../test/harness/run/is-landlocked.ts';
import { isRunning } from '../../../test/harness/run/is-running.ts';
import { startSecondServer, withServer } from '../../../test/harness/server.ts';
import { until } from '../../../test/harness/until.ts';
import { packFiles, packPlugin, toModule } from '../../../test/plugins/made-plugin.ts';
import {
  addPlugin,
  askPlugin,
  confined,
  knowsSeries,
  patchPlugin,
  pluginsPath,
  searchPlugin,
  searchSaying,
  uploadPlugin,
} from '../../../test/plugins/plugin-calls.ts';

const attacks = new URL('../../../test/fixtures/attacks.mjs', import.meta.url);

withServer(
  'a hostile plugin',
  (server) => {
    test.runIf(isLandlocked)('cannot attack the server', async () => {
      const { admin, folder } = server();
      const other = await addPlugin(admin, { name: 'other', manifest: knowsSeries });
      await searchPlugin(admin, other.id, 'x');
      const otherFolder = join(folder, 'data', 'plugins', other.id);
      const [version = ''] = readdirSync(otherFolder);
      const outside = join(folder, 'outside');
      mkdirSync(outside);
      writeFileSync(join(outside, 'victim'), 'victim');
      const listener = createServer().listen(join(folder, 'socket'));
      onTestFinished(() => void listener.close());
      const targets = {
        // The test process is the server.
        debugPort: process.debugPort,
        outside,
        socket: join(folder, 'socket'),
        database: join(folder, 'data', 'lectern.db'),
        other: join(otherFolder, version, 'dist', 'index.js'),
      };
      for (const path of [targets.other, targets.socket]) expect(existsSync(path)).toBe(true);
      const methods = searchSaying(
        `await (await import('./attacks.mjs')).attack({
          ...JSON.parse(params.query), parent: process.ppid, own: given.dataDir,
        })`,
      );
      const description = { name: 'plugin-hostile', version: '1.0.0', type: 'module', main: 'dist/index.js' };
      const { body } = await uploadPlugin(
        admin,
        packFiles({
          'package.json': JSON.stringify(description),
          'dist/index.js': toModule({ name: 'hostile', manifest: knowsSeries, methods }),
          'dist/attacks.mjs': readFileSync(attacks, 'utf8'),
        }),
      );
      expect(body.isRestricted).toBe(true);
      await patchPlugin(admin, body.id, { isEnabled: true });
      expect(await askPlugin(admin, body.id, JSON.stringify(targets))).toEqual([]);
      expect(debuggerUrl()).toBeUndefined();
      expect(readdirSync(outside)).toEqual(['victim']);
    });

    test('starts no threads, native modules, WASI, debugger or other programs', async () => {
      const methods = searchSaying(`await (async () => {
        const { Worker } = await import('node:worker_threads');
        const { WASI } = await import('node:wasi');
        const { open } = await import('node:inspector');
        const attempts = [
          () => new Worker('', { eval: true }),
          () => new WASI({ version: 'preview1' }),
          () => open(0),
          () => process.dlopen({ exports: {} }, given.dataDir + '/x.node'),
          () => process.execve(process.execPath, [process.execPath, '-e', '']),
          () => process.binding('fs'),
        ];
        const codes = attempts.map((attempt) => {
          try { attempt(); } catch ({ code }) { return code; }
        });
        return { codes, options: process.env.NODE_OPTIONS ?? null };
      })()`);
      const { id } = await addPlugin(server().admin, {
        name: 'hostile-node',
        manifest: knowsSeries,
        methods,
      });
      const denied = 'ERR_ACCESS_DENIED';
      expect(await askPlugin(server().admin, id)).toEqual({
        codes: [denied, denied, denied, 'ERR_DLOPEN_DISABLED', denied, denied],
        options: null,
      });
    });

    test('ends with the server even if it hangs, also during startup', async () => {
      const { admin, folder } = server();
      const methods = `'metadata/series/search': ({ query }) => {
        if (query === 'hang') for (;;);
        return { results: [{ externalId: '1', title: String(process.pid) }] };
      },`;
      const running = await addPlugin(admin, { name: 'hangs', manifest: knowsSeries, methods });
      const startScript = `const { renameSync, writeFileSync } = await import('node:fs');
        writeFileSync(process.env.HOME + '/new', String(process.pid));
        renameSync(process.env.HOME + '/new', process.env.HOME + '/pid');
        for (;;);`;
      const { body: starting } = await uploadPlugin(
        admin,
        packPlugin({ name: 'starts', begin: startScript }),
      );
      const second = await startSecondServer(server(), { environment: confined });
      onTestFinished(second.stop);
      const onSecond = second.as({ authorization: `Bearer ${admin.session.accessToken}` });
      const pids = [await askPlugin<number>(onSecond, running.id)];
      const answers = Promise.allSettled([
        searchPlugin(onSecond, running.id, 'hang'),
        onSecond.patch(`${pluginsPath}/${starting.id}`, { isEnabled: true }),
      ]);
      const pidFile = join(folder, 'data', 'plugin-data', starting.id, 'pid');
      await until(() => existsSync(pidFile));
      pids.push(Number(readFileSync(pidFile, 'utf8')));
      expect(pids.map(isRunning)).toEqual([true, true]);
      await second.stop();
      expect(pids.map(isRunning)).toEqual([false, false]);
      await answers;
    });
  },
  { environment: confined },
);
