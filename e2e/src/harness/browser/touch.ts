// Touch gestures through Chromium's debugger.
import type { Page } from 'playwright-core';

export type Spot = [x: number, y: number];

async function touch(page: Page, steps: { type: string; points: Spot[] }[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const { type, points } of steps) {
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    await session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints });
  }
}

/** Swipes with one finger. */
export const swipe = (page: Page, from: Spot, to: Spot): Promise<void> =>
  touch(page, [
    { type: 'touchStart', points: [from] },
    { type: 'touchMove', points: [[(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]] },
    { type: 'touchMove', points: [to] },
    { type: 'touchEnd', points: [] },
  ]);

/** Pinches with two fingers around a point, from one distance to another. */
export const pinch = (page: Page, [x, y]: Spot, [from, to]: [from: number, to: number]): Promise<void> => {
  const at = (distance: number): Spot[] => [
    [x - distance / 2, y],
    [x + distance / 2, y],
  ];
  return touch(page, [
    { type: 'touchStart', points: at(from) },
    ...[0.25, 0.5, 0.75, 1].map((share) => ({ type: 'touchMove', points: at(from + (to - from) * share) })),
    { type: 'touchEnd', points: [] },
  ]);
};
