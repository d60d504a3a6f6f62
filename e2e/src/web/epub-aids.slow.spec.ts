// Reading aids: typefaces, a reading ruler, dimming, and reading aloud.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFixed, makeNovel } from '../harness/books/epubs.ts';
import { showBars } from '../harness/books/reading.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { areSeen, bookFrames, openNew, readPercent, waitForText } from '../harness/browser/epub-page.ts';
import {
  finishSentence,
  giveVoices,
  isSpeaking,
  listSpoken,
  usualVoices,
} from '../harness/browser/voices.ts';
import { desk, phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

describe('reading aids', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: { 'Novels/Novel.epub': await makeNovel(), 'Novels/Fixed.epub': makeFixed() },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const open = (visit?: Visit) => openNew(web, 'Novel', visit);
  const inBook = <T>(page: Page, code: string) => bookFrames(page)[0]?.evaluate(code) as Promise<T>;

  test.each([
    ['Serif (Literata)', 'literata'],
    ['Sans serif (Source Sans)', 'source-sans-3'],
    ['Atkinson Hyperlegible', 'atkinson-hyperlegible-next'],
    ['OpenDyslexic (dyslexia)', 'opendyslexic'],
  ])('set the text in %s, which is loaded when it is chosen', async (name, file) => {
    const page = await open();
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.woff2')) fetched.push(request.url());
    });
    await waitForText(page, 'Chapter 1');
    const width = () =>
      inBook<number>(
        page,
        `(() => { const range = document.createRange();
        range.selectNodeContents(document.querySelector('h1')); return range.getBoundingClientRect().width; })()`,
      );
    const before = await width();
    expect(fetched.filter((url) => url.includes(file))).toEqual([]);
    await page.keyboard.press('s');
    await page.getByRole('combobox', { name: 'Font' }).click();
    await page.getByRole('option', { name }).click();
    const isSet = `[...document.fonts].some(({ family, status }) => family.includes('Lectern chosen') && status === 'loaded')`;
    await expect.poll(() => inBook(page, isSet)).toBe(true);
    await expect.poll(width).not.toBe(before);
    expect(fetched.filter((url) => url.includes(file)).length).toBeGreaterThan(0);
    // Only the character subsets of the book are loaded.
    expect(fetched.filter((url) => /cyrillic|greek|vietnamese/.test(url))).toEqual([]);
    await show(page, `font ${file}`);
    // Also in the next chapter, and when the book is opened again.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Next chapter' }).click();
    await waitForText(page, 'Chapter 2');
    await expect.poll(() => inBook(page, isSet)).toBe(true);
    await page.reload();
    await expect.poll(() => inBook(page, isSet)).toBe(true);
  });

  test('dim the page permanently', async () => {
    const page = await open();
    await waitForText(page, 'Chapter 1');
    await page.keyboard.press('s');
    await page.getByRole('slider', { name: 'Brightness' }).press('Home');
    const filter = () => page.evaluate("getComputedStyle(document.querySelector('[data-shown]')).filter");
    await expect.poll(filter).toBe('brightness(0.3)');
    // The color temperature of all readers also applies to texts.
    await page.getByRole('slider', { name: 'Color temperature' }).press('End');
    await page.locator('[data-warmth="100"]').waitFor({ state: 'attached' });
    await show(page, 'dimmed');
    await page.reload();
    await waitForText(page, 'Chapter 1');
    await expect.poll(filter).toBe('brightness(0.3)');
  });

  test('show a reading ruler that follows the mouse, a finger and keys', async () => {
    for (const viewport of [desk, phone]) {
      const page = await open({ viewport });
      await waitForText(page, 'Chapter 1');
      const ruler = page.locator('[data-ruler]');
      await page.getByRole('button', { name: 'Appearance' }).click();
      await page.getByText('Window', { exact: true }).click();
      await ruler.waitFor({ state: 'attached' });
      await page.getByRole('slider', { name: 'Ruler height' }).press('End');
      await page.keyboard.press('Escape');
      const middle = async () => {
        const { y = 0, height = 0 } = (await ruler.boundingBox()) ?? {};
        return Math.round(y + height / 2);
      };
      const high = (await ruler.boundingBox())?.height ?? 0;
      expect(high).toBeGreaterThan(150);
      await expectAccessible(page);
      const handle = page.getByRole('slider', { name: 'Reading ruler' });
      if (viewport === desk) {
        await page.mouse.move(600, 300);
        await expect.poll(middle).toBe(300);
        // Next to the text, outside of its frame.
        await page.mouse.move(10, 400);
        await expect.poll(middle).toBe(400);
        await show(page, 'ruler window');
        // The ruler does not intercept clicks on the text.
        await page.mouse.click(1_200, 400);
        await expect.poll(() => readPercent(page)).toBeGreaterThan(0);
        await expect.poll(middle).toBe(128);
      } else {
        const before = await middle();
        const { x = 0, y = 0 } = (await handle.boundingBox()) ?? {};
        await page.mouse.move(x + 10, y + 10);
        await page.mouse.down();
        await page.mouse.move(x + 10, 500, { steps: 4 });
        await page.mouse.up();
        await expect.poll(middle).toBe(500);
        expect(before).not.toBe(500);
        await show(page, 'ruler phone');
      }
      const there = await middle();
      await handle.focus();
      await page.keyboard.press('ArrowUp');
      await expect.poll(middle).toBeLessThan(there);
      await showBars(page);
      await page.getByRole('button', { name: 'Appearance' }).click();
      await page.getByText('Line', { exact: true }).click();
      await page.keyboard.press('Escape');
      await show(page, `ruler line ${viewport.width}`);
      await page.getByRole('button', { name: 'Appearance' }).click();
      await page.getByRole('radiogroup', { name: 'Reading ruler' }).getByText('Off').click();
      await ruler.waitFor({ state: 'detached' });
    }
  });

  test('read aloud: highlight the sentence, turn pages, continue in the next chapter, and stop', async () => {
    const reading = await open();
    await giveVoices(reading, usualVoices);
    await reading.reload();
    await waitForText(reading, 'Chapter 1');
    const clip = { x: 0, y: 60, width: desk.width, height: desk.height - 180 };
    const silent = await reading.screenshot({ clip });
    await showBars(reading);
    await reading.getByRole('button', { name: 'Read aloud' }).click();
    const bar = reading.getByRole('region', { name: 'Read aloud' });
    await bar.waitFor();
    await expect
      .poll(async () => (await listSpoken(reading)).at(-1))
      .toEqual({
        text: 'Chapter 1',
        rate: 1,
        lang: 'en-GB',
        voice: 'Ada',
      });
    await expect.poll(async () => (await reading.screenshot({ clip })).equals(silent)).toBe(false);
    await show(reading, 'speech');
    await expectAccessible(reading);
    await finishSentence(reading);
    // Without the reference mark of the note.
    await expect
      .poll(async () => (await listSpoken(reading)).at(-1)?.text)
      .toBe('The white whale was never seen.');
    for (let sentence = 0; sentence < 60 && (await readPercent(reading)) === 0; sentence++)
      await finishSentence(reading);
    await expect.poll(() => readPercent(reading)).toBeGreaterThan(0);
    const { text = '' } = (await listSpoken(reading)).at(-1) ?? {};
    expect(text).toMatch(/^In chapter 1/);
    await expect.poll(() => areSeen(reading, text)).toBe(true);
    // After a page turn, reading continues from there.
    await reading.keyboard.press('ArrowRight');
    await expect.poll(async () => (await listSpoken(reading)).at(-1)?.text).not.toBe(text);
    await finishSentence(reading);
    const spoken = (await listSpoken(reading)).at(-1)?.text ?? '';
    await expect.poll(() => areSeen(reading, /sentence \d+ says/.exec(spoken)?.[0] ?? '')).toBe(true);
    // By key, because the bars are hidden whenever the voice turns the page.
    await reading.keyboard.press('t');
    await reading.getByRole('dialog').getByRole('button', { name: 'Chapter 3' }).click();
    await expect.poll(async () => (await listSpoken(reading)).at(-1)?.text).toBe('Chapter 3');
    for (let sentence = 0; sentence < 120; sentence++) {
      if ((await listSpoken(reading)).at(-1)?.text === 'Chapter 4') break;
      await finishSentence(reading);
      await expect.poll(() => isSpeaking(reading)).toBe(true);
    }
    await waitForText(reading, 'Chapter 4');
    await reading.getByRole('button', { name: 'Stop reading aloud' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await isSpeaking(reading)).toBe(false);
  });

  test('read aloud by keys, at a higher speed, and with another voice', async () => {
    const page = await open({ viewport: phone });
    await giveVoices(page, usualVoices);
    await page.reload();
    await waitForText(page, 'Chapter 1');
    await page.keyboard.press('r');
    await expect.poll(() => isSpeaking(page)).toBe(true);
    await page.keyboard.press('p');
    await expect.poll(() => isSpeaking(page)).toBe(false);
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.keyboard.press('p');
    await expect.poll(() => isSpeaking(page)).toBe(true);
    await page.getByRole('button', { name: 'Next sentence' }).click();
    await expect.poll(async () => (await listSpoken(page)).at(-1)?.text).toMatch(/^The white whale/);
    await page.getByRole('button', { name: 'Previous sentence' }).click();
    await expect.poll(async () => (await listSpoken(page)).at(-1)?.text).toBe('Chapter 1');
    await page.getByRole('button', { name: 'Voice and speed' }).click();
    const panel = page.getByRole('dialog', { name: 'Read aloud' });
    const voices = panel.getByRole('combobox', { name: 'Voice' });
    expect(await voices.locator('option').allTextContents()).toEqual([
      'Automatic',
      'Ada (British English)',
      'Cloud (American English), online',
      'Berta (German (Germany))',
    ]);
    await voices.selectOption('Cloud (American English), online');
    await panel.getByRole('slider', { name: 'Speed' }).press('ArrowRight');
    await expect
      .poll(async () => (await listSpoken(page)).at(-1))
      .toMatchObject({ voice: 'Cloud', rate: 1.1 });
    await expectAccessible(page);
    await show(page, 'speech panel');
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await page.getByRole('region', { name: 'Read aloud' }).waitFor({ state: 'detached' });
    expect(await isSpeaking(page)).toBe(false);
    // Remembered on this device.
    await page.reload();
    await waitForText(page, 'Chapter 1');
    await page.keyboard.press('r');
    await expect
      .poll(async () => (await listSpoken(page)).at(-1))
      .toMatchObject({ voice: 'Cloud', rate: 1.1 });
  });

  test('report a browser without voices, and offer no reading aloud for fixed-layout pages', async () => {
    const page = await open();
    await giveVoices(page, []);
    await page.reload();
    await waitForText(page, 'Chapter 1');
    await page.keyboard.press('m');
    await page.keyboard.press('r');
    await page.getByText('No text-to-speech voices are available in this browser.').waitFor();
    expect(await page.getByRole('region', { name: 'Read aloud' }).count()).toBe(0);
    const fixed = await openNew(web, 'Fixed');
    await fixed.getByRole('button', { name: 'Appearance' }).waitFor();
    expect(await fixed.getByRole('button', { name: 'Read aloud' }).count()).toBe(0);
  });
});
