// Guided view: panels by keys, taps and swipes, in both directions, corrected, and offline.
import type { PagePanels } from '@lectern/contract/serving/panels';
import { makeDrawnCbz, makeImage } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeComic } from '../harness/books/comics.ts';
import { openAt, showBars } from '../harness/books/reading.ts';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { enterWithWorker, keepOnDevice } from '../harness/browser/offline.ts';
import { pinch, type Spot, swipe } from '../harness/browser/touch.ts';
import { phone, show, startWeb, type Web } from '../harness/browser/web.ts';
import { layWire } from '../harness/browser/wire.ts';

const top = [5, 5, 90, 40];
const left = [5, 50, 42, 45];
const right = [53, 50, 42, 45];
const inOrder = [top, left, right];

describe('guided view', () => {
  let web: Web;

  beforeAll(async () => {
    const white = await makeImage({ width: 800, height: 1_200, color: '#fff', format: 'png' });
    web = await startWeb({
      files: {
        'Saga/Saga 1.cbz': makeDrawnCbz([white, white, white]),
        'Manga/Manga 1.cbz': await makeComic('uuu', 'm', '<Manga>YesAndRightToLeft</Manga>'),
        // Other pages than the manga, because corrections belong to the content of the pages.
        'Edit/Edit 1.cbz': await makeComic('uwu', 'edit'),
        'Trip/Trip 1.cbz': await makeComic('uuuu', 'trip'),
      },
    });
    for (const [end, panels] of [
      ['Saga 1.cbz', inOrder],
      ['Manga 1.cbz', [top, right, left]],
    ] as const) {
      const { id } = await findBook(web.admin, end);
      for (const page of [1, 2]) await web.admin.put(`/api/v1/books/${id}/pages/${page}/panels`, { panels });
    }
  }, 120_000);

  afterAll(() => web?.end());

  const isAt = (page: Page, place: string) =>
    page.getByText(place, { exact: true }).first().waitFor({ state: 'attached' });
  const turnOn = async (page: Page) => {
    await showBars(page);
    await page.getByRole('button', { name: 'Guided view' }).click();
  };
  const tapTwice = async (page: Page, [x, y]: Spot) => {
    await page.touchscreen.tap(x, y);
    await page.touchscreen.tap(x, y);
  };
  /** The middle of a box of the page on the screen, and its width as a share of the screen. */
  const findBox = (page: Page, [x = 0, y = 0, width = 0, height = 0]: readonly number[]) =>
    page.evaluate<[x: number, y: number, share: number]>(`(() => {
      const picture = document.querySelector('[dir]:not([data-ahead]) [data-page] img');
      const box = picture.getBoundingClientRect();
      return [
        Math.round(box.left + (${x + width / 2} * box.width) / 100),
        Math.round(box.top + (${y + height / 2} * box.height) / 100),
        Math.round((${width} * box.width) / window.innerWidth) / 100,
      ];
    })()`);

  test('goes through panels and pages by taps and swipes, and leaves and starts by double taps', async () => {
    const page = await openAt(web, 'Saga 1.cbz', { viewport: phone });
    await turnOn(page);
    await isAt(page, 'Panel 1 of 3, page 1');
    await page.touchscreen.tap(370, 420);
    await isAt(page, 'Panel 2 of 3, page 1');
    await expect.poll(() => findBox(page, left)).toEqual([195, 422, 0.95]);
    await show(page, 'comic-guided phone');
    await expectAccessible(page);
    await swipe(page, [330, 400], [60, 405]);
    await isAt(page, 'Panel 3 of 3, page 1');
    await swipe(page, [330, 400], [60, 405]);
    await isAt(page, 'Page 1 of 3');
    await swipe(page, [330, 400], [60, 405]);
    await isAt(page, 'Panel 1 of 3, page 2');
    await swipe(page, [60, 400], [330, 405]);
    await isAt(page, 'Page 1 of 3');
    await page.touchscreen.tap(20, 420);
    await isAt(page, 'Panel 3 of 3, page 1');
    await tapTwice(page, [195, 420]);
    await isAt(page, 'Page 1 of 3');
    const [x, y] = await findBox(page, right);
    await tapTwice(page, [x, y]);
    await isAt(page, 'Panel 3 of 3, page 1');
  });

  test('leaves the panel by pinching, and returns with the next step', async () => {
    const page = await openAt(web, 'Saga 1.cbz', { viewport: phone });
    await turnOn(page);
    await isAt(page, 'Panel 1 of 3, page 1');
    const stage = page.locator('[data-guided]');
    await stage.waitFor();
    await pinch(page, [195, 420], [80, 240]);
    await stage.waitFor({ state: 'detached' });
    await page.touchscreen.tap(370, 420);
    await stage.waitFor();
    await isAt(page, 'Panel 1 of 3, page 1');
  });

  test('shows the whole page while a finger or the mouse holds the panel', async () => {
    const page = await openAt(web, 'Saga 1.cbz', { viewport: phone });
    await turnOn(page);
    await isAt(page, 'Panel 1 of 3, page 1');
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [{ x: 370, y: 420 }]);
    await isAt(page, 'Page 1 of 3');
    await expect.poll(() => findBox(page, top)).toEqual([195, 276, 0.9]);
    expect(await page.locator('[data-lens]').count()).toBe(0);
    await touch('touchEnd', []);
    await isAt(page, 'Panel 1 of 3, page 1');
    await page.mouse.move(370, 420);
    await page.mouse.down();
    await isAt(page, 'Page 1 of 3');
    await page.mouse.up();
    await isAt(page, 'Panel 1 of 3, page 1');
    await page.mouse.click(370, 420);
    await isAt(page, 'Panel 2 of 3, page 1');
  });

  test('follows the direction of a manga', async () => {
    const page = await openAt(web, 'Manga 1.cbz', { viewport: phone });
    await turnOn(page);
    await isAt(page, 'Panel 1 of 3, page 1');
    await swipe(page, [60, 400], [330, 405]);
    await isAt(page, 'Panel 2 of 3, page 1');
    // A page of 400 pixels is enlarged to a width of 600 at most.
    await expect.poll(() => findBox(page, right)).toEqual([195, 422, 0.65]);
    await page.touchscreen.tap(20, 420);
    await isAt(page, 'Panel 3 of 3, page 1');
    await page.touchscreen.tap(370, 420);
    await isAt(page, 'Panel 2 of 3, page 1');
  });

  test.each([
    ['no-preference', true],
    ['reduce', false],
  ] as const)('moves between panels by keys, with the preference %s', async (reducedMotion, isMoving) => {
    const page = await openAt(web, 'Saga 1.cbz', { context: { reducedMotion } });
    await page.evaluate(`(() => {
      const animate = Element.prototype.animate;
      window.motions = 0;
      Element.prototype.animate = function (...rest) { window.motions++; return animate.apply(this, rest); };
    })()`);
    await page.keyboard.press('g');
    await isAt(page, 'Panel 1 of 3, page 1');
    for (const place of ['Panel 2 of 3, page 1', 'Panel 3 of 3, page 1', 'Page 1 of 3']) {
      await page.keyboard.press(' ');
      await isAt(page, place);
    }
    expect(Number(await page.evaluate('window.motions')) > 0).toBe(isMoving);
    // A page change has no motion.
    await page.evaluate('window.motions = 0');
    await page.keyboard.press('ArrowRight');
    await isAt(page, 'Panel 1 of 3, page 2');
    await page.locator('[data-guided]').waitFor();
    expect(await page.evaluate('window.motions')).toBe(0);
    // The setting remains, and webtoon mode has no guided view.
    await page.reload();
    await isAt(page, 'Panel 1 of 3, page 1');
    await page.keyboard.press('v');
    await isAt(page, 'Page 1 of 3');
    await page.keyboard.press('g');
    await page.getByText('Not available in webtoon mode').waitFor();
  });

  test('corrects panels on the page', async () => {
    const page = await openAt(web, 'Edit 1.cbz', { viewport: phone });
    await turnOn(page);
    await showBars(page);
    await page.getByRole('button', { name: 'More for this page' }).click();
    await page.getByRole('menuitem', { name: 'Correct panels of page 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct panels of page 1' });
    const image = dialog.getByRole('img', { name: 'Page 1' });
    await image.evaluate('(image) => image.decode()');
    // Waits until the dialog has stopped moving.
    await image.click({ trial: true });
    const picture = await image.boundingBox();
    if (!picture) throw new Error('No picture');
    const drag = async (from: Spot, to: Spot) => {
      const at = ([x, y]: Spot): Spot => [
        picture.x + (x * picture.width) / 100,
        picture.y + (y * picture.height) / 100,
      ];
      await page.mouse.move(...at(from));
      await page.mouse.down();
      await page.mouse.move(...at(to), { steps: 3 });
      await page.mouse.up();
    };
    await drag([5, 50], [95, 95]);
    await drag([5, 5], [95, 45]);
    // The lower right corner of the second panel.
    await drag([95, 45], [95, 48]);
    await dialog.getByRole('button', { name: 'Set order' }).click();
    await dialog.getByRole('button', { name: 'Panel 2' }).click();
    await dialog.getByRole('button', { name: 'Panel 1' }).click();
    await show(page, 'comic-guided correct');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await isAt(page, 'Panel 1 of 2, page 1');
    const { id } = await findBook(web.admin, 'Edit 1.cbz');
    const { body } = await web.admin.get<PagePanels>(`/api/v1/books/${id}/pages/1/panels`);
    expect(body.source).toBe('user');
    expect(body.panels.map((box) => box.map(Math.round))).toEqual([
      [5, 5, 90, 43],
      [5, 50, 90, 45],
    ]);
  });

  test('works offline, with panels and corrections from after the download', {
    timeout: 60_000,
  }, async () => {
    const wire = await layWire(web.base);
    const page = await enterWithWorker(web, wire.base, 'admin');
    const { id } = await keepOnDevice(web, page, 'Trip 1.cbz');
    const read = async () => {
      await page.goto(`${wire.base}/books/${id}/read?page=2`);
      await page.getByRole('button', { name: 'Close book' }).first().waitFor();
      const hint = page.getByRole('button', { name: 'Got it' });
      if (await hint.isVisible()) await hint.click();
    };
    const correct = (panels: number[][]) => web.admin.put(`/api/v1/books/${id}/pages/2/panels`, { panels });
    /** The number of panels that are stored for each page. */
    const countKept = () =>
      page.evaluate<number[]>(`Promise.all([1, 2, 3].map(async (number) => {
        const kept = await caches.match('${wire.base}/api/v1/books/${id}/pages/' + number + '/panels');
        return kept ? (await kept.json()).panels.length : -1;
      }))`);
    expect(await countKept()).toEqual([0, 0, 0]);
    await correct(inOrder);
    await read();
    await expect.poll(countKept).toEqual([0, 3, 0]);
    await correct([top, left]);
    // As if the book was downloaded before panels existed.
    await page.evaluate(`caches.keys().then((names) => Promise.all(names.map(async (name) => {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) if (/panels|guided/.test(url)) await cache.delete(url);
    })))`);
    await read();
    await expect.poll(countKept).toEqual([0, 2, 0]);
    await wire.cut();
    await read();
    await page.keyboard.press('g');
    await isAt(page, 'Panel 1 of 2, page 2');
  });
});
