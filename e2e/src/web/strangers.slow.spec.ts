// Pages of other sites in the browser of a signed-in user: they can neither read nor change anything.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeCbz } from '@lectern/server/testing';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../harness/browser/chromium.ts';
import { fillSignIn, startWeb, type Web } from '../harness/browser/web.ts';

/** Requests that a foreign page attempts, each as a promise of the result. */
const attempts = (base: string) => {
  const json = (method: string, path: string, body: object) =>
    `fetch('${base}${path}', { method: '${method}', credentials: 'include', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))} })`;
  const user = {
    username: 'mallory',
    email: 'm@example.org',
    password: 'a password of mallory',
    role: 'admin',
  };
  return {
    'read who one is': `fetch('${base}/api/v1/auth/me', { credentials: 'include' })`,
    'read books by a header of its own': `fetch('${base}/api/v1/books', { credentials: 'include', headers: { 'x-own': '1' } })`,
    'write what needs to be asked first': json('POST', '/api/v1/users', user),
    'change settings': json('PUT', '/api/v1/user/preferences', { evil: true }),
    'sign out': `fetch('${base}/api/v1/auth/logout', { method: 'DELETE', credentials: 'include' })`,
  };
};

/** Writes that browsers send without a preflight request: they arrive, but the response is not readable. */
const blind = (base: string) =>
  [
    ['POST', '/api/v1/auth/logout', ''],
    [
      'POST',
      '/api/v1/users',
      '{"username":"mallory","email":"m@example.org","password":"a password of mallory"}',
    ],
    ['POST', '/api/v1/books/read', '{}'],
  ].map(
    ([method, path, body]) =>
      `fetch('${base}${path}', { method: '${method}', mode: 'no-cors', credentials: 'include', headers: { 'content-type': 'text/plain' }, body: '${body}' })`,
  );

const runAll = (base: string) => `
  Promise.all([
    ...Object.entries({ ${Object.entries(attempts(base))
      .map(([name, code]) => `'${name}': () => ${code}`)
      .join(', ')} }).map(([name, run]) =>
      run().then((answer) => [name, answer.status], (error) => [name, error.name])),
    ${blind(base)
      .map((code) => `${code}.then((answer) => ['blind', answer.type], (error) => ['blind', error.name])`)
      .join(', ')},
  ])`;

