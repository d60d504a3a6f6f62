// Accounts connected by OAuth sign-in at a plugin's service.
import { createHash } from 'node:crypto';
import type { OwnPlugin, Plugin } from '@lectern/contract/plugins/plugins';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseKind } from '../../../../test/harness/databases.ts';
import { startTestServer, withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';
import { pluginsPath, type Refusal } from '../../../../test/plugins/plugin-calls.ts';
import { onlineAt, type Services, startServices, turnOn } from '../../../../test/plugins/services.ts';

const client = { oauth_client_id: 'my-client', oauth_client_secret: 'my-secret' };
const tokenPaths = {
  myanimelist: 'myanimelist.net/v1/oauth2/token',
  mangabaka: 'mangabaka.org/auth/oauth2/token',
  anilist: 'anilist.co/api/v2/oauth/token',
};
type Service = keyof typeof tokenPaths;

withServer('an account at a plugin service', (shared) => {
  let services: Services;
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let nowMs = Date.now();
  beforeAll(async () => {
    services = await startServices();
    server = await startTestServer({
      kind: shared().kind as DatabaseKind,
      environment: { ...onlineAt(services), LECTERN_AUTH_ACCESS_TOKEN_MINUTES: '1440' },
      leadOutside: services.lead,
      clock: () => nowMs,
    });
  });
  afterAll(async () => {
    await server.stop();
    services.stop();
  });
  beforeEach(() => {
    services.answers.clear();
    services.asked.length = 0;
    services.answers.set('api.myanimelist.net/v2/users/@me', ({ headers }, response) => {
      if (headers.authorization?.startsWith('Bearer fresh')) return { id: 7, name: 'reader' };
      response.writeHead(401).end('{}');
    });
  });

  const own = async (who: SignedIn, id: string) =>
    (await who.get<{ plugins: OwnPlugin[] }>('/api/v1/user/plugins')).body.plugins.find(
      (one) => one.id === id,
    );

  async function offer(service: Service) {
    const { plugin } = await turnOn(server.admin, `${service}-tracking`, { credentials: client });
    const reader = await signIn(server);
    const path = `/api/v1/user/plugins/${plugin.id}`;
    return {
      plugin,
      reader,
      path,
      test: () => reader.post<{ username: string | null } & Refusal>(`${path}/test`),
    };
  }

  async function begin(reader: SignedIn, path: string, body: object = {}) {
    const given = await reader.post<{ authorizationUrl: string }>(`${path}/authorize`, body);
    const url = new URL(given.body.authorizationUrl);
    const [cookie = ''] = given.headers.getSetCookie();
    return { url, query: Object.fromEntries(url.searchParams), cookie: cookie.split(';')[0] ?? '' };
  }

  const comeBack = async (redirectUri: string, query: Record<string, string>, cookie: string) => {
    const { pathname } = new URL(redirectUri);
    const answer = await fetch(`${server.url}${pathname}?${new URLSearchParams(query)}`, {
      redirect: 'manual',
      headers: { cookie },
    });
    return { status: answer.status, location: answer.headers.get('location') };
  };

  test.each([
    ['myanimelist', 'plain'],
    ['mangabaka', 'S256'],
    ['anilist', undefined],
  ] as const)('%s connects with the challenge %s without exposing secrets', async (service, method) => {
    const { plugin, reader, path } = await offer(service);
    expect(plugin.credentials.map(({ key, isSet }) => [key, isSet])).toEqual([
      ['oauth_client_id', true],
      ['oauth_client_secret', true],
    ]);
    expect(await own(reader, plugin.id)).toMatchObject({
      canConnect: true,
      isConnected: false,
      state: 'disabled',
    });
    const { url, query, cookie } = await begin(reader, path, { redirectTo: '/account/apps?x=1' });
    expect(url.protocol).toBe('https:');
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: 'my-client',
      redirect_uri: `${server.url}/api/v1/plugins/${plugin.id}/callback`,
    });
    expect(query.code_challenge_method).toBe(method);
    services.answers.set(tokenPaths[service], () => ({
      access_token: 'fresh-1',
      refresh_token: 'refresh-1',
      expires_in: 3600,
      token_type: 'Bearer',
    }));
    const back = { code: 'the-code', state: query.state ?? '' };
    expect(await comeBack(query.redirect_uri ?? '', back, cookie)).toEqual({
      status: 302,
      location: `/account/apps?x=1&plugin=${plugin.id}&outcome=connected`,
    });
    const [asked] = services.asked;
    const { code_verifier: verifier = '', ...form } = asked?.form ?? {};
    expect(form).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: query.redirect_uri,
      client_id: 'my-client',
      client_secret: 'my-secret',
    });
    if (method === 'S256')
      expect(createHash('sha256').update(verifier).digest('base64url')).toBe(query.code_challenge);
    else expect(verifier).toBe(query.code_challenge ?? '');
    const after = await own(reader, plugin.id);
    expect(after).toMatchObject({ isEnabled: true, state: 'ready', isConnected: true });
    const all = (await server.admin.get(pluginsPath)).bytes.toString() + JSON.stringify(after);
    for (const secret of ['my-secret', 'fresh-1', 'refresh-1']) expect(all).not.toContain(secret);
    expect((await own(await signIn(server), plugin.id))?.isConnected).toBe(false);
  });

  test('connects once, in the browser that started it, within ten minutes, and only for the same plugin', async () => {
    const { plugin, reader, path } = await offer('myanimelist');
    services.answers.set(tokenPaths.myanimelist, () => ({ access_token: 'fresh', expires_in: 3600 }));
    const other = await turnOn(server.admin, 'anilist-tracking', { credentials: client });
    const one = await begin(reader, path);
    const uri = one.query.redirect_uri ?? '';
    const back = { code: 'c', state: one.query.state ?? '' };
    const elsewhere = await begin(await signIn(server), path);
    for (const [address, query, cookie] of [
      [uri, back, ''],
      [uri, back, elsewhere.cookie],
      [uri, { code: 'c' }, one.cookie],
      [uri, { code: 'c', state: 'made-up' }, one.cookie],
    ] as const)
      expect((await comeBack(address, query, cookie)).status).toBe(400);
    expect((await comeBack(uri, back, one.cookie)).status).toBe(302);
    expect((await comeBack(uri, back, one.cookie)).status).toBe(400);
    const mixed = await begin(reader, path);
    const otherUri = uri.replace(plugin.id, other.plugin.id);
    expect(
      (await comeBack(otherUri, { code: 'c', state: mixed.query.state ?? '' }, mixed.cookie)).status,
    ).toBe(400);
    const late = await begin(reader, path);
    nowMs += 10 * 60_000 + 1;
    expect((await comeBack(uri, { code: 'c', state: late.query.state ?? '' }, late.cookie)).status).toBe(400);
    for (const redirectTo of ['//evil.example', 'https://evil.example', '/\\evil.example'])
      expect((await reader.post(`${path}/authorize`, { redirectTo })).status).toBe(400);
  });

  test('redirects back without changes when the sign-in is refused or no token is returned', async () => {
    const { plugin, reader, path } = await offer('mangabaka');
    const outcomeOf = async (query: Record<string, string>) => {
      const { query: sent, cookie } = await begin(reader, path);
      const uri = sent.redirect_uri ?? '';
      const { location } = await comeBack(uri, { ...query, state: sent.state ?? '' }, cookie);
      return new URL(location ?? '', 'http://own').searchParams.get('outcome');
    };
    expect(await outcomeOf({ error: 'access_denied' })).toBe('denied');
    expect(await outcomeOf({ error: 'server_error' })).toBe('failed');
    for (const answer of ['<html>', '{"error":"invalid_grant"}', '{"access_token":""}']) {
      services.answers.set(tokenPaths.mangabaka, () => answer);
      expect(await outcomeOf({ code: 'c' })).toBe('failed');
    }
    expect(await own(reader, plugin.id)).toMatchObject({ isEnabled: false, isConnected: false });
    // Without a client, no user can sign in.
    const emptied = { credentials: { oauth_client_id: null, oauth_client_secret: null } };
    await server.admin.patch<Plugin>(`${pluginsPath}/${plugin.id}`, emptied);
    const refused = await reader.post<Refusal>(`${path}/authorize`, {});
    expect([refused.status, refused.body.reason]).toEqual([409, 'plugin_no_client']);
    expect((await own(reader, plugin.id))?.canConnect).toBe(false);
  });

  async function connect(given: object) {
    const offered = await offer('myanimelist');
    services.answers.set(tokenPaths.myanimelist, () => given);
    const { query, cookie } = await begin(offered.reader, offered.path);
    await comeBack(query.redirect_uri ?? '', { code: 'c', state: query.state ?? '' }, cookie);
    services.asked.length = 0;
    const refreshes = () => services.asked.filter(({ path }) => path === tokenPaths.myanimelist);
    return { ...offered, refreshes };
  }
  const token = (n: number) => ({
    access_token: `fresh-${n}`,
    refresh_token: `refresh-${n}`,
    expires_in: 3600,
  });

  test('refreshes the token once for concurrent calls, shortly before it expires', async () => {
    const { test: ask, refreshes } = await connect(token(1));
    expect((await ask()).body.username).toBe('reader');
    nowMs += 50 * 60_000;
    await ask();
    expect(refreshes()).toHaveLength(0);
    nowMs += 6 * 60_000;
    services.answers.set(tokenPaths.myanimelist, () => token(2));
    const asked = await Promise.all([ask(), ask(), ask()]);
    expect(asked.map(({ body }) => body.username)).toEqual(['reader', 'reader', 'reader']);
    expect(refreshes().map(({ form }) => form)).toEqual([
      {
        grant_type: 'refresh_token',
        refresh_token: 'refresh-1',
        client_id: 'my-client',
        client_secret: 'my-secret',
      },
    ]);
    const me = services.asked.filter(({ path }) => path.endsWith('@me')).at(-1);
    expect(me?.headers.authorization).toBe('Bearer fresh-2');
    // The token remains valid for some minutes while the service is unavailable.
    nowMs += 57 * 60_000;
    services.answers.set(tokenPaths.myanimelist, (_, response) => void response.writeHead(503).end('{}'));
    expect((await ask()).body.username).toBe('reader');
  });

  test('requires a new sign-in after the service rejects the account, and works again afterwards', async () => {
    const { plugin, reader, path, test: ask, refreshes } = await connect(token(1));
    nowMs += 3600_000;
    services.answers.set(tokenPaths.myanimelist, (_, response) => {
      response.writeHead(400).end('{"error":"invalid_grant"}');
    });
    const refused = await ask();
    expect([refused.status, refused.body.reason]).toEqual([502, 'plugin_said']);
    expect(await own(reader, plugin.id)).toMatchObject({ state: 'refused', failure: expect.any(String) });
    // The plugin itself stays available to other users.
    expect((await turnOn(server.admin, 'myanimelist-tracking')).plugin.state).toBe('ready');
    const before = refreshes().length;
    expect((await reader.patch(path, { credentials: { access_token: 'old' } })).status).toBe(200);
    expect(await own(reader, plugin.id)).toMatchObject({ state: 'ready', failure: null });
    // A pasted token is never refreshed; a rejected one is reported.
    expect((await ask()).status).toBe(502);
    expect(await own(reader, plugin.id)).toMatchObject({ state: 'refused' });
    expect(refreshes()).toHaveLength(before);
    await reader.patch(path, { credentials: { access_token: 'fresh-pasted' } });
    expect((await ask()).body.username).toBe('reader');
    expect(await own(reader, plugin.id)).toMatchObject({ state: 'ready', failure: null });
    await reader.patch(path, { credentials: { access_token: null } });
    expect(await own(reader, plugin.id)).toMatchObject({ state: 'not_connected', isConnected: false });
  });
});
