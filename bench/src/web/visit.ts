// A new browser context, signed in at the measured program, and its performance metrics.
import type { Browser, Page } from 'playwright-core';
import { makeSession } from '../../../e2e/src/harness/browser/browser-session.ts';
import type { Program } from '../program/program.ts';

const viewport = { width: 1920, height: 1080 };
const credentials = { username: 'bench', password: 'for measuring only' };

/** Metrics of the page since it was opened. */
export interface Vitals {
  /** Milliseconds until the largest element was painted (Largest Contentful Paint). */
  largestPaintMs: number;
  /** Cumulative Layout Shift: the sum of all shifts without input. */
  shift: number;
  /** Milliseconds from each interaction to the next paint (Event Timing). Browsers do not report times below 16 ms. */
  interactionsMs: number[];
}

/** Opens an empty page. The caller closes it and its context. */
export async function openSignedIn(browser: Browser, { url }: Program): Promise<Page> {
  const storageState = await makeSession(url, credentials);
  const context = await browser.newContext({ viewport, serviceWorkers: 'block', storageState });
  await context.addInitScript(observe);
  return context.newPage();
}

/** An interaction consists of several events. The longest of them counts. */
const observe = `(() => {
  const seen = { largestPaintMs: 0, shift: 0, interactions: new Map() };
  const watch = (type, look, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(look)).observe({ type, buffered: true, ...more });
  watch('largest-contentful-paint', ({ startTime }) => { seen.largestPaintMs = startTime; });
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value; });
  watch('event', ({ interactionId, duration }) => {
    if (interactionId) seen.interactions.set(interactionId, Math.max(duration, seen.interactions.get(interactionId) ?? 0));
  }, { durationThreshold: 16 });
  window.vitals = seen;
})()`;

export const readVitals = (page: Page): Promise<Vitals> =>
  page.evaluate('({ ...vitals, interactionsMs: [...vitals.interactions.values()] })');
