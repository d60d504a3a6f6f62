// Smoothness of scrolling a grid of series: the longest time between two frames, compared with a page of empty boxes.
import type { Browser, Page } from 'playwright-core';
import { report } from '../figures/report.ts';
import type { Program } from '../program/program.ts';
import { openSignedIn } from './visit.ts';

const budgetMs = 100;
const passes = 4;
const boxes = `data:text/html,<body>${'<div style="height:300px;margin:9px;background:teal"></div>'.repeat(400)}`;

/** Scrolls for some seconds. Resolves with the duration of the longest frame, in milliseconds. */
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

export async function measureScrolling(browser: Browser, program: Program): Promise<void> {
  const page = await openSignedIn(browser, program);
  await page.goto(`${program.url}/series`);
  await page.locator('main [role=listitem]').nth(20).waitFor();
  const reference = await browser.newPage();
  await reference.goto(boxes);
  const bare = await findBest(reference);
  const grid = await findBest(page);
  await page.context().close();
  await reference.context().close();
  report({
    name: 'a page of boxes while it scrolls, its longest picture: best of 4',
    value: bare,
    unit: 'ms',
  });
  report({
    name: 'a grid of series while it scrolls, its longest picture: best of 4',
    value: grid,
    unit: 'ms',
    budget: budgetMs,
  });
}

/** Takes the best of several runs: other work on the machine must not count as a delay of the page. */
async function findBest(page: Page): Promise<number> {
  await page.bringToFront();
  const times: number[] = [];
  for (let pass = 0; pass < passes; pass++) times.push(Number(await page.evaluate(scroll)));
  return Math.min(...times);
}
