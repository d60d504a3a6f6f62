// Continuous page turns: the position is still sent to other devices.
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBook, readPlace } from '../harness/books/reading.ts';
import { findBook } from '../harness/books/shelf.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

const pages = 80;

describe('continuous page turns', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: { 'Fast/Fast 1.cbz': await makeCbz({ mark: 'leafing', pages }) } });
  }, 120_000);

  afterAll(() => web?.end());

  test('send the position before the last turn', async () => {
    const book = await findBook(web.admin, 'Fast 1.cbz');
    const page = await openBook(web, book, { search: '?page=1' });
    const goOn = async () => {
      await page.keyboard.press('ArrowRight');
      return (await readPlace(web, book)) ?? 1;
    };
    await expect.poll(goOn, { interval: 200, timeout: 14_000 }).toBeGreaterThan(1);
    expect(await readPlace(web, book)).toBeLessThan(pages);
  });
});
