import type { LogEntry } from '@lectern/contract/system/log';
import { expect, test } from 'vitest';
import { createLog } from '#infrastructure/log.ts';
import { RecentLog } from '#infrastructure/recent-log.ts';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';

const path = '/api/v1/admin/log';

withServer(
  'the log',
  (server) => {
    const list = async (who: Pick<SignedIn, 'get'>, query = '') =>
      (await who.get<{ entries: LogEntry[] }>(`${path}?${query}`)).body.entries;

    test('lists the latest entries by level and text', async () => {
      const { admin } = server();
      const all = await list(admin);
      expect(all.length).toBeGreaterThan(0);
      expect(all.map(({ at }) => at)).toEqual(
        all
          .map(({ at }) => at)
          .toSorted()
          .toReversed(),
      );
      const warning = 'updates.check has no effect: online.enabled is off';
      expect((await list(admin, 'level=warn')).map(({ message }) => message)).toContain(warning);
      expect((await list(admin, 'level=fatal')).length).toBe(0);
      const found = await list(admin, 'search=ONLINE.ENABLED');
      expect(found).toMatchObject([{ level: 'warn', message: warning, details: null }]);
      expect((await admin.get(`${path}?level=loud`)).status).toBe(400);
    });

    test('is closed to users without the permission and to administrators with restrictions', async () => {
      const { admin, reader } = server();
      expect((await reader.get(path)).status).toBe(403);
      const { key } = await makeKey(admin, { permissions: ['system:health'] });
      expect((await server().as({ 'x-api-key': key }).get(path)).status).toBe(403);
      const limited = await signIn(server(), { role: 'admin' });
      const limits = { sharedLibraryIds: [], maxAgeRating: 12 };
      const { status } = await admin.put(`/api/v1/users/${limited.userId}/restrictions`, limits);
      expect(status).toBe(200);
      expect(await limited.get(path)).toMatchObject({ status: 403, body: { reason: 'log_limited' } });
    });
  },
  {
    withTasks: true,
    environment: {
      LECTERN_UPDATES_CHECK: 'true',
      LECTERN_UPDATES_URL: 'https://lectern.example/newest',
      LECTERN_LOG_LEVEL: 'warn',
    },
  },
);

test('keeps the last lines, without secrets', () => {
  const recent = new RecentLog();
  const config = {
    log: { level: 'info' as const, format: 'pretty' as const },
    auth: { secret: 'a very secret "secret" of the server' },
  };
  const log = createLog(config as never, { write: () => {} }, recent);
  log.info({ password: 'hidden', url: `https://x?s=${config.auth.secret}` }, 'first');
  expect(recent.list()).toHaveLength(1);
  expect(JSON.parse(recent.list()[0] ?? '')).toMatchObject({
    msg: 'first',
    password: '***',
    url: 'https://x?s=***',
  });
  for (let n = 0; n < 1_200; n++) log.info({ n }, 'more');
  log.info({ text: 'x'.repeat(20_000) }, 'too long');
  const lines = recent.list().map((line) => JSON.parse(line).n);
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([500, 1_199, 700]);
});
