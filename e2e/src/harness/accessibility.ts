// What axe finds on a page by the rules of WCAG 2.2, levels A and AA.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Only what the message of a failure shows: a selector for each element takes axe a third of its time. */
const options = { runOnly: levels, resultTypes: ['violations'], selectors: false };

interface Finding {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Fails with what is wrong and where. What is still opening or closing is looked at again when it has. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => findFaults(page), { timeout: 8_000, interval: 300 }).toEqual([]);
}

async function findFaults(page: Page): Promise<string[]> {
  // Colours that are still fading are no colours of the page.
  await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))');
  // A megabyte of program: once a page. Evaluated by the debugger: the page's own policy would not let it in.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const findings = (await page.evaluate(run)) as Finding[];
  return findings.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary ?? ''}`,
    ),
  );
}
