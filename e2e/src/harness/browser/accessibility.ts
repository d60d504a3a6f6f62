// Checks a page with axe against the rules of WCAG 2.2, levels A and AA.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Only the data of the failure message: computing a selector for each element takes a third of axe's time. */
const options = { runOnly: levels, resultTypes: ['violations'], selectors: false };

interface Finding {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Fails with the violations and their elements. Checks again while something is opening or closing. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => findFaults(page), { timeout: 8_000, interval: 300 }).toEqual([]);
}

async function findFaults(page: Page): Promise<string[]> {
  // Waits for animations, because colors that are fading are not final.
  await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))');
  // Loads axe, which is about a megabyte, once per page. Evaluated through the debugger, because the page's content
  // security policy would block it.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const findings = (await page.evaluate(run)) as Finding[];
  return findings.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary ?? ''}`,
    ),
  );
}
