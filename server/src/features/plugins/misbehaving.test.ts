// Plugins that fail, send invalid data, flood or hang: each leads to a defined state without affecting others.
import type { Plugin } from '@lectern/contract/plugins/plugins';
import { expect, onTestFinished, test } from 'vitest';
import { withServer } from '../../../test/harness/server.ts';
import {
  addPlugin,
  getPlugin,
  knowsSeries,
  online,
  patchPlugin,
  searchPlugin,
  searchSaying,
} from '../../../test/plugins/plugin-calls.ts';

let aheadMs = 0;
/** Time of a stopped clock, if set. */
let heldMs: number | undefined;
const clock = () => heldMs ?? Date.now() + aheadMs;

type State = Pick<Plugin, 'state' | 'isEnabled'>;

withServer(
  'a plugin that misbehaves',
  (server) => {
    const add = (name: string, methods: string, more: object = {}) =>
      addPlugin(server().admin, { name, manifest: knowsSeries, methods, ...more }, { timeoutSeconds: 1 });
    const stateOf = async (id: string): Promise<State> => {
      const { state, isEnabled } = await getPlugin(server().admin, id);
      return { state, isEnabled };
    };

    test.each([
      ['hangs', `'metadata/series/search': () => new Promise(() => {}),`, 'did not answer within 1 second'],
      ['dies', `'metadata/series/search': () => process.exit(3),`, 'ended with code 3'],
      ['throws', `'metadata/series/search': () => { throw new Error('out of order'); },`, 'out of order'],
      ['lies', `'metadata/series/search': () => ({ results: 'none' }),`, 'no list of results'],
      [
        'floods',
        `'metadata/series/search': () => { write('x'.repeat(2 ** 21)); },`,
        'a line of more than 1 MiB',
      ],
      [
        'babbles',
        `'metadata/series/search': () => { write('no message\\n'.repeat(30)); },`,
        'invalid messages',
      ],
      [
        'never-ends',
        `'metadata/series/search': () => new Promise(() => {
          const line = JSON.stringify({ jsonrpc: '2.0', id: 99999, result: 'x'.repeat(1_000_000) }) + '\\n';
          const more = () => process.stdout.write(line, more);
          more();
        }),`,
        'more than 100 MiB',
      ],
    ])('fails with a message and is paused: %s', async (name, methods, message) => {
      const { admin } = server();
      const plugin = await add(name, methods);
      heldMs = clock();
      onTestFinished(() => {
        heldMs = undefined;
      });
      if (name === 'never-ends') await patchPlugin(admin, plugin.id, { timeoutSeconds: 60 });
      const first = await searchPlugin(admin, plugin.id, 'x');
      expect([first.status, first.body.error, first.body.reason]).toEqual([
        502,
        'plugin_failed',
        'plugin_stopped_working',
      ]);
      expect(first.body.message).toContain(message);
      expect((await getPlugin(admin, plugin.id)).failure?.count).toBe(1);
      const waiting = await searchPlugin(admin, plugin.id, 'x');
      expect([waiting.status, waiting.body.reason]).toEqual([503, 'plugin_waiting']);
      expect((await stateOf(plugin.id)).state).toBe('waiting');
    });

    test('is disabled after five consecutive failures, and starts with none when it is enabled', async () => {
      const { admin } = server();
      const methods = `'metadata/series/search': ({ query }) => query === 'die' ? process.exit(1) : { results: [] },`;
      const plugin = await add('mortal', methods);
      const fail = async (count: number) => {
        aheadMs += 301_000;
        expect((await searchPlugin(admin, plugin.id, 'die')).status).toBe(502);
        expect((await getPlugin(admin, plugin.id)).failure?.count).toBe(count);
      };
      for (let count = 1; count <= 4; count++) await fail(count);
      aheadMs += 301_000;
      // A successful call resets the count.
      expect((await searchPlugin(admin, plugin.id, 'x')).status).toBe(200);
      expect((await getPlugin(admin, plugin.id)).failure).toBe(null);
      for (let count = 1; count <= 5; count++) await fail(count);
      expect(await stateOf(plugin.id)).toEqual({ state: 'failed', isEnabled: false });
      expect((await searchPlugin(admin, plugin.id, 'x')).body.reason).toBe('plugin_disabled');
      expect((await patchPlugin(admin, plugin.id, { isEnabled: true })).state).toBe('ready');
    });

    test.each([
      ['limited', `fail(-32001, 'slow down', { retryAfterSeconds: 7 })`, 503, 'plugin_waiting', 'ready'],
      ['ignorant', `fail(-32002, 'no such thing')`, 404, 'plugin_said', 'ready'],
      ['refused', `fail(-32003, 'wrong key')`, 502, 'plugin_said', 'needs_setup'],
      ['cut-off', `fail(-32004, 'the site is away', { statusCode: 500 })`, 502, 'plugin_said', 'ready'],
      ['unset', `fail(-32005, 'no address')`, 502, 'plugin_said', 'needs_setup'],
    ])('does not count as a failure: %s', async (name, expression, status, reason, state) => {
      const { admin } = server();
      const plugin = await add(name, `'metadata/series/search': () => ${expression},`);
      for (let i = 0; i < 6; i++) {
        const answer = await searchPlugin(admin, plugin.id, 'x');
        expect([answer.status, answer.body.reason]).toEqual([status, reason]);
        if (name === 'limited') expect(answer.headers.get('retry-after')).toBe('7');
      }
      expect(await stateOf(plugin.id)).toEqual({ state, isEnabled: true });
    });

    test('is not called more often than its limit', async () => {
      const { admin } = server();
      const plugin = await addPlugin(
        admin,
        { name: 'counted', manifest: knowsSeries, methods: searchSaying('1') },
        { callsPerMinute: 3 },
      );
      const statuses = [];
      for (let i = 0; i < 3; i++) statuses.push((await searchPlugin(admin, plugin.id, 'x')).status);
      // The call that started the plugin also counts.
      expect(statuses).toEqual([200, 200, 503]);
      aheadMs += 60_000;
      expect((await searchPlugin(admin, plugin.id, 'x')).status).toBe(200);
    });

    test('does not start, or sends no manifest', async () => {
      const broken = await add('broken', '', { begin: `throw new Error('cannot run');` });
      expect([broken.state, broken.failure?.count, broken.name]).toEqual(['waiting', 1, null]);
      expect(broken.failure?.message).toMatch(/ended with code 1/);
      const nameless = await add('nameless', '', { manifest: { name: 'Has Blanks' } });
      expect(nameless.failure?.message).toMatch(/manifest/);
    });

    test('is stopped when it uses too much memory', async () => {
      const { admin } = server();
      const plugin = await add(
        'hungry',
        `'metadata/series/search': () => new Promise(() => { globalThis.kept = Buffer.alloc(600 * 1024 ** 2, 1); }),`,
      );
      await patchPlugin(admin, plugin.id, { timeoutSeconds: 60 });
      const answer = await searchPlugin(admin, plugin.id, 'x');
      expect([answer.status, answer.body.message]).toEqual([502, expect.stringContaining('512 MiB')]);
    });
  },
  { environment: { ...online, LECTERN_AUTH_ACCESS_TOKEN_MINUTES: '1440' }, clock },
);
