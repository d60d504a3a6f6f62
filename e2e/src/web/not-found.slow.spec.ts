// Addresses that do not exist, in a browser.
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

describe('an address that does not exist', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: { 'One/One 1.cbz': await makeCbz({ mark: 'one', pages: 1 }) } });
  }, 60_000);

  afterAll(() => web?.end());

  test.each(['/nowhere', '/series/a/b/c/d/e', '/rare.page'])(
    '%s shows a page with a link home, with status 404',
    async (path) => {
      const page = await web.signedIn('/account', { allow: /404/ });
      const response = await page.goto(web.base + path);
      expect(response?.status()).toBe(404);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      // The menu is still shown.
      await page.getByRole('link', { name: 'All series' }).first().waitFor();
      await lookEverywhere(page, `not found ${path.length}`);
      await page.getByRole('link', { name: 'Go to home' }).click();
      await page.waitForURL(`${web.base}/`);
      await page.getByRole('link', { name: /One/ }).first().waitFor();
    },
  );

  test('a missing book is not reported as a server error', async () => {
    const page = await web.signedIn('/', { allow: /404/ });
    await page.goto(`${web.base}/books/00000000-0000-4000-8000-000000000000`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await lookEverywhere(page, 'not found book');
    await page.getByRole('link', { name: 'Go to home' }).click();
    await page.waitForURL(`${web.base}/`);
  });

  test('signed-out users see the same page', async () => {
    const page = await web.open({ allow: /404/ });
    await page.goto(`${web.base}/nowhere`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  test.each(['/assets/index-00000000.js', '/api/v1/nowhere', '/opds/v1.2/nowhere'])(
    '%s returns a machine-readable error',
    async (path) => {
      const page = await web.signedIn('/account', { allow: /40[14]/ });
      const response = await page.goto(web.base + path);
      expect(response?.ok()).toBe(false);
      expect(response?.headers()['content-type']).not.toContain('html');
    },
  );
});
