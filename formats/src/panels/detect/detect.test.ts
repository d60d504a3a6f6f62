import { describe, expect, test } from 'vitest';
import { fc } from '../../../../server/test/harness/property.ts';
import type { Box } from '../boxes.ts';
import { detectPanels } from './detect.ts';
import type { GrayPicture, Rect } from './picture.ts';

const width = 600;
const height = 900;

/** A page of framed panels with gray drawings. Panels are left, top, right and bottom in pixels. */
function drawPage(panels: readonly Rect[], paper = 255): GrayPicture {
  const pixels = new Uint8Array(width * height).fill(paper);
  const frame = paper > 128 ? 0 : 255;
  for (const { left, top, right, bottom } of panels)
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const isFrame = x - left < 3 || right - x <= 3 || y - top < 3 || bottom - y <= 3;
        pixels[y * width + x] = isFrame ? frame : (x * 7 + y * 13) % 5 === 0 ? 120 : paper;
      }
  return { pixels, width, height };
}

function fill(page: GrayPicture, { left, top, right, bottom }: Rect, level: number): void {
  for (let y = top; y < bottom; y++) page.pixels.fill(level, y * width + left, y * width + right);
}

const rect = (left: number, top: number, right: number, bottom: number): Rect => ({
  left,
  top,
  right,
  bottom,
});
const grid = [
  rect(30, 30, 570, 300),
  rect(30, 320, 290, 600),
  rect(310, 320, 570, 600),
  rect(30, 620, 570, 870),
];

function expectPanels(page: GrayPicture, panels: readonly Rect[]): void {
  const { boxes, trust } = detectPanels(page);
  expect(boxes).toHaveLength(panels.length);
  expect(trust).toBeGreaterThan(0.75);
  panels.forEach(({ left, top, right, bottom }, i) => {
    const wanted = [left / width, top / height, (right - left) / width, (bottom - top) / height];
    const differences = (boxes[i] ?? []).map((value, side) => Math.abs(value - (wanted[side] ?? 0) * 100));
    expect(Math.max(...differences)).toBeLessThan(1.5);
  });
}

describe('detection finds panels', () => {
  test('on white, black and gray paper', () => {
    for (const paper of [255, 0, 200]) expectPanels(drawPage(grid, paper), grid);
  });

  test('that bleed to the edges of the page', () => {
    const panels = [rect(0, 0, 600, 400), rect(0, 420, 290, 900), rect(310, 420, 600, 900)];
    expectPanels(drawPage(panels), panels);
  });

  test('whose drawings cover the rim of the page in another color than the gutters', () => {
    const panels = [rect(0, 0, 600, 440), rect(0, 460, 290, 900), rect(310, 460, 600, 900)];
    for (const gutter of [255, 0]) {
      const page = drawPage([], gutter);
      for (const panel of panels) fill(page, panel, 255 - gutter);
      expectPanels(page, panels);
    }
  });

  test('of scans with dark bars around the paper', () => {
    const page = drawPage(
      grid.map(({ left, top, right, bottom }) => rect(left + 15, top + 5, right, bottom)),
    );
    fill(page, rect(0, 0, width, 12), 10);
    fill(page, rect(0, 0, 16, height), 10);
    expectPanels(
      page,
      grid.map(({ left, top, right, bottom }) => rect(left + 15, top + 5, right, bottom)),
    );
  });

  test('around a center, where no straight line divides them', () => {
    const panels = [
      rect(20, 20, 390, 280),
      rect(410, 20, 580, 580),
      rect(20, 300, 190, 880),
      rect(210, 300, 390, 580),
      rect(210, 600, 580, 880),
    ];
    expectPanels(drawPage(panels), panels);
  });

  test('although a balloon crosses their gutter', () => {
    const page = drawPage(grid);
    fill(page, rect(240, 280, 330, 340), 0);
    fill(page, rect(243, 283, 327, 337), 255);
    expectPanels(page, grid);
  });

  test('with the frame as their box although a figure leaves it', () => {
    const page = drawPage(grid);
    fill(page, rect(100, 10, 160, 60), 90);
    expectPanels(page, grid);
  });

  test('on both sides of a tilted gutter', () => {
    const page = drawPage([
      rect(30, 30, 570, 300),
      rect(30, 320, 290, 680),
      rect(310, 320, 570, 680),
      rect(30, 700, 570, 870),
    ]);
    for (let y = 700; y < 870; y++) {
      const x = 250 + Math.round((y - 700) / 10);
      fill(page, rect(x - 3, y, x + 15, y + 1), 0);
      fill(page, rect(x, y, x + 12, y + 1), 255);
    }
    const { boxes } = detectPanels(page);
    expect(boxes.map((box) => box.map(Math.round)).slice(3)).toEqual([
      [5, 78, 39, 19],
      [44, 78, 51, 19],
    ]);
  });
});

describe('detection shows the page whole', () => {
  const isWhole = (page: GrayPicture) => expect(detectPanels(page)).toEqual({ boxes: [], trust: 0 });

  test('if it is empty, one picture or one panel', () => {
    isWhole({ pixels: new Uint8Array(width * height).fill(255), width, height });
    isWhole(drawPage([rect(0, 0, width, height)]));
    isWhole(drawPage([rect(30, 30, 570, 870)]));
    isWhole({ pixels: Uint8Array.of(0), width: 1, height: 1 });
  });

  test('if it is text', () => {
    const page = drawPage([]);
    for (let y = 60; y < 800; y += 24)
      for (let x = 60; x < 540; x += 11) fill(page, rect(x, y, x + 4 + ((x * y) % 5), y + 12), 0);
    isWhole(page);
  });

  test('if drawings have no frames', () => {
    const page = drawPage([]);
    for (let i = 0; i < 60; i++)
      fill(page, rect((i * 97) % 560, (i * 211) % 860, ((i * 97) % 560) + 30, ((i * 211) % 860) + 30), 0);
    isWhole(page);
  });
});

test('detected boxes are inside the page, and the same pixels give the same boxes', () => {
  const side = fc.integer({ min: 1, max: 90 });
  fc.assert(
    fc.property(side, side, fc.infiniteStream(fc.integer({ min: 0, max: 255 })), (across, down, levels) => {
      const pixels = Uint8Array.from({ length: across * down }, () => {
        const level = levels.next().value;
        return level > 128 ? 255 : level;
      });
      const page = { pixels, width: across, height: down };
      const { boxes } = detectPanels(page);
      expect(detectPanels(page).boxes).toEqual(boxes);
      for (const [x, y, boxWidth, boxHeight] of boxes satisfies Box[]) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(Math.max(x + boxWidth, y + boxHeight)).toBeLessThanOrEqual(100.001);
      }
    }),
    { numRuns: 50 },
  );
});
