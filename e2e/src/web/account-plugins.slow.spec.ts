// Connects an account of an external service in the browser by signing in there.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addPlugin } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

describe('accounts of other services', () => {
  let web: Web;
  let service: Server;
  let origin = '';
  /** Query that the service returns after the sign-in. */
  let answer = 'code=the-code';
  beforeAll(async () => {
    service = createServer((request, response) => {
      const url = new URL(request.url ?? '/', origin);
      if (url.pathname === '/token') return response.end('{"access_token":"good","expires_in":3600}');
      const { redirect_uri: back, state } = Object.fromEntries(url.searchParams);
      response.writeHead(302, { location: `${back}?${answer}&state=${state}` }).end();
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    web = await startWeb({
      files: {},
      environment: { LECTERN_ONLINE_ENABLED: 'true', LECTERN_ONLINE_ALLOWED_ORIGINS: origin },
    });
  }, 60_000);
  afterAll(async () => {
    await web?.end();
    service.close().closeAllConnections();
  });

  test('are declined and connected', { timeout: 120_000 }, async () => {
    const oauth = { authorizationUrl: `${origin}/authorize`, tokenUrl: `${origin}/token` };
    const plugin = await addPlugin(web.admin, {
      name: 'list',
      manifest: { capabilities: { userReadSync: true }, userDescription: 'Keeps your list.', oauth },
      methods: `'sync/getUserInfo': () => given.credentials.access_token === 'good'
        ? { externalId: '1', username: 'bookworm' } : fail(-32003, 'The token is refused'),`,
    });
    const page = await web.signedIn(`/administration/plugins/${plugin.id}`);
    await page.getByRole('textbox', { name: 'Redirect URL' }).waitFor();
    await page.getByRole('textbox', { name: 'Client ID' }).fill('my-client');
    await page.getByRole('textbox', { name: 'Client secret' }).fill('my-secret');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('The list saved').waitFor();

    await page.goto(`${web.base}/account/apps`);
    await page.getByRole('switch', { name: 'Enabled' }).click({ force: true });
    await page.getByText('Not connected', { exact: true }).waitFor();
    answer = 'error=access_denied';
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('You declined the connection to The list').waitFor();
    answer = 'code=the-code';
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Your The list account is connected').waitFor();
    await page.getByText('Connected', { exact: true }).waitFor();
    await lookEverywhere(page, 'account-plugins');
  });
});
