// Swipes in all readers on a touch screen: the browser does not go back in its history. Headless browsers
// have no history gesture, so the test also reads the styles that disable it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeComic } from '../harness/books/comics.ts';
import { makeFixed, makeNovel } from '../harness/books/epubs.ts';
import { makeGuide } from '../harness/books/pdfs.ts';
import { waitForPlace } from '../harness/books/reading.ts';
import { findBook } from '../harness/books/shelf.ts';
import { bookFrames } from '../harness/browser/epub-page.ts';
import { swipe } from '../harness/browser/touch.ts';
import { phone, startWeb, type Web } from '../harness/browser/web.ts';

const gestureStyle = `(() => {
  const { overscrollBehaviorX, overscrollBehaviorY, touchAction } = getComputedStyle(document.documentElement);
  return { overscrollBehaviorX, overscrollBehaviorY, touchAction };
})()`;
const ofReader = { overscrollBehaviorX: 'none', overscrollBehaviorY: 'none', touchAction: 'manipulation' };

describe('swipes in a reader', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 1.cbz': await makeComic('uuuuu', 'one'),
        'Manga/Manga 1.cbz': await makeComic('uuuuu', 'm', '<Manga>YesAndRightToLeft</Manga>'),
        'Novels/Novel.epub': await makeNovel(),
        'Novels/Fixed.epub': makeFixed(),
        'Guide/Guide.pdf': makeGuide(5),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  test.each(['Saga 1.cbz', 'Manga 1.cbz', 'Novel.epub', 'Fixed.epub', 'Guide.pdf'])(
    'stay in the book: %s',
    async (end) => {
      const { id } = await findBook(web.admin, end);
      const page = await web.signedIn(`/books/${id}`, { viewport: phone });
      expect(await page.evaluate(gestureStyle)).not.toEqual(ofReader);
      const link = page.getByRole('main').getByRole('link', { name: /^(Read|Continue)/ });
      await link.first().click();
      await page.waitForURL(/\/read/);
      await page.getByRole('button', { name: 'Close book' }).first().waitFor();
      const hint = page.getByRole('button', { name: 'Got it' });
      if (await hint.isVisible()) await hint.tap();
      await waitForPlace(page);
      expect(await page.evaluate(gestureStyle)).toEqual(ofReader);
      for (const frame of bookFrames(page)) expect(await frame.evaluate(gestureStyle)).toEqual(ofReader);
      for (const [from, to] of [
        [60, 330],
        [330, 60],
        [60, 330],
      ] as const)
        await swipe(page, [from, 400], [to, 405]);
      expect(page.url()).toContain(`/books/${id}/read`);
      await page.locator('output[aria-live]').first().waitFor({ state: 'attached' });
    },
  );
});
