// `npm run bench -- panels`: panels of annotated pages that are found, and the processor time per page, including
// decoding. LECTERN_PANELS names the folder with `PANELS.json` and `pages`. `--pages` prints the result of each page.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orderPanels } from '@lectern/contract/serving/panel-order';
import { readGrayPicture } from '@lectern/formats/image/convert';
import { detectPanels, pictureSide } from '@lectern/formats/panels/detect/detect';
import { median, percentile, report } from './figures/report.ts';
import { type AnnotatedPage, judge, type Outcome } from './references/panel-score.ts';

interface Result {
  file: string;
  page: AnnotatedPage;
  outcome: Outcome;
  milliseconds: number;
}

/** Budgets are those of 60 annotated pages; a smaller set has proportional ones. */
const pagesOfBudgets = 60;

export async function benchPanels(options: readonly string[] = []): Promise<void> {
  const folder = process.env.LECTERN_PANELS;
  if (folder === undefined || !existsSync(join(folder, 'PANELS.json'))) {
    process.stdout.write('panels: skipped, LECTERN_PANELS names no folder with annotated pages\n');
    return;
  }
  const { pages }: { pages: Record<string, AnnotatedPage> } = JSON.parse(
    readFileSync(join(folder, 'PANELS.json'), 'utf8'),
  );
  const results: Result[] = [];
  // The first run compiles the program.
  for (const isMeasured of [false, true])
    for (const [file, page] of Object.entries(pages)) {
      const bytes = readFileSync(join(folder, 'pages', file));
      const start = process.cpuUsage();
      const picture = await readGrayPicture(bytes, pictureSide);
      const { boxes } = detectPanels(picture);
      const panels = orderPanels(boxes, page.direction, picture.width / picture.height);
      const { user, system } = process.cpuUsage(start);
      const milliseconds = (user + system) / 1000;
      if (isMeasured) results.push({ file, page, outcome: judge(page, panels), milliseconds });
    }
  if (options.includes('--pages'))
    for (const { file, outcome } of results) process.stdout.write(`${outcome.padEnd(8)}  ${file}\n`);
  reportAll(results);
}

function reportAll(results: readonly Result[]): void {
  const count = (...outcomes: Outcome[]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const share = results.length / pagesOfBudgets;
  const beside = `of ${results.length}`;
  const unit = 'pages';
  const isEasy = ({ page }: Result) => page.difficulty === 'easy';
  const isWhole = ({ page }: Result) => page.expect === 'full-page';
  const rightOf = (test: (result: Result) => boolean) => {
    const chosen = results.filter(test);
    const value = chosen.filter(({ outcome }) => outcome === 'right').length;
    return { value, beside: `of ${chosen.length}`, total: chosen.length };
  };
  report({
    name: 'panels right',
    value: count('right'),
    unit,
    beside,
    budget: Math.floor(33 * share),
    atLeast: true,
  });
  const usable = { value: count('right', 'readable'), budget: Math.floor(41 * share) };
  report({ name: 'panels right or readable', ...usable, unit, beside, atLeast: true });
  report({ name: 'panels wrong', value: count('wrong'), unit, beside, budget: Math.ceil(5 * share) });
  report({ name: 'panels coarse', value: count('coarse'), unit, beside });
  report({ name: 'page shown instead of panels', value: count('fallback'), unit, beside });
  const { total: easyPages, ...easy } = rightOf(isEasy);
  report({ name: 'easy pages right', ...easy, unit, budget: Math.floor(easyPages * 0.9), atLeast: true });
  const { total: wholePages, ...whole } = rightOf(isWhole);
  report({ name: 'full pages shown whole', ...whole, unit, budget: wholePages, atLeast: true });
  const times = results.map(({ milliseconds }) => milliseconds);
  report({ name: 'CPU time of a page, median', value: median(times), unit: 'ms', budget: 60 });
  report({ name: 'CPU time of a page, p95', value: percentile(times, 0.95), unit: 'ms', budget: 150 });
}
