// Reading without a network: the user's downloads open, those of other users do not.
import { join } from 'node:path';
import { makeCbz, makeEpub, makePdf, writeFiles } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addReaders, findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { enterWithWorker, findKept, keepOnDevice } from '../harness/browser/offline.ts';
import { fillSignIn, show, startWeb, type Web } from '../harness/browser/web.ts';
import { layWire, type Wire } from '../harness/browser/wire.ts';

describe('offline', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', pages: 6 }),
        'Saga/Saga 002.cbz': await makeCbz({ mark: 'b', pages: 6 }),
        'Novel/Novel.epub': await makeEpub({}),
        'Paper/Paper.pdf': makePdf(),
      },
      environment: { LECTERN_SERVER_BASE_PATH: '/shelf' },
    });
    await addReaders(web.admin, 'mia', 'noah');
  }, 60_000);

  afterAll(() => web?.end());

  const enter = (wire: Wire, username: string) => enterWithWorker(web, wire.base, username);
  const keepBook = (page: Page, end: string) => keepOnDevice(web, page, end);

  test('a downloaded comic opens without the server, and other pages explain what is available', {
    timeout: 60_000,
  }, async () => {
    const wire = await layWire(web.base);
    const page = await enter(wire, 'mia');
    const book = await keepBook(page, 'Saga 001.cbz');
    await show(page, 'a kept book');
    await wire.cut();
    await page.goto(`${wire.base}/`);
    await page.getByText('Can’t reach the server').waitFor();
    await show(page, 'home without the server');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to downloads' }).click();
    await page.getByRole('link', { name: `Read ${book.title}` }).waitFor();
    await expectAccessible(page);
    await show(page, 'kept books');
    await page.getByRole('link', { name: `Read ${book.title}` }).click();
    await page.getByText('1 / 6').waitFor();
    await page.keyboard.press('End');
    await page.getByText('6 / 6').waitFor();
    const isShown = `[...document.querySelectorAll('main img')].some((one) => one.complete && one.naturalWidth > 0)`;
    await expect.poll(() => page.evaluate(isShown)).toBe(true);
    await page.reload();
    await expect.poll(() => page.evaluate(isShown)).toBe(true);
  });

  test('an EPUB is downloaded with all its files, a PDF as one file that is read in ranges', {
    timeout: 60_000,
  }, async () => {
    const wire = await layWire(web.base);
    const page = await enter(wire, 'mia');
    const novel = await keepBook(page, 'Novel.epub');
    const paper = await keepBook(page, 'Paper.pdf');
    const kept = await findKept(page);
    const of = (id: string) => kept.filter((one) => one.includes(id)).map((one) => one.split(id)[1]);
    expect(of(novel.id)).toEqual(expect.arrayContaining(['/manifest', '/positions']));
    expect(of(novel.id).filter((one) => one?.startsWith('/resources/')).length).toBeGreaterThan(1);
    await wire.cut();
    const part = await page.evaluate(
      `fetch('api/v1/books/${paper.id}/file', { headers: { range: 'bytes=0-3' } }).then(async (answer) => [answer.status, await answer.text()])`,
    );
    expect(part).toEqual([206, '%PDF']);
  });

  test('downloads of one account are hidden from others and removed when it leaves the device', {
    timeout: 60_000,
  }, async () => {
    const wire = await layWire(web.base);
    const page = await enter(wire, 'mia');
    const book = await keepBook(page, 'Saga 002.cbz');
    await page.goto(`${wire.base}/sign-in`);
    await fillSignIn(page, 'noah');
    await page.getByRole('button', { name: 'Account of noah' }).waitFor();
    const ask = (path: string) =>
      page.evaluate(`fetch('${path}').then((answer) => answer.status, () => 'away')`);
    const paths = [`api/v1/books/${book.id}`, `api/v1/books/${book.id}/pages/1`, 'api/v1/auth/me'];
    await wire.cut();
    for (const path of paths) expect([path, await ask(path)]).toEqual([path, 'away']);
    await wire.mend();
    // Switches back to the account with the downloads and removes it from this device.
    await page.getByRole('button', { name: 'Account of noah' }).click();
    await page.getByRole('menuitem', { name: 'mia' }).click();
    await page.getByRole('button', { name: 'Account of mia' }).click();
    expect((await findKept(page)).some((one) => one.includes(book.id))).toBe(true);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await findKept(page)).toEqual([]);
    await wire.cut();
    for (const path of paths) expect([path, await ask(path)]).toEqual([path, 'away']);
  });

  test('the browser stores no responses except downloads, and no credentials', {
    timeout: 60_000,
  }, async () => {
    const wire = await layWire(web.base);
    const page = await enter(wire, 'noah');
    const book = await findBook(web.admin, 'Saga 001.cbz');
    for (const path of ['/series', `/books/${book.id}`, `/series/${book.seriesId}`, `/books/${book.id}/read`])
      await page.goto(`${wire.base}${path}`);
    await page.getByText('1 / 6').waitFor();
    const all = (await page.evaluate(`caches.keys().then(async (names) => {
      const found = [];
      for (const name of names) for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
      return found;
    })`)) as string[];
    expect(all.length).toBeGreaterThan(5);
    expect(all.filter((path) => path !== '/shelf/' && !path.startsWith('/shelf/assets/'))).toEqual([]);
  });

  test('a book that the account may no longer see is removed from the device', {
    timeout: 60_000,
  }, async () => {
    const wire = await layWire(web.base);
    const page = await enter(wire, 'noah');
    const book = await keepBook(page, 'Saga 002.cbz');
    const { body } = await web.admin.get<{ data: { id: string; username: string }[] }>('/api/v1/users');
    const noah = body.data.find(({ username }) => username === 'noah')?.id;
    const path = join(web.library, '..', 'Other');
    writeFiles(path, { 'Elsewhere/1.cbz': await makeCbz({ mark: 'elsewhere' }) });
    const other = await web.admin.post<{ id: string }>('/api/v1/libraries', { name: 'Other', path });
    const limits = { sharedLibraryIds: [other.body.id] };
    expect((await web.admin.put(`/api/v1/users/${noah}/restrictions`, limits)).status).toBe(200);
    await page.goto(`${wire.base}/offline`);
    await page.getByText('No downloads yet').waitFor();
    await expect.poll(async () => (await findKept(page)).some((one) => one.includes(book.id))).toBe(false);
  });
});
