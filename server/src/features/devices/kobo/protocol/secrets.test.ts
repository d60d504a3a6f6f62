import type { CreatedKoboDevice } from '@lectern/contract/devices/kobo';
import type { CreatedKoreaderPassword } from '@lectern/contract/devices/koreader';
import { expect, test } from 'vitest';
import { createKoboDevice } from '../../../../../test/devices/kobo.ts';
import { createKoreader, nameMd5 } from '../../../../../test/devices/koreader.ts';
import { startTestServer } from '../../../../../test/harness/server.ts';

test('logs, activity and metrics never contain the token of a device', async () => {
  const lines: string[] = [];
  const server = await startTestServer({
    environment: { LECTERN_LOG_LEVEL: 'debug' },
    onLogLine: (line) => void lines.push(line),
  });
  try {
    const { admin, url } = server;
    const { token, apiEndpoint, id } = (
      await admin.post<CreatedKoboDevice>('/api/v1/user/kobo', { name: 'Libra' })
    ).body;
    const device = createKoboDevice(apiEndpoint);
    await device.start();
    await device.sync();
    for (const address of ['/v1/library/x/state', '/v1/nothing', '/%zz']) await device.call('GET', address);
    await device.call('PATCH', '/v1/library/sync', { body: [] });
    await admin.delete(`/api/v1/user/kobo/${id}`);
    await device.call('GET', '/v1/library/sync');
    const { username, password } = (
      await admin.post<CreatedKoreaderPassword>('/api/v1/user/koreader', { name: 'Reader' })
    ).body;
    await createKoreader({ url, username, password }).login();
    await createKoreader({ url, username, password: `${password}!` }).login();
    const activity = await admin.get('/api/v1/admin/activity');
    expect(activity.status).toBe(200);
    const metrics = await admin.get('/api/v1/metrics');
    const output = [...lines, activity.bytes.toString(), metrics.bytes.toString()].join('\n');
    expect(output).toContain('device sign-in failed');
    for (const secret of [token, password, nameMd5(password), nameMd5(`${password}!`), 'of-the-shop'])
      expect([secret, output.includes(secret)]).toEqual([secret, false]);
  } finally {
    await server.stop();
  }
});
