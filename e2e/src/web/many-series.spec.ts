// Ten thousand series as one grid, scrolled by a real browser.
import { expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../harness/chromium.ts';
import { serveMultiplied } from '../harness/multiplied.ts';
import { desk, fillSignIn } from '../harness/web.ts';

const count = 10_000;
/** On a machine that has time for it; else twice what a page of nothing but boxes takes there. */
const mostGapMs = 100;
const plain = `data:text/html,<body>${'<div style="height:300px;margin:9px;background:teal"></div>'.repeat(400)}`;
/** A machine that does something else for a moment is not the client's fault: the best pass counts. */
const passes = 4;

/** The first series again and again, each with an id, a name and a place in the order of its own. */
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

/** Scrolls for some seconds; gives how long the longest picture took, in milliseconds. */
const scroll = `new Promise((resolve) => {
  const began = performance.now();
  let last = began;
  let longest = 0;
  const step = (now) => {
    longest = Math.max(longest, now - last);
    last = now;
    window.scrollBy(0, 60);
    if (now - began < 3000) requestAnimationFrame(step);
    else resolve(longest);
  };
  requestAnimationFrame((now) => { last = now; step(now); });
})`;

test('ten thousand series scroll without a picture that takes over 100 ms', {
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
  const other = await browser.newPage({ viewport: desk });
  await other.goto(plain);
  const over: number[] = [];
  for (let pass = 0; pass < passes && Math.min(...over) > 0; pass++) {
    await other.bringToFront();
    const reference = (await other.evaluate(scroll)) as number;
    await page.bringToFront();
    over.push(((await page.evaluate(scroll)) as number) - Math.max(mostGapMs, 2 * reference));
  }
  expect(Math.min(...over)).toBeLessThanOrEqual(0);
  expect(await page.evaluate('scrollY')).toBeGreaterThan(5_000);
  expect(await page.locator('main img').count()).toBeLessThan(400);
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
  await page.getByText('Saga', { exact: true }).first().waitFor();
});
