// A browser that nobody used before, signed in at the program under measure, and what it observes of itself.
import type { Browser, Page } from 'playwright-core';
import { makeSession } from '../../../e2e/src/harness/browser-session.ts';
import type { Program } from '../program.ts';

const viewport = { width: 1920, height: 1080 };
const credentials = { username: 'bench', password: 'for measuring only' };

/** What the page has observed since it was opened. */
export interface Vitals {
  /** Milliseconds to the largest element that was painted (Largest Contentful Paint). */
  largestPaintMs: number;
  /** Cumulative Layout Shift, in the sum of all shifts without input. */
  shift: number;
  /** Milliseconds from each interaction to the next paint (Event Timing). Those below 16 ms are not reported by browsers. */
  interactionsMs: number[];
}

/** An empty page; it is closed with its context by whoever asked for it. */
export async function openSignedIn(browser: Browser, { url }: Program): Promise<Page> {
  const storageState = await makeSession(url, credentials);
  const context = await browser.newContext({ viewport, serviceWorkers: 'block', storageState });
  await context.addInitScript(observe);
  return context.newPage();
}

/** An interaction is several events, the longest of which counts. */
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
