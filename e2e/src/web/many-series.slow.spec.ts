// Ten thousand series as one grid, scrolled by a real browser. `npm run bench -- web` measures the frame rate.
import { expect, onTestFinished, test } from 'vitest';
import { serveMultiplied } from '../harness/books/multiplied.ts';
import { launchChromium } from '../harness/browser/chromium.ts';
import { desk, fillSignIn } from '../harness/browser/web.ts';

const count = 10_000;
/** Copies the first series with different ids, names and sort positions. */
const multiply = `
  create temp table many as
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count - 1})
    select series.* from series, n;
  update many set
    "rowNumber" = null,
    id = printf('%08x-0000-7000-8000-%012x', rowid, rowid), "seriesKey" = 'made ' || rowid, path = 'made ' || rowid,
    title = printf('Made %05d', rowid), "titleFolded" = printf('made %05d', rowid), "titleKey" = printf('made %05d', rowid);
  insert into series select * from many;
  update library set "seriesCount" = (select count(*) from series);`;

/** Scrolls one screen per frame. */
const scroll = `new Promise((resolve) => {
  let pictures = 0;
  const step = () => {
    window.scrollBy(0, 60);
    if (++pictures < 100) requestAnimationFrame(step);
    else resolve();
  };
  requestAnimationFrame(step);
})`;

test('renders only the visible part of ten thousand series at any scroll position', {
  timeout: 120_000,
}, async () => {
  const program = await serveMultiplied({ sql: multiply });
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: desk, serviceWorkers: 'block' });
  await page.goto(`${await program.url()}/series`);
  await fillSignIn(page, 'admin');
  await page.getByText('10,000 series').waitFor();
  await page.getByRole('listitem').first().waitFor();
  expect(await page.getByRole('listitem').first().getAttribute('aria-setsize')).toBe('10000');
  await page.evaluate(scroll);
  expect(await page.evaluate('scrollY')).toBeGreaterThan(5_000);
  expect(await page.locator('main img').count()).toBeLessThan(400);
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
  await page.getByText('Saga', { exact: true }).first().waitFor();
});
