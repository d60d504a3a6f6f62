import { expect, test } from 'vitest';
import { noCut } from '../geometry/cuts.ts';
import { findBorders, type Pixels } from './borders.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A page of 200 x 300 pixels in one shade of gray, with a box of another shade. */
function makePage(paper: number, ink: number, box: Box): Pixels {
  const width = 200;
  const height = 300;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isInside = x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
      data.fill(isInside ? ink : paper, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  return { data, width, height };
}

const art = { x: 20, y: 30, width: 150, height: 240 };

test.each([
  ['white', 255, 0],
  ['yellowed', 214, 60],
  ['black', 8, 130],
])('%s borders are cropped, with a little left around what is printed', (_, paper, ink) => {
  const { left, top, right, bottom } = findBorders(makePage(paper, ink, art));
  expect([left, top, right, bottom].map((share) => Math.round(share * 1000) / 1000)).toEqual([
    0.094, 0.094, 0.144, 0.094,
  ]);
});

test('keeps all printed content: a faint line, a speck at the edge', () => {
  expect(findBorders(makePage(255, 235, { x: 0, y: 0, width: 200, height: 2 })).top).toBe(0);
  const { left, top } = findBorders(makePage(255, 235, { x: 30, y: 40, width: 1, height: 1 }));
  expect(left).toBeLessThan(30 / 200);
  expect(top).toBeLessThan(40 / 300);
});

test('crops at most a fifth per side, and does not crop pages without borders or content', () => {
  expect(findBorders(makePage(255, 0, { x: 90, y: 140, width: 20, height: 20 }))).toEqual({
    left: 0.2,
    top: 0.2,
    right: 0.2,
    bottom: 0.2,
  });
  expect(findBorders(makePage(255, 0, { x: 0, y: 0, width: 200, height: 300 }))).toEqual(noCut);
  expect(findBorders(makePage(255, 255, art))).toEqual(noCut);
  // A solid-color image has no border.
  expect(findBorders(makePage(120, 0, art))).toEqual(noCut);
});
