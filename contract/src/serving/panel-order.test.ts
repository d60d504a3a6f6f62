import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderPanels } from './panel-order.ts';

type Box = Parameters<typeof orderPanels>[0][number];

/** Shuffled by a fixed rule, so that the order of the input is not the result. */
const shuffle = (boxes: readonly Box[]): Box[] =>
  boxes.toSorted((a, b) => ((a[0] * 7 + a[1] * 13) % 17) - ((b[0] * 7 + b[1] * 13) % 17));

describe('panels are ordered', () => {
  const rows: Box[] = [
    [0, 0, 100, 30],
    [0, 33, 48, 30],
    [52, 33, 48, 30],
    [0, 66, 30, 34],
    [33, 66, 67, 34],
  ];

  test('by rows, from the left or from the right', () => {
    const [top, left, right, narrow, wide] = rows as [Box, Box, Box, Box, Box];
    expect(orderPanels(shuffle(rows), 'ltr')).toEqual(rows);
    expect(orderPanels(shuffle(rows), 'rtl')).toEqual([top, right, left, wide, narrow]);
  });

  test('with a tall panel next to two stacked ones', () => {
    const tall: Box = [0, 0, 40, 100];
    const upper: Box = [44, 0, 56, 48];
    const lower: Box = [44, 52, 56, 48];
    expect(orderPanels([lower, tall, upper], 'ltr')).toEqual([tall, upper, lower]);
    expect(orderPanels([lower, tall, upper], 'rtl')).toEqual([upper, lower, tall]);
  });

  test('although tilted frames overlap', () => {
    const boxes: Box[] = [
      [0, 0, 52, 48],
      [46, 0, 54, 52],
      [0, 44, 100, 56],
    ];
    expect(orderPanels(shuffle(boxes), 'ltr')).toEqual(boxes);
  });

  test('around the center of a windmill, which no line divides', () => {
    const boxes: Box[] = [
      [0, 0, 65, 30],
      [67, 0, 33, 65],
      [0, 32, 32, 68],
      [34, 32, 31, 33],
      [34, 67, 66, 33],
    ];
    const ordered = orderPanels(shuffle(boxes), 'ltr');
    expect(ordered[0]).toEqual(boxes[0]);
    expect(ordered.at(-1)).toEqual(boxes[4]);
  });

  test('by halves on a spread, and by rows if a panel crosses its middle', () => {
    const halves: Box[] = [
      [0, 0, 49, 48],
      [0, 52, 49, 48],
      [51, 0, 49, 60],
      [51, 64, 49, 36],
    ];
    const [a, b, c, d] = halves as [Box, Box, Box, Box];
    expect(orderPanels(shuffle(halves), 'ltr', 1.4)).toEqual([a, b, c, d]);
    expect(orderPanels(shuffle(halves), 'rtl', 1.4)).toEqual([c, d, a, b]);
    const crossing: Box = [0, 0, 100, 40];
    const below: Box[] = [
      [0, 44, 49, 56],
      [51, 44, 49, 56],
    ];
    expect(orderPanels([...below, crossing], 'ltr', 1.4)).toEqual([crossing, ...below]);
  });

  test('so that each panel occurs once, in both directions', () => {
    const side = fc.integer({ min: 2, max: 60 });
    const box = fc
      .tuple(fc.integer({ min: 0, max: 98 }), fc.integer({ min: 0, max: 98 }), side, side)
      .map((one) => one as Box);
    fc.assert(
      fc.property(fc.array(box, { maxLength: 20 }), fc.constantFrom('ltr', 'rtl'), (boxes, direction) => {
        const ordered = orderPanels(boxes, direction, boxes.length % 2 === 0 ? 0.7 : 1.5);
        expect(new Set(ordered)).toEqual(new Set(boxes));
        expect(ordered).toHaveLength(boxes.length);
      }),
    );
  });
});
