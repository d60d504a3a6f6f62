// Queued requests to plugins.
import type { TaskDto } from '@lectern/contract/system/tasks';
import { expect, onTestFinished, test } from 'vitest';
import { startSecondServer, startTestServer, withServer } from '../../../../test/harness/server.ts';
import { onlineAt, startServices, turnOn } from '../../../../test/plugins/services.ts';

const service = 'api.mangaupdates.com/v1/series';

withServer('queued requests to a plugin', (shared) => {
  async function start(environment: Record<string, string> = {}) {
    const services = await startServices();
    services.answers.set(`${service}/1`, () => ({ series_id: 1, title: 'One' }));
    services.answers.set(`${service}/2`, () => ({ series_id: 2, title: 'Two' }));
    const options = { leadOutside: services.lead, environment: { ...onlineAt(services), ...environment } };
    const server = await startTestServer({ ...options, kind: shared().kind });
    onTestFinished(async () => {
      await server.stop();
      services.stop();
    });
    const provider = await turnOn(server.admin, 'mangaupdates');
    const ask = async (...requests: object[]) =>
      (await server.admin.post<{ tasks: TaskDto[] }>(`${provider.path}/requests`, { requests })).body.tasks;
    return { services, server, options, ask, provider };
  }
  const about = (externalId: string) => ({ method: 'metadata', kind: 'series', externalId });

  test('are queued, survive a restart, and report their results', async () => {
    const { services, server, options, ask } = await start();
    const tasks = await ask(about('1'), about('2'), about('3'), about('1'));
    expect(tasks.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending', 'pending']);
    expect(tasks[3]?.id).toBe(tasks[0]?.id);
    // Background tasks do not run on this server.
    expect(services.asked).toEqual([]);
    if (server.kind === 'sqlite') await server.app.close();
    const second = await startSecondServer(server, { ...options, withTasks: true });
    onTestFinished(second.stop);
    const onSecond = second.as({ authorization: `Bearer ${server.admin.session.accessToken}` });
    const read = async (n: number) => (await onSecond.get<TaskDto>(`/api/v1/tasks/${tasks[n]?.id}`)).body;
    await expect.poll(async () => (await read(0)).status, { timeout: 15_000 }).toBe('completed');
    await expect.poll(async () => (await read(1)).status, { timeout: 15_000 }).toBe('completed');
    await expect.poll(async () => (await read(2)).status, { timeout: 15_000 }).toBe('failed');
    expect((await read(0)).result).toMatchObject({ fields: { title: 'One' }, dropped: [] });
    expect((await read(1)).result).toMatchObject({ fields: { title: 'Two' } });
    expect((await read(2)).failure).toMatchObject({ reason: 'plugin_said' });
    expect(services.asked).toHaveLength(3);
  });

  test('wait while Internet access is turned off, without counting as failures', async () => {
    const { services, server, options, ask } = await start();
    const [task] = await ask(about('1'));
    await server.admin.put('/api/v1/admin/settings/online.enabled', { value: false });
    await server.app.startTasks();
    const read = async () => (await server.admin.get<TaskDto>(`/api/v1/tasks/${task?.id}`)).body;
    await expect
      .poll(async () => Date.parse((await read()).scheduledFor) - Date.now())
      .toBeGreaterThan(60_000);
    expect(await read()).toMatchObject({ status: 'pending', lastError: null, attempts: 0 });
    expect([services.asked, options.environment.LECTERN_ONLINE_ENABLED]).toEqual([[], 'true']);
  });

  test('require an administrator and an existing plugin', async () => {
    const { server, provider } = await start();
    const body = { requests: [about('1')] };
    expect((await server.reader.post(`${provider.path}/requests`, body)).status).toBe(403);
    const path = `/api/v1/admin/plugins/${crypto.randomUUID()}/requests`;
    expect((await server.admin.post(path, body)).status).toBe(404);
    expect((await server.admin.post(`${provider.path}/requests`, { requests: [] })).status).toBe(400);
  });
});
