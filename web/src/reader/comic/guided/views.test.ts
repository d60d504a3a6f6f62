import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Size } from '../geometry/sizes.ts';
import type { Area } from './areas.ts';
import { type Frame, toViews } from './views.ts';

/** A page that is fitted into the box. */
function toFrame(box: Size, pixels: Size): Frame {
  const scale = Math.min(box.width / pixels.width, box.height / pixels.height);
  return { box, pixels, page: { width: pixels.width * scale, height: pixels.height * scale } };
}

const phone = { width: 390, height: 844 };
const desk = { width: 1_440, height: 900 };
const scan = { width: 1_400, height: 2_000 };
const area = (x: number, y: number, width: number, height: number): Area => ({ x, y, width, height });
const only = (views: ReturnType<typeof toViews>) => {
  expect(views).toHaveLength(1);
  const [view] = views;
  if (!view) throw new Error('No view');
  return view;
};

test('fits a panel into the screen with a margin', () => {
  const { scale, hole } = only(toViews(area(0, 0, 0.5, 0.5), toFrame(phone, scan)));
  expect(195 * scale).toBeCloseTo(390 * 0.95);
  expect(hole.left + hole.width / 2).toBeCloseTo(195);
  expect(hole.top + hole.height / 2).toBeCloseTo(422);
});

test('does not enlarge a small panel or an image with few pixels without limit', () => {
  expect(only(toViews(area(0.4, 0.4, 0.1, 0.1), toFrame(phone, scan))).scale).toBe(2.5);
  const { scale } = only(toViews(area(0.4, 0.4, 0.1, 0.1), toFrame(desk, { width: 700, height: 1_000 })));
  expect(scale * 630).toBeCloseTo(1.5 * 700);
  // Never smaller than the page.
  expect(
    only(toViews(area(0, 0, 1, 1), toFrame(desk, { width: 100, height: 150 }))).scale,
  ).toBeLessThanOrEqual(1);
});

test('lets narrow areas grow around their middle, within the page', () => {
  const { scale, hole } = only(toViews(area(0.98, 0.5, 0.02, 0.02), toFrame(phone, scan)));
  // The margin of the hole is 1 % of the page at each side.
  expect(hole.width / scale).toBeCloseTo(390 * (0.08 + 0.02));
});

test('shows a tall panel in parts that overlap and cover it, where it would be too small to read', () => {
  const lying = toFrame({ width: 844, height: 390 }, scan);
  const views = toViews(area(0, 0, 0.5, 1), lying);
  expect(views.length).toBeGreaterThan(1);
  const seen = views.map(({ scale, y }) => [-y / scale, (390 - y) / scale]);
  expect(seen[0]?.[0]).toBeLessThanOrEqual(0);
  expect(seen.at(-1)?.[1]).toBeGreaterThanOrEqual(lying.page.height);
  for (const [index, [start]] of seen.slice(1).entries())
    expect(start).toBeLessThan(Number(seen[index]?.[1]));
  expect(toViews(area(0, 0, 0.5, 1), toFrame(phone, scan))).toHaveLength(1);
  expect(toViews(area(0, 0, 0.5, 1), toFrame(desk, scan))).toHaveLength(1);
});

test('shows the whole panel in its views, on any screen', () => {
  const side = fc.integer({ min: 200, max: 3_000 });
  const size = fc.record({ width: side, height: side });
  const share = fc.double({ min: 0, max: 0.9, noNaN: true });
  const length = fc.double({ min: 0.02, max: 1, noNaN: true });
  fc.assert(
    fc.property(size, size, fc.tuple(share, share, length, length), (box, pixels, [x, y, w, h]) => {
      const frame = toFrame(box, pixels);
      const panel = area(x, y, Math.min(w, 1 - x), Math.min(h, 1 - y));
      const views = toViews(panel, frame);
      const top = (box.height - frame.page.height) / 2 + panel.y * frame.page.height;
      const bottom = top + panel.height * frame.page.height;
      const left = (box.width - frame.page.width) / 2 + panel.x * frame.page.width;
      for (const view of views) {
        expect(left * view.scale + view.x).toBeGreaterThan(-1);
        expect((left + panel.width * frame.page.width) * view.scale + view.x).toBeLessThan(box.width + 1);
      }
      const first = views[0];
      const last = views.at(-1);
      expect(top * (first?.scale ?? 0) + (first?.y ?? 0)).toBeGreaterThan(-1);
      expect(bottom * (last?.scale ?? 0) + (last?.y ?? 0)).toBeLessThan(box.height + 1);
    }),
  );
});
