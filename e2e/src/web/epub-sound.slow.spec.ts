// EPUBs with media overlays: audio playback with the spoken text highlighted.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNarrated } from '../harness/books/epubs.ts';
import { showBars } from '../harness/books/reading.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { bookFrames, openNew, readPercent, waitForText } from '../harness/browser/epub-page.ts';
import { phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

const active = '.-epub-media-overlay-active';

describe('an EPUB with sound', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Novels/Narrated.epub': makeNarrated(),
        'Novels/Pages.epub': makeNarrated({ isFixed: true }),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const open = (visit?: Visit, name = 'Narrated') => openNew(web, name, visit);

  /** Returns the highlighted paragraph as "chapter p". Undefined if none is highlighted. */
  const findSpoken = async (page: Page): Promise<string | undefined> => {
    for (const frame of bookFrames(page)) {
      const found = await frame
        .evaluate(
          `(() => { const one = document.querySelector('${active}');
          return one && document.querySelector('h1').textContent + ' ' + one.id; })()`,
        )
        .catch(() => undefined);
      if (typeof found === 'string') return found;
    }
    return undefined;
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test('plays from the visible text, highlights the spoken text, pauses, skips, and turns pages', async () => {
    const page = await open();
    const parts: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('.wav')) parts.push(answer.status());
    });
    await waitForText(page, 'Chapter 1');
    await showBars(page);
    await button(page, 'Read aloud').click();
    const bar = page.getByRole('region', { name: 'Read aloud' });
    await bar.waitFor();
    await expect.poll(() => findSpoken(page)).toBe('Chapter 1 p0');
    await expect.poll(() => findSpoken(page)).toBe('Chapter 1 p1');
    await button(page, 'Pause').click();
    const paused = await findSpoken(page);
    expect(paused).toMatch(/^Chapter 1 p\d$/);
    await show(page, 'narrated');
    await expectAccessible(page);
    // Skipping while paused only moves the highlight.
    await button(page, 'Next sentence').click();
    const next = `Chapter 1 p${Number(paused?.at(-1)) + 1}`;
    await expect.poll(() => findSpoken(page)).toBe(next);
    await button(page, 'Previous sentence').click();
    await expect.poll(() => findSpoken(page)).toBe(paused);
    await button(page, 'Resume').click();
    await expect.poll(() => findSpoken(page)).toBe(next);
    // Playback turns the page.
    await expect.poll(() => readPercent(page), { timeout: 30_000 }).toBeGreaterThan(0);
    await button(page, 'Stop reading aloud').click();
    await bar.waitFor({ state: 'detached' });
    expect(await findSpoken(page)).toBeUndefined();
    expect(parts.every((status) => status === 206)).toBe(true);
  });

  test('plays faster, continues with the next chapter that has sound, and ends with the book', async () => {
    const page = await open({ viewport: phone });
    await waitForText(page, 'Chapter 1');
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByRole('button', { name: 'Chapter 2' }).click();
    await waitForText(page, 'Chapter 2');
    await page.keyboard.press('r');
    const bar = page.getByRole('region', { name: 'Read aloud' });
    await bar.waitFor();
    await expect.poll(() => findSpoken(page)).toBe('Chapter 3 p0');
    await button(page, 'Voice and speed').click();
    const panel = page.getByRole('dialog');
    await panel.getByText('This book has its own audio.').waitFor();
    expect(await panel.getByRole('combobox').count()).toBe(0);
    await show(page, 'narrated-panel');
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached', timeout: 20_000 });
    expect(await findSpoken(page)).toBeUndefined();
  });

  test('turns fixed-layout pages during playback', async () => {
    const page = await open({}, 'Pages');
    await waitForText(page, 'Chapter 1');
    await page.keyboard.press('r');
    await expect.poll(() => findSpoken(page)).toBe('Chapter 1 p0');
    await show(page, 'narrated-fixed');
    await expect.poll(() => findSpoken(page)).toBe('Chapter 1 p1');
    await expect.poll(() => findSpoken(page)).toBe('Chapter 3 p0');
    await page.keyboard.press('r');
    await expect.poll(() => findSpoken(page)).toBeUndefined();
  });

  test('declares the overlays in its manifest', async () => {
    const { body } = await web.admin.get<{ data: { id: string; title: string }[] }>('/api/v1/books');
    const id = body.data.find(({ title }) => title === 'A Book With Sound')?.id;
    const { body: manifest } = await web.admin.get<Record<string, object>>(`/api/v1/books/${id}/manifest`);
    expect(manifest.metadata).toMatchObject({
      duration: 22,
      narrator: ['Nora Tell'],
      mediaOverlay: { activeClass: '-epub-media-overlay-active' },
    });
    const overlay = { href: 'resources/OEBPS/c1.smil', type: 'application/smil+xml' };
    expect(manifest.readingOrder).toMatchObject([{ alternate: [overlay] }, {}, { alternate: [{}] }]);
  });
});
