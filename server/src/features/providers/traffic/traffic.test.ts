// Provider request limits and cached responses are shared by several servers and survive restarts.
import { expect, onTestFinished, test } from 'vitest';
import { startSecondServer, startTestServer, withServer } from '../../../../test/harness/server.ts';
import { onlineAt, startServices, turnOn } from '../../../../test/plugins/services.ts';

const anilist = 'graphql.anilist.co/';
const found = { data: { Page: { media: [{ id: 30013, title: { romaji: 'One Piece' } }] } } };

withServer('provider traffic', (shared) => {
  async function start() {
    const services = await startServices();
    let nowMs = Date.now();
    const options = { leadOutside: services.lead, clock: () => nowMs };
    const server = await startTestServer({
      ...options,
      kind: shared().kind,
      environment: { ...onlineAt(services), LECTERN_AUTH_ACCESS_TOKEN_MINUTES: '1440' },
    });
    onTestFinished(async () => {
      await server.stop();
      services.stop();
    });
    return {
      services,
      server,
      options,
      pass(ms: number) {
        nowMs += ms;
      },
      /** Restarts the server; on PostgreSQL starts a second server instead. */
      async another() {
        if (server.kind === 'sqlite') await server.app.close();
        const second = await startSecondServer(server, options);
        onTestFinished(second.stop);
        return second.as({ authorization: `Bearer ${server.admin.session.accessToken}` });
      },
    };
  }

  test.each([
    ['seconds', () => '120'],
    ['a date', (nowMs: number) => new Date(nowMs + 120_000).toUTCString()],
  ])('pauses the service for all servers when Retry-After contains %s', async (_, say) => {
    const { services, server, pass, another, options } = await start();
    const first = await turnOn(server.admin, 'anilist');
    services.answers.set(anilist, (_asked, response) => {
      response.writeHead(429, { 'retry-after': say(options.clock()) }).end('{}');
    });
    const refused = await first.search('one piece');
    expect([refused.status, refused.body.reason]).toEqual([503, 'plugin_waiting']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(118);
    services.answers.set(anilist, () => found);
    const second = await turnOn(await another(), 'anilist');
    const again = await second.search('one piece');
    expect([again.status, services.asked.length]).toEqual([503, 1]);
    pass(121_000);
    const answered = await second.search('one piece');
    expect([answered.status, services.asked.length]).toEqual([200, 2]);
    // A rate limit does not count as a failure.
    expect((await second.again()).failure).toBe(null);
  });

  test('pauses a provider without remaining requests until its limit resets', async () => {
    const { services, server, pass } = await start();
    const provider = await turnOn(server.admin, 'anilist');
    services.answers.set(anilist, (_asked, response) => {
      response
        .writeHead(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' })
        .end(JSON.stringify(found));
    });
    expect((await provider.search('one')).status).toBe(200);
    expect((await provider.search('two')).status).toBe(503);
    pass(61_000);
    expect((await provider.search('three')).status).toBe(200);
    expect(services.asked).toHaveLength(2);
  });

  test('caches responses until they expire or the configuration changes', async () => {
    const { services, server, pass, another } = await start();
    const provider = await turnOn(server.admin, 'anilist');
    services.answers.set(anilist, () => ({ data: { Media: { id: 30013, title: { romaji: 'One Piece' } } } }));
    const first = await provider.get('30013');
    expect(first.body.fields).toMatchObject({ title: 'One Piece' });
    expect((await provider.get('30013')).body).toEqual(first.body);
    expect(services.asked).toHaveLength(1);
    const patched = await turnOn(server.admin, 'anilist', { config: { titleLanguage: 'romaji' } });
    await patched.get('30013');
    expect(services.asked).toHaveLength(2);
    services.answers.set(anilist, () => found);
    for (const [minutes, count] of [
      [0, 3],
      [59, 3],
      [2, 4],
    ] as const) {
      pass(minutes * 60_000);
      expect((await patched.search('one piece')).body.results).toMatchObject([{ externalId: '30013' }]);
      expect(services.asked).toHaveLength(count);
    }
    // Another server uses the cached response.
    const second = await turnOn(await another(), 'anilist');
    expect((await second.get('30013')).status).toBe(200);
    expect(services.asked).toHaveLength(4);
  });
});
