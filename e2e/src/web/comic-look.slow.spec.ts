// Appearance settings of comics: each is applied immediately and stored in the right scope.
import { makeCbz, makeImage, makeZip } from '@lectern/server/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBook, showBars } from '../harness/books/reading.ts';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

async function makeStrip(): Promise<Buffer> {
  const entries = await Promise.all(
    [30, 120, 210].map(async (hue, index) => ({
      name: `${index + 1}.png`,
      content: await makeImage({
        width: 400,
        height: 1_000,
        color: `hsl(${hue}, 70%, 45%)`,
        format: 'png',
      }),
    })),
  );
  return makeZip(entries);
}

const settingsOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Appearance' });

async function openSettings(page: Page): Promise<Locator> {
  await showBars(page);
  await page.getByRole('button', { name: 'Appearance' }).click();
  await settingsOf(page).waitFor();
  return settingsOf(page);
}

async function closeSettings(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await settingsOf(page).waitFor({ state: 'detached' });
}

/** Moves a slider by keyboard. */
async function slide(settings: Locator, name: string, keys: readonly string[]): Promise<void> {
  const slider = settings.getByRole('slider', { name, exact: true });
  for (const key of keys) await slider.press(key);
}

const look = (page: Page): Promise<{ filter: string; background: string }> =>
  page.evaluate(`(() => {
    const image = document.querySelector('[dir]:not([data-ahead]) img');
    return {
      filter: image && getComputedStyle(image).filter,
      background: getComputedStyle(document.querySelector('main')).backgroundColor,
    };
  })()`);

const isAt = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

