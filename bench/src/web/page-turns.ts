// Time from the key press to the frame with the next page, in a comic with pages as large as those sold in shops.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Series } from '@lectern/contract/libraries/series';
import type { Browser, Page } from 'playwright-core';
import { toPacked, toZip } from '../books/zip.ts';
import { percentile, report } from '../figures/report.ts';
import type { Program } from '../program/program.ts';
import { openSignedIn, readVitals } from './visit.ts';

const pages = 40;
const size = { width: 1600, height: 2400 };
const title = 'Turned';
const budgetMs = 50;
const shiftBudget = 0.02;
/** Time for which a reader looks at each page. The next page is loaded meanwhile. */
const lookMs = 300;

/** Returns the folder. It is drawn once and kept in the system's temporary folder. */
export async function drawBook(browser: Browser): Promise<string> {
  const folder = join(tmpdir(), `lectern-bench-book-${pages}`);
  const finished = `${folder}.done`;
  if (existsSync(finished)) return folder;
  const page = await browser.newPage({ viewport: size });
  const files = [];
  for (let n = 1; n <= pages; n++) {
    await page.setContent(toPanels(n));
    const bytes = await page.screenshot({ type: 'jpeg', quality: 85 });
    files.push(toPacked(`${String(n).padStart(3, '0')}.jpg`, bytes));
  }
  await page.close();
  mkdirSync(join(folder, title), { recursive: true });
  writeFileSync(join(folder, title, `${title} 1.cbz`), toZip(files));
  writeFileSync(finished, '');
  return folder;
}

/** Panels full of strokes: some hundred kilobytes per page. */
function toPanels(n: number): string {
  const lines = Array.from({ length: 900 }, (_, i) => {
    const x = (i * 197 + n * 31) % size.width;
    const y = (i * 389 + n * 53) % size.height;
    return `<path d="M${x},${y} q${(i * 7) % 90},${(i * 13) % 120} ${(i * 29) % 160},${(i * 5) % 80}" stroke="hsl(${(i + n * 9) % 360},50%,35%)" fill="none" stroke-width="${1 + (i % 4)}"/>`;
  });
  return `<style>*{margin:0}</style><svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="#fbf8ee"/>${lines.join('')}<text x="80" y="300" font-size="240">${n}</text></svg>`;
}

export async function measurePageTurns(browser: Browser, program: Program): Promise<void> {
  const { data } = await program.get<{ data: Series[] }>(`/api/v1/series?pageSize=500`);
  const series = data.find((candidate) => candidate.title === title);
  const books = await program.get<{ data: { id: string }[] }>(`/api/v1/series/${series?.id}/books`);
  const page = await openSignedIn(browser, program);
  await page.goto(`${program.url}/books/${books.data[0]?.id}/read?page=1`);
  await page.locator('[data-page="2"][data-state=there]').waitFor({ state: 'attached' });
  await page.evaluate(watchTurns);
  const times: number[] = [];
  for (let n = 2; n <= pages; n++) {
    await page.waitForTimeout(lookMs);
    times.push(await turnTo(page, n));
  }
  const { shift } = await readVitals(page);
  await page.context().close();
  // The first key hides the bars, and the page is fitted again.
  for (const [name, part] of [
    ['median', 0.5],
    ['95th percentile', 0.95],
  ] as const)
    report({
      name: `turning a page of ${size.width} × ${size.height} in a comic: ${name}`,
      value: percentile(times.slice(1), part),
      unit: 'ms',
      budget: budgetMs,
    });
  report({
    name: 'reading a comic, cumulative layout shift',
    value: shift,
    unit: '',
    budget: shiftBudget,
  });
}

/** `shownMs(n)` resolves with the milliseconds from the last key press to the frame that shows page `n`. */
const watchTurns = `addEventListener('keydown', ({ timeStamp }) => { window.pressedMs = timeStamp; }, true);
window.shownMs = (n) => new Promise((resolve) => {
  const look = () => {
    const page = document.querySelector('[data-page="' + n + '"][data-state=there]');
    const isShown = page && !page.closest('[data-ahead]');
    requestAnimationFrame(isShown ? () => resolve(performance.now() - window.pressedMs) : look);
  };
  look();
});`;

async function turnTo(page: Page, n: number): Promise<number> {
  const shown = page.evaluate<number>(`shownMs(${n})`);
  await page.keyboard.press('ArrowRight');
  return shown;
}
