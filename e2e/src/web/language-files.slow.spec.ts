// The files with the messages of each language: which are loaded, when, and again after a failure.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '../harness/browser/web.ts';

let web: Web;

beforeAll(async () => {
  web = await startWeb({ files: {} });
}, 60_000);

afterAll(() => web?.end());

test('loads only the messages of the current language', async () => {
  const page = await web.open({ context: { locale: 'fr' } });
  const loaded: string[] = [];
  page.on('request', (request) => {
    const found = /assets[/](\w+)-[^/]+[.]json$/.exec(new URL(request.url()).pathname);
    if (found?.[1] && request.serviceWorker() === null) loaded.push(found[1]);
  });
  await page.goto(`${web.base}/`);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).waitFor();
  expect([...new Set(loaded)]).toEqual(['fr']);
});

test('loads messages in parallel with the scripts, once', async () => {
  const page = await web.open({ context: { locale: 'en' } });
  await page.addInitScript("localStorage.setItem('lectern.language', 'ja')");
  const asked: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/assets/')) asked.push(path);
  });
  await page.goto(`${web.base}/`);
  await page.getByRole('button', { name: 'ログイン', exact: true }).waitFor();
  const isMessages = (path: string) => path.endsWith('.json');
  expect(asked.filter(isMessages)).toEqual([expect.stringMatching(/ja-[^/]+[.]json$/)]);
  expect(await page.locator('head > link[rel=preload][as=fetch][href*="/ja-"]').count()).toBe(1);
});

test('requests messages again that failed to load, and shows a notice meanwhile', async () => {
  const page = await web.open({ context: { locale: 'de' }, allow: /ERR_FAILED .*de-/ });
  let isBlocked = true;
  await page.route(/assets[/]de-[^/]+[.]json$/, (route) => (isBlocked ? route.abort() : route.continue()));
  await page.goto(`${web.base}/`);
  await page.getByRole('status').getByText('Die Oberfläche kann nicht geladen werden.').waitFor();
  expect(await page.locator('#root').textContent()).not.toContain('signIn.');
  isBlocked = false;
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  expect(await page.getByText('Die Oberfläche').count()).toBe(0);
});
