// Bytes that a browser loads before a page is visible. The sizes are the same on every machine.
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { fillSignIn, startWeb, type Web } from '../harness/browser/web.ts';

const budgetBytes = 180_000;

describe('the size of the client', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'a' }) } });
  }, 60_000);

  afterAll(() => web?.end());

  /** Without HTTPS, browsers do not accept Brotli; gzip is the larger of the two. */
  const context = { extraHTTPHeaders: { 'accept-encoding': 'gzip' } };

  /** Transferred bytes of each script. */
  function weigh(page: Page): Map<string, number> {
    const scripts = new Map<string, number>();
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      // Length of a response that is served precompressed from disk.
      scripts.set(new URL(response.url()).pathname, Number(response.headers()['content-length']));
    });
    return scripts;
  }
  const sum = (scripts: Map<string, number>) => [...scripts.values()].reduce((all, one) => all + one, 0);

  test('a first visit loads less than 180 kB of scripts before sign-in', async () => {
    const page = await web.open({ context });
    const scripts = weigh(page);
    await page.goto(`${web.base}/`);
    await page.locator('input[name=username]').waitFor();
    expect(sum(scripts)).toBeGreaterThan(50_000);
    expect(sum(scripts)).toBeLessThan(budgetBytes);
  });

  test('the home page loads less than 180 kB of scripts, and no reader among them', async () => {
    const page = await web.open({ context });
    await page.goto(`${web.base}/`);
    await fillSignIn(page, 'admin');
    await page.getByRole('heading', { name: 'Recently added books' }).waitFor();
    const scripts = weigh(page);
    // Caches of the first visit are not used.
    const session = await page.context().newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.reload();
    await page.getByRole('heading', { name: 'Recently added books' }).waitFor();
    expect([...scripts.keys()].filter((name) => /reader-page/.test(name))).toEqual([]);
    expect(sum(scripts)).toBeGreaterThan(50_000);
    expect(sum(scripts)).toBeLessThan(budgetBytes);
  });

  test.each(['/', '/series', '/books/{book}'])(
    '%s declares its scripts in the head, in few files',
    async (place) => {
      const book = await findBook(web.admin, 'Saga 001.cbz');
      const path = place.replace('{book}', book.id);
      const page = await web.signedIn(path, { context });
      await page.getByText('Saga').first().waitFor();
      const head = await (await page.context().request.get(`${web.base}${path}`)).text();
      const scripts = weigh(page);
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
      await page.reload();
      await page.getByText('Saga').first().waitFor();
      // Scripts that load after the page is visible do not count.
      const first = [...scripts.keys()].filter(
        (name) => asked.indexOf(name) < asked.indexOf('/api/v1/libraries'),
      );
      expect(first.length).toBeGreaterThan(3);
      expect(first.length).toBeLessThan(25);
      const named = first.filter((name) => head.includes(name.split('/').at(-1) ?? name));
      // Scripts that the page's first script imports.
      const imported = /[/](?:index|main|rolldown-runtime)-/;
      expect(first.filter((name) => !named.includes(name) && !imported.test(name))).toEqual([]);
      expect(asked.filter((name) => name === '/api/v1/auth/me')).toHaveLength(1);
    },
  );

  test('visitors load no scripts of pages that require a sign-in', async () => {
    const head = await (await fetch(`${web.base}/series`)).text();
    expect(head).not.toContain('auth/me');
    expect(head).not.toMatch(/modulepreload[^>]*shell/);
  });
});
