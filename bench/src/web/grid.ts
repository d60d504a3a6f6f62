// Time from the request of the page to the last of sixty covers, in a browser with an empty cache.
import type { Browser } from 'playwright-core';
import { median, report } from '../figures/report.ts';
import type { Program } from '../program/program.ts';
import { openSignedIn } from './visit.ts';

const budgetMs = 1_000;
const rounds = 7;

export async function measureGrid(browser: Browser, program: Program): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await openSignedIn(browser, program);
    const startedMs = performance.now();
    await page.goto(`${program.url}/series`);
    // A query by role would compute the accessibility tree of the whole page, which is slow.
    await page.locator('main [role=listitem]').nth(20).waitFor();
    await page.evaluate(allShown);
    times.push(performance.now() - startedMs);
    await page.context().close();
  }
  // The first visit warms up the server.
  report({
    name: 'a grid of 60 covers, from the request to the last cover on the screen: median',
    value: median(times.slice(1)),
    unit: 'ms',
    budget: budgetMs,
  });
}

/** Covers on the screen that are loaded and decoded, or reported as missing. */
const allShown = `Promise.all([...document.querySelectorAll('main img')]
  .filter((one) => one.getBoundingClientRect().top < innerHeight)
  .map((one) => one.decode().catch(() => {})))`;