describe('pages of other sites', () => {
  let web: Web;
  const stranger = createServer((request, answer) => {
    answer.setHeader('content-type', 'text/html');
    const run = runAll(web.base);
    const pages: Record<string, string> = {
      '/fetches': `<script>window.done = ${run};</script>`,
      '/sandboxed': `<iframe sandbox="allow-scripts" srcdoc="${`<script>${run}.then((all) => parent.postMessage(all, '*'));</script>`.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>
        <script>window.done = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data)));</script>`,
      '/form': `<form method="post" action="${web.base}/api/v1/auth/logout"><input name="a" value="b"></form><script>document.forms[0].submit();</script>`,
      '/framing': `<iframe src="${web.base}/"></iframe>`,
    };
    answer.end(`<!doctype html><title>Elsewhere</title>${pages[request.url ?? ''] ?? ''}`);
  });
  let elsewhere: string;

  beforeAll(async () => {
    web = await startWeb({ files: { 'Saga/Saga 1.cbz': await makeCbz({ mark: 'a' }) } });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    // Another port of the same host: cookies are sent, because they do not depend on the port.
    elsewhere = `http://${new URL(web.base).hostname}:${(stranger.address() as AddressInfo).port}`;
  }, 60_000);

  afterAll(async () => {
    await web?.end();
    stranger.closeAllConnections();
    stranger.close();
  });

  // Messages of the browser about blocked requests.
  const allow = /./;
  const open = async (path: string): Promise<[Page, Response[]]> => {
    const page = await web.signedIn('/', { allow });
    const heard: Response[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(`${web.base}/api/`)) heard.push(response);
    });
    await page.goto(`${elsewhere}${path}`);
    return [page, heard];
  };

  /** Verifies that session, accounts and preferences are unchanged. */
  async function expectUntouched(page: Page): Promise<void> {
    expect((await page.request.get(`${web.base}/api/v1/auth/me`)).status()).toBe(200);
    const users = (await web.admin.get<{ data: { username: string }[] }>('/api/v1/users')).body.data;
    expect(users.map(({ username }) => username)).toEqual(['admin']);
    const likes = (await web.admin.get<Record<string, unknown>>('/api/v1/user/preferences')).body;
    expect(likes).not.toHaveProperty('evil');
  }

  test.each(['/fetches', '/sandboxed'])(
    'a foreign page reads and writes nothing, even with cookies (%s)',
    async (path) => {
      const [page, heard] = await open(path);
      const results = (await page.evaluate('window.done')) as [string, string | number][];
      for (const [name, came] of results) {
        // A blind request succeeds without a readable response.
        if (name === 'blind') expect(['opaque', 'TypeError']).toContain(came);
        else expect([name, came]).toEqual([name, 'TypeError']);
      }
      expect(results.length).toBe(8);
      for (const response of heard) {
        const allowed = Object.keys(response.headers()).filter((name) => name.startsWith('access-control-'));
        expect([response.url(), allowed]).toEqual([response.url(), []]);
        const isWriting = !['GET', 'OPTIONS'].includes(response.request().method());
        if (isWriting)
          expect([response.url(), [401, 403, 415]]).toEqual([
            response.url(),
            expect.arrayContaining([response.status()]),
          ]);
      }
      await expectUntouched(page);
    },
  );

  test('a form on a foreign page cannot sign out a user, and no foreign page can embed this one', async () => {
    const [page, heard] = await open('/form');
    const answers = () => heard.filter((one) => one.url().endsWith('/logout')).map((one) => one.status());
    await expect.poll(answers).toEqual([403]);
    await expectUntouched(page);
    const [framing] = await open('/framing');
    await expect.poll(() => framing.frames().length).toBe(2);
    const inside = framing.frames()[1];
    expect(await inside?.evaluate('document.querySelector("#root") === null')).toBe(true);
  });

  test('a foreign host name that resolves to this server has no session', async () => {
    const browser = await launchChromium(['--host-resolver-rules=MAP rebound.example 127.0.0.1']);
    onTestFinished(() => browser.close());
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${web.base}/`);
    await fillSignIn(page, 'admin');
    await page.getByRole('button', { name: 'Account of admin' }).waitFor();
    const other = await context.newPage();
    await other.goto(`http://rebound.example:${new URL(web.base).port}/sign-in`);
    const ask = (path: string) => `fetch('${path}', { credentials: 'include' }).then((one) => one.status)`;
    for (const path of ['/api/v1/auth/me', '/api/v1/books'])
      expect([path, await other.evaluate(ask(path))]).toEqual([path, 401]);
    expect(await page.evaluate(ask('/api/v1/auth/me'))).toBe(200);
  });

  test('a server with configured names serves nothing under another name', async () => {
    const { hostname } = new URL(web.base);
    const own = await startWeb({ files: {}, environment: { LECTERN_SERVER_ALLOWED_HOSTS: hostname } });
    onTestFinished(() => own.end());
    const browser = await launchChromium(['--host-resolver-rules=MAP rebound.example 127.0.0.1']);
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const answer = await page.goto(`http://rebound.example:${new URL(own.base).port}/`);
    expect(answer?.status()).toBe(421);
    expect(await page.content()).toContain('server.allowed_hosts');
    expect(await page.content()).not.toContain('<script');
    await page.goto(`${own.base}/sign-in`);
    await fillSignIn(page, 'admin');
    await page.getByRole('button', { name: 'Account of admin' }).waitFor();
  });
});
