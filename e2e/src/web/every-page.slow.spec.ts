// Visits every page of the client: no foreign code is executed, no external request is sent, and axe finds no
// violations.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeCbz, makeEpub, makePdf } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { desk, phone, startWeb, type Web } from '../harness/browser/web.ts';

const hostile = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';

const features = join(import.meta.dirname, '..', '..', '..', 'web', 'src', 'features');

/** All routes without parameters, as the features declare them. Nested routes include the path of their parent. */
const pages = readdirSync(features).flatMap((room) => {
  const file = join(features, room, 'routes.ts');
  if (!existsSync(file)) return [];
  const paths = [...readFileSync(file, 'utf8').matchAll(/path: '([^'$]+)'/g)].map(([, path = '']) => path);
  return paths.map((path) => (path.startsWith('/') ? path : `/${room}/${path}`));
});
/** The setup page redirects when a user exists. */
const walked = [...new Set(pages)].filter((path) => path !== '/welcome');

describe('every page', () => {
  let web: Web;
  let comic: BookDto;
  let endless: BookDto;
  let novel: BookDto;
  let paper: BookDto;

  beforeAll(async () => {
    const escaped = hostile.replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({
          mark: 'a',
          comicInfo: `<Series>${escaped}</Series><Title>${escaped}</Title><Summary>${escaped}</Summary><Writer>${escaped}</Writer><Genre>${escaped}</Genre><Web>javascript:window.ran=1</Web>`,
        }),
        'Endless/Endless 001.cbz': await makeCbz({
          mark: 'b',
          // A bidirectional override, and a very long text.
          comicInfo: `<Series>Endless ${escaped}</Series><Title>\u202eexe.txt</Title><Summary>${'No end of it. '.repeat(80_000)}</Summary>`,
        }),
        'Novel/Novel.epub': makeEpub({}),
        'Paper/Paper.pdf': makePdf(),
      },
      environment: { LECTERN_SERVER_BASE_PATH: '/shelf' },
    });
    comic = await findBook(web.admin, 'Saga 001.cbz');
    endless = await findBook(web.admin, 'Endless 001.cbz');
    novel = await findBook(web.admin, 'Novel.epub');
    paper = await findBook(web.admin, 'Paper.pdf');
    const [startedAt, endedAt] = [60, 30].map((s) => new Date(Date.now() - s * 1_000).toISOString());
    const session = { id: crypto.randomUUID(), bookId: comic.id, startedAt, endedAt, pagesRead: 2 };
    await web.admin.post('/api/v1/reading-sessions', { sessions: [session] });
  }, 60_000);

  afterAll(() => web?.end());

  const listPages = () => [
    ...walked,
    ...[comic, novel, paper].flatMap(({ id, seriesId }) => [`/books/${id}`, `/series/${seriesId}`]),
  ];
  const readers = () => [comic, novel, paper].map(({ id }) => `/books/${id}/read`);

  /** Records policy violations and external requests of the page. */
  async function watch(page: Page): Promise<{ refused: string[]; strangers: string[] }> {
    const seen = { refused: [] as string[], strangers: [] as string[] };
    await page.exposeFunction('tellRefused', (what: string) => void seen.refused.push(what));
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', (event) => tellRefused(event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sourceFile), true)`,
    );
    const { origin } = new URL(web.base);
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:$/.test(url.protocol) && url.origin !== origin) seen.strangers.push(request.url());
    });
    return seen;
  }
  async function settle(page: Page): Promise<void> {
    await page.locator('main').first().waitFor();
    await page.locator('.mantine-Loader-root, .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  }

  test('is found among the routes', () => expect(walked.length).toBeGreaterThan(20));

  test('shows texts of books as plain text, keeps the content security policy, and requests no other host', {
    timeout: 240_000,
  }, async () => {
    const page = await web.signedIn('/');
    const seen = await watch(page);
    for (const path of [
      ...listPages(),
      `/books/${endless.id}`,
      `/series/${endless.seriesId}`,
      ...readers(),
    ]) {
      await page.goto(`${web.base}${path}`);
      await settle(page);
      expect([path, await page.evaluate('window.ran ?? null')]).toEqual([path, null]);
      expect([path, await page.locator('a[href^="javascript:"]').count()]).toEqual([path, 0]);
      expect({ path, ...seen }).toEqual({ path, refused: [], strangers: [] });
      const { length, turning } = (await page.evaluate(
        `({ length: document.body.innerText.length, turning: /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText) })`,
      )) as { length: number; turning: boolean };
      // At most a hundred thousand characters of a text are stored.
      expect([path, length < 110_000, turning]).toEqual([path, true, false]);
    }
  });

  /** Cumulative Layout Shift: the sum of all shifts without input. Collects the moved elements for the message. */
  const observeShifts = `
    window.shift = 0;
    window.moved = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries()) {
        if (hadRecentInput) continue;
        window.shift += value;
        for (const { node, previousRect, currentRect } of sources)
          window.moved.push([value, node?.textContent?.slice(0, 40), previousRect.y, currentRect.y].join(' '));
      }
    }).observe({ type: 'layout-shift', buffered: true });`;

  test.each([
    ['a desk', desk],
    ['a phone', phone],
  ] as const)('does not shift while it loads on %s', { timeout: 240_000 }, async (_, viewport) => {
    const page = await web.signedIn('/', { viewport });
    await page.addInitScript(observeShifts);
    // Responses arrive after the first paint, as over a network.
    const session = await page.context().newCDPSession(page);
    const throughput = { downloadThroughput: -1, uploadThroughput: -1 };
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: 60, ...throughput });
    const shifted: unknown[] = [];
    for (const path of listPages()) {
      await page.goto(`${web.base}${path}`);
      await settle(page);
      await page.waitForLoadState('networkidle');
      const shift = Number(await page.evaluate('window.shift'));
      if (shift > 0.02) shifted.push({ path, shift, moved: await page.evaluate('window.moved') });
    }
    expect(shifted).toEqual([]);
  });

  test.each([
    ['in the light on a desk', desk, 'light', 'light'],
    ['in the dark on a phone', phone, 'dark', 'dark'],
    ['in black on a desk', desk, 'dark', 'black'],
  ] as const)('is accessible %s', { timeout: 240_000 }, async (_, viewport, colorScheme, colours) => {
    const signedOut = await web.open({ viewport, context: { colorScheme } });
    await signedOut.goto(`${web.base}/series`);
    await signedOut.locator('input[name=username]').waitFor();
    await expectAccessible(signedOut);
    const page = await web.signedIn('/', { viewport, context: { colorScheme } });
    await page.evaluate(`localStorage.setItem('lectern.colours', '${colours}')`);
    const found: [string, string][] = [];
    for (const path of listPages()) {
      await page.goto(`${web.base}${path}`);
      await settle(page);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await expectAccessible(page).catch((error: unknown) => found.push([path, JSON.stringify(error)]));
    }
    expect(found).toEqual([]);
  });
});

test('the client is built without inline scripts and does not evaluate text as code', () => {
  const built = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');
  const page = readFileSync(join(built, 'index.html'), 'utf8');
  expect(page.match(/<script(?![^>]*\bsrc=)/g)).toBeNull();
  expect(page.match(/ on\w+=/g)).toBeNull();
  for (const name of readdirSync(join(built, 'assets')).filter((one) => one.endsWith('.js')))
    expect([name, /document\.write\(/.test(readFileSync(join(built, 'assets', name), 'utf8'))]).toEqual([
      name,
      false,
    ]);
});
