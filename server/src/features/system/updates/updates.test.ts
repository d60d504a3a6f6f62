// The notice of a newer version: off by default, once a day, and robust against any response.
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { version } from '#infrastructure/version.ts';
import {
  startSecondServer,
  startTestServer,
  type TestServer,
  withServer,
} from '../../../../test/harness/server.ts';

interface Updates {
  isOn: boolean;
  current: string;
  newest: string | null;
  isNewer: boolean;
  checkedAt: string | null;
}

const path = '/api/v1/admin/updates';

/** Starts a server with releases, which records its requests. */
async function startReleases(answer: RequestListener) {
  const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
  const releases = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => releases.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void releases.close().closeAllConnections());
  const { port } = releases.address() as AddressInfo;
  return { asked, url: `http://127.0.0.1:${port}/latest` };
}

const json =
  (document: unknown): RequestListener =>
  (_, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(document));

async function start(kind: TestServer['kind'], environment: Record<string, string>, clock = Date.now) {
  const lines: string[] = [];
  const server = await startTestServer({
    kind,
    withTasks: true,
    clock,
    environment: { LECTERN_LOG_LEVEL: 'info', LECTERN_ONLINE_ENABLED: 'true', ...environment },
    onLogLine: (line) => void lines.push(line),
  });
  onTestFinished(() => server.stop());
  const read = async () => (await server.admin.get<Updates>(path)).body;
  const listTasks = async () => {
    const { body } = await server.admin.get<{ data: { type: string; status: string; lastError: unknown }[] }>(
      '/api/v1/tasks?pageSize=100',
    );
    return body.data.filter(({ type }) => type === 'updates.check');
  };
  return {
    server,
    read,
    listTasks,
    said: () => lines.filter((line) => line.includes('a newer version of Lectern')),
  };
}

const on = (url: string) => ({
  LECTERN_UPDATES_CHECK: 'true',
  LECTERN_UPDATES_URL: url,
  LECTERN_UPDATES_PRIVATE_ADDRESSES: 'true',
});

withServer('the notice of a newer version', (shared) => {
  const kindOf = () => shared().kind;

  test('is off by default: no request is sent, and only administrators can read it', async () => {
    const { asked, url } = await startReleases(json({ version: '99.0.0' }));
    const { server, read, listTasks } = await start(kindOf(), { LECTERN_UPDATES_URL: url });
    expect(await read()).toEqual({
      isOn: false,
      current: version,
      newest: null,
      isNewer: false,
      checkedAt: null,
    });
    expect([asked, await listTasks()]).toEqual([[], []]);
    expect((await server.reader.get(path)).status).toBe(403);
  });

  test('reports the newest version, logs it once, and requests it again a day later, without identifying the server', async () => {
    let nowMs = Date.now();
    const { asked, url } = await startReleases(json([{ tag_name: 'v98.0.0' }, { tag_name: 'v99.1.0' }]));
    const { server, read, said } = await start(kindOf(), on(url), () => nowMs);
    await expect.poll(async () => (await read()).newest).toBe('99.1.0');
    expect(await read()).toMatchObject({
      isOn: true,
      isNewer: true,
      checkedAt: new Date(nowMs).toISOString(),
    });
    expect(said()).toHaveLength(1);
    const { host, 'user-agent': agent } = asked[0]?.headers ?? {};
    expect([asked[0]?.url, new URL(url).host, agent]).toEqual(['/latest', host, 'Lectern']);
    expect(
      Object.keys(asked[0]?.headers ?? {}).filter((name) => /cookie|authorization|referer/.test(name)),
    ).toEqual([]);
    // A restart sends no request, a later day does, and the same version is not logged again.
    await server.app.close();
    const again = await startSecondServer(server, { withTasks: true, clock: () => nowMs });
    await again.stop();
    expect(asked).toHaveLength(1);
    nowMs += 24 * 60 * 60 * 1000;
    const later: string[] = [];
    const last = await startSecondServer(server, {
      withTasks: true,
      clock: () => nowMs,
      onLogLine: (line) => void later.push(line),
    });
    await expect.poll(() => asked.length).toBe(2);
    await last.stop();
    expect(later.filter((line) => line.includes('a newer version of Lectern'))).toEqual([]);
  });

  test('is empty for the same or an older version', async () => {
    const { url } = await startReleases(json({ version: '0.0.1' }));
    const { read, said } = await start(kindOf(), on(url));
    await expect.poll(read).toMatchObject({ newest: '0.0.1', isNewer: false });
    expect(said()).toEqual([]);
  });

  test('sends no request while Internet access is turned off, regardless of its own setting', async () => {
    const { asked, url } = await startReleases(json({ version: '99.0.0' }));
    const { server, read, listTasks } = await start(kindOf(), {
      ...on(url),
      LECTERN_ONLINE_ENABLED: 'false',
    });
    expect([(await read()).isOn, asked, await listTasks()]).toEqual([false, [], []]);
    await server.admin.put('/api/v1/admin/settings/online.enabled', { value: true });
    expect((await read()).isOn).toBe(true);
  });

  test('can be enabled by a setting while the server runs', async () => {
    const { url } = await startReleases(json({ version: '99.0.0' }));
    const { server, read } = await start(kindOf(), { LECTERN_UPDATES_URL: url });
    expect((await read()).isOn).toBe(false);
    const changed = await server.admin.put('/api/v1/admin/settings/updates.check', { value: true });
    expect([changed.status, (await read()).isOn]).toEqual([200, true]);
  });
});

test.each<[string, RequestListener, RegExp]>([
  ['an endless response', (_, response) => void response.write(Buffer.alloc(3 * 1024 * 1024, 32)), /bytes/],
  [
    'a redirect',
    (_, response) => void response.writeHead(302, { location: '/other' }).end(),
    /redirects to another address/,
  ],
  ['a fault', (_, response) => void response.writeHead(500).end(), /status 500/],
  ['a page', (_, response) => void response.end('<html>'), /contains no version/],
])('%s fails the task with a message, and has no other effect', async (_, answer, sentence) => {
  const { asked, url } = await startReleases(answer);
  const { read, listTasks } = await start('sqlite', on(url));
  await expect.poll(async () => (await listTasks())[0]?.status).toBe('failed');
  expect(JSON.stringify((await listTasks())[0])).toMatch(sentence);
  expect([asked.length, (await read()).newest]).toEqual([1, null]);
});

test.each([
  'https://127.0.0.1:1/',
  'https://localhost:1/',
  'https://[::1]:1/',
  'https://10.0.0.1:1/',
  'https://[::ffff:192.168.1.1]:1/',
  'http://releases.example.org/',
])('%s is not requested unless private addresses are allowed', async (url) => {
  const { listTasks } = await start('sqlite', { ...on(url), LECTERN_UPDATES_PRIVATE_ADDRESSES: 'false' });
  await expect.poll(async () => (await listTasks())[0]?.status).toBe('failed');
  expect(JSON.stringify((await listTasks())[0])).toMatch(/private network|start with https/);
});
