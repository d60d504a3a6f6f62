// Requests, colors and sizes that several specs of the web client use.
import type { Series } from '@lectern/contract/libraries/series';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { desk, phone, show, type Web } from './web.ts';

export async function findSeries({ admin }: Web, title: string): Promise<Series> {
  const { body } = await admin.get<{ data: Series[] }>('/api/v1/series?pageSize=500');
  const series = body.data.find((one) => one.title === title);
  if (!series) throw new Error(`Series ${title} not found`);
  return series;
}

export const screens = [
  ['desk', { viewport: desk, context: { colorScheme: 'light' } }],
  ['desk-dark', { viewport: desk, context: { colorScheme: 'dark' } }],
  ['phone', { viewport: phone, context: { colorScheme: 'light' } }],
] as const;

/** Takes a screenshot if requested and checks the page with axe. */
export async function look(page: Page, name: string): Promise<void> {
  await show(page, name);
  await expectAccessible(page);
}

/** Holds requests for these addresses until the returned function is called. */
export async function holdBack(page: Page, url: string | RegExp, method = 'GET'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}

/** Elements outside the screen that are not in a horizontally scrolling box. */
const findOutside = `(() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (one) => one && (/auto|scroll|hidden|clip/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  const isOutside = (one) => {
    const { left, right, width: own } = one.getBoundingClientRect();
    return own > 1 && getComputedStyle(one).visibility === 'visible' && (left < -1 || right > width + 1) && !scrolls(one.parentElement);
  };
  const found = [...document.querySelectorAll('a, button, input, textarea, select, h1, h2, h3, p, code')].filter(isOutside);
  return [
    ...(document.documentElement.scrollWidth > width ? ['the page scrolls sideways'] : []),
    ...found.map((one) => one.outerHTML.slice(0, 200)),
  ];
})()`;

/** Verifies that no element is outside the screen. */
export const expectInside = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(findOutside)).toEqual([]);

/** Same as `look`, on desktop and phone. Also verifies that nothing is outside the screen. Restores the window size. */
export async function lookEverywhere(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const [size, viewport] of Object.entries({ desk, phone })) {
    await page.setViewportSize(viewport);
    await expectInside(page);
    // The accessibility check comes first because it waits for animations.
    await expectAccessible(page);
    await show(page, `${name} ${size}`);
  }
  if (before) await page.setViewportSize(before);
}

/** Same as `lookEverywhere`, and again in dark mode. For pages that follow the color scheme of the system. */
export async function lookInAllThemes(page: Page, name: string): Promise<void> {
  await lookEverywhere(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await look(page, `${name} dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Picks up a list item by its handle and waits until keys can move it: items are measured in the next frames. */
export async function lift(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Move ${title}`, exact: true }).focus();
  await page.keyboard.press('Space');
  await page.getByText(`${title} was picked up`).waitFor({ state: 'attached' });
  const frame = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))';
  for (let frames = 0; frames < 5; frames++) await page.evaluate(frame);
}

/** Sends a request as the user of the page, like another device. */
export const sendFrom = (page: Page, method: string, path: string, body: unknown = {}): Promise<void> =>
  page.evaluate(
    `fetch(${JSON.stringify(path)}, { method: ${JSON.stringify(method)}, headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))} }).then((answer) => { if (!answer.ok) throw new Error(String(answer.status)); })`,
  );