describe('a comic', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Plain/Plain 1.cbz': await makeCbz({ mark: 'p', pages: 5 }),
        'Other/Other 1.cbz': await makeCbz({ mark: 'o', pages: 3 }),
        'Chosen/Chosen 1.cbz': await makeCbz({ mark: 'c', pages: 3 }),
        'Tower/Tower 1.cbz': await makeStrip(),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const read = async (end: string, visit: Visit = {}): Promise<Page> =>
    openBook(web, await findBook(web.admin, end), { ...visit, search: '?page=1' });
  /** Opens another book on the same device. */
  const goOn = async (page: Page, end: string): Promise<void> => {
    const { id } = await findBook(web.admin, end);
    await page.goto(`${web.base}/books/${id}/read?page=1`);
    await page.getByRole('button', { name: 'Close book' }).waitFor();
  };

  test('sets brightness, contrast, grayscale and background', async () => {
    const page = await read('Plain 1.cbz');
    await isAt(page, '1 / 5');
    await expect.poll(() => look(page)).toEqual({ filter: 'none', background: 'rgb(0, 0, 0)' });
    const settings = await openSettings(page);
    await slide(settings, 'Brightness', ['Home']);
    await slide(settings, 'Contrast', ['End', 'ArrowLeft', 'ArrowLeft']);
    await settings.getByText('148 %').waitFor();
    await expect
      .poll(async () => (await look(page)).filter)
      .toBe('brightness(0.3) contrast(1.48) grayscale(0)');
    await settings.getByRole('switch', { name: 'Grayscale' }).check();
    await expect.poll(async () => (await look(page)).filter).toMatch(/grayscale\(1\)$/);
    const background = settings.getByRole('combobox', { name: 'Background' });
    for (const [name, color] of [
      ['Gray', 'rgb(74, 74, 74)'],
      ['White', 'rgb(255, 255, 255)'],
    ] as const) {
      await background.selectOption(name);
      await expect.poll(async () => (await look(page)).background).toBe(color);
    }
    await expectAccessible(page);
    await show(page, 'comic-look white');
    await background.selectOption('Same as theme');
    const body = 'getComputedStyle(document.body).backgroundColor';
    expect((await look(page)).background).toBe(await page.evaluate(body));
    await closeSettings(page);
    await page.reload();
    await isAt(page, '1 / 5');
    await expect
      .poll(async () => (await look(page)).filter)
      .toBe('brightness(0.3) contrast(1.48) grayscale(1)');
    // The settings apply to this screen and series only, not to other series or devices.
    await goOn(page, 'Other 1.cbz');
    await expect.poll(() => look(page)).toEqual({ filter: 'none', background: 'rgb(0, 0, 0)' });
    const other = await read('Plain 1.cbz', { viewport: phone });
    await expect.poll(() => look(other)).toEqual({ filter: 'none', background: 'rgb(0, 0, 0)' });
  });

  test('applies a warmer color temperature in every book on this device', async () => {
    const page = await read('Plain 1.cbz');
    const light = page.locator('[data-warmth]');
    expect(await light.count()).toBe(0);
    const settings = await openSettings(page);
    await settings.getByText('Neutral', { exact: true }).waitFor();
    await slide(settings, 'Color temperature', ['End']);
    await settings.getByText('100 %').nth(2).waitFor();
    const color = () =>
      page.evaluate(`getComputedStyle(document.querySelector('[data-warmth]'), '::after').backgroundColor`);
    expect(await color()).toBe('rgb(255, 169, 87)');
    await expectAccessible(page);
    await show(page, 'comic-look warm');
    await closeSettings(page);
    // The overlay does not intercept clicks.
    await page.mouse.click(1_100, 400);
    await isAt(page, '2 / 5');
    await goOn(page, 'Other 1.cbz');
    await light.waitFor({ state: 'attached' });
    expect(await color()).toBe('rgb(255, 169, 87)');
    await openSettings(page);
    await slide(settings, 'Color temperature', ['Home']);
    await light.waitFor({ state: 'detached' });
  });

  test('sets width and gap of the webtoon layout, and keeps the position', async () => {
    const page = await read('Tower 1.cbz');
    const settings = await openSettings(page);
    await settings.getByText('Webtoon', { exact: true }).click();
    const slots = page.locator('[data-slot]');
    const measure = async () => {
      const first = await slots.nth(0).boundingBox();
      const second = await slots.nth(1).boundingBox();
      if (!first || !second) return undefined;
      return {
        width: Math.round(first.width),
        gap: Math.round(second.y - first.y - first.height),
      };
    };
    await expect.poll(measure).toEqual({ width: 896, gap: 0 });
    await slide(settings, 'Width', ['Home']);
    await expect.poll(measure).toEqual({ width: 256, gap: 0 });
    await slide(settings, 'Gap between pages', ['End']);
    await expect.poll(measure).toEqual({ width: 256, gap: 60 });
    await expectAccessible(page);
    await closeSettings(page);
    await page.keyboard.press('End');
    await isAt(page, '3 / 3');
    await openSettings(page);
    await slide(settings, 'Width', ['End']);
    await slide(settings, 'Gap between pages', ['Home']);
    await expect.poll(measure).toEqual({ width: 1_280, gap: 0 });
    await closeSettings(page);
    await isAt(page, '3 / 3');
    // The gap is stored for the series, the width for the screen.
    await openSettings(page);
    await slide(settings, 'Gap between pages', ['ArrowRight', 'ArrowRight']);
    await closeSettings(page);
    const { seriesId } = await findBook(web.admin, 'Tower 1.cbz');
    const preference = `/api/v1/user/preferences/reader.comic.${seriesId.slice(-1)}`;
    await expect
      .poll(async () => JSON.stringify((await web.admin.get(preference)).body))
      .toContain('"gap":2');
    const { id } = await findBook(web.admin, 'Tower 1.cbz');
    const other = await web.signedIn(`/books/${id}/read?page=1`, { viewport: phone });
    await other.getByRole('button', { name: 'Got it' }).tap();
    await expect.poll(() => other.locator('[data-slot]').count()).toBe(3);
    const first = await other.locator('[data-slot]').nth(0).boundingBox();
    const second = await other.locator('[data-slot]').nth(1).boundingBox();
    expect(Math.round((second?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0))).toBe(2);
    expect(first?.width).toBe(phone.width);
  });

  test('pairs the first page when the cover is not shown alone', async () => {
    const page = await read('Plain 1.cbz');
    const settings = await openSettings(page);
    await settings.getByText('Double', { exact: true }).click();
    await page.getByText('Page 1 of 5', { exact: true }).waitFor({ state: 'attached' });
    await settings.getByRole('switch', { name: 'Cover alone' }).uncheck();
    await page.getByText('Pages 1 and 2 of 5', { exact: true }).waitFor({ state: 'attached' });
    await settings.getByRole('switch', { name: 'Shift spread by one page' }).check();
    await page.getByText('Page 1 of 5', { exact: true }).waitFor({ state: 'attached' });
    await settings.getByText('Single', { exact: true }).click();
    await closeSettings(page);
  });

  test('sets the fit from a list and by key', async () => {
    const page = await read('Other 1.cbz');
    const width = async () =>
      Math.round((await page.locator('[dir]:not([data-ahead]) > [data-page="1"]').boundingBox())?.width ?? 0);
    const settings = await openSettings(page);
    const size = settings.getByRole('combobox', { name: 'Fit' });
    for (const [name, expected] of [
      ['Width', 1_280],
      // Between the bars, which are 52 pixels high each.
      ['Height', 464],
      ['Original', 40],
      ['Screen', 464],
    ] as const) {
      await size.selectOption(name);
      await expect.poll(width, { message: name }).toBe(expected);
    }
  });

  test('sets tap zones and their inversion for every book', async () => {
    const page = await read('Other 1.cbz', { viewport: phone });
    const settings = await openSettings(page);
    await settings.getByRole('combobox', { name: 'Tap zones' }).selectOption('L-shaped');
    await settings.getByRole('button', { name: 'Show tap zones' }).click();
    await page.getByText('Forward', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await show(page, 'comic-look zones');
    await page.getByRole('button', { name: 'Got it' }).tap();
    // Bottom center and top center.
    await page.touchscreen.tap(195, 600);
    await isAt(page, '2 / 3');
    await page.touchscreen.tap(195, 200);
    await isAt(page, '1 / 3');
    await openSettings(page);
    await settings.getByRole('switch', { name: 'Invert tap zones' }).check();
    await closeSettings(page);
    await page.touchscreen.tap(195, 200);
    await isAt(page, '2 / 3');
    await goOn(page, 'Plain 1.cbz');
    await page.touchscreen.tap(195, 200);
    await isAt(page, '2 / 5');
    await openSettings(page);
    await settings.getByRole('combobox', { name: 'Tap zones' }).selectOption('None');
    await closeSettings(page);
    await page.touchscreen.tap(350, 500);
    await page.getByRole('button', { name: 'Close book' }).waitFor({ state: 'hidden' });
    await isAt(page, '2 / 5');
  });

  test('disables letter shortcuts, but not arrow keys', async () => {
    const page = await read('Plain 1.cbz');
    const settings = await openSettings(page);
    await settings.getByRole('switch', { name: 'Single-letter shortcuts' }).uncheck();
    await closeSettings(page);
    await page.keyboard.press('m');
    expect(await page.locator('main > header[data-leaving]').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Close book' }).isVisible()).toBe(true);
    await page.keyboard.press('ArrowRight');
    await isAt(page, '2 / 5');
    await page.reload();
    await isAt(page, '1 / 5');
    await page.keyboard.press('t');
    await page.keyboard.press('ArrowRight');
    await isAt(page, '2 / 5');
    expect(await page.getByRole('button', { name: 'Page 1 of 5' }).count()).toBe(0);
    await openSettings(page);
    await settings.getByRole('switch', { name: 'Single-letter shortcuts' }).check();
    await closeSettings(page);
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Close book' }).waitFor({ state: 'hidden' });
  });

  test('uses device defaults and series settings, and resets them', async () => {
    const page = await read('Chosen 1.cbz');
    const settings = await openSettings(page);
    const background = settings.getByRole('combobox', { name: 'Background' });
    await background.selectOption('White');
    await closeSettings(page);
    await goOn(page, 'Other 1.cbz');
    await openSettings(page);
    await background.selectOption('Gray');
    await settings.getByRole('combobox', { name: 'Reading direction' }).selectOption('Right to left');
    await settings.getByRole('button', { name: 'Use as default for other series' }).click();
    await page.getByText(/Saved as default/).waitFor();
    await closeSettings(page);
    await goOn(page, 'Plain 1.cbz');
    await expect.poll(async () => (await look(page)).background).toBe('rgb(74, 74, 74)');
    // The reading direction of other series is not affected.
    await page.keyboard.press('ArrowRight');
    await isAt(page, '2 / 5');
    await goOn(page, 'Chosen 1.cbz');
    await expect.poll(async () => (await look(page)).background).toBe('rgb(255, 255, 255)');
    await goOn(page, 'Other 1.cbz');
    await page.keyboard.press('ArrowLeft');
    await isAt(page, '2 / 3');
    await openSettings(page);
    await settings.getByRole('button', { name: 'Reset to defaults' }).click();
    await closeSettings(page);
    await page.keyboard.press('ArrowLeft');
    await isAt(page, '1 / 3');
  });
});
