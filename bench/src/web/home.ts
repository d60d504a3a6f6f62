// Time until home is painted, in a browser with an empty cache and from a warm server, and the layout shift meanwhile.
import type { Browser } from 'playwright-core';
import { median, report } from '../figures/report.ts';
import type { Program } from '../program/program.ts';
import { openSignedIn, readVitals, type Vitals } from './visit.ts';

const budgetMs = 800;
const shiftBudget = 0.02;
const rounds = 8;

export async function measureHome(browser: Browser, program: Program): Promise<void> {
  const seen: Vitals[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await openSignedIn(browser, program);
    await page.goto(program.url, { waitUntil: 'networkidle' });
    seen.push(await readVitals(page));
    await page.context().close();
  }
  // The first visit warms up the server.
  const warm = seen.slice(1);
  report({
    name: 'home, Largest Contentful Paint: median',
    value: median(warm.map(({ largestPaintMs }) => largestPaintMs)),
    unit: 'ms',
    budget: budgetMs,
  });
  report({
    name: 'home, cumulative layout shift: worst',
    value: Math.max(...warm.map(({ shift }) => shift)),
    unit: '',
    budget: shiftBudget,
  });
}
