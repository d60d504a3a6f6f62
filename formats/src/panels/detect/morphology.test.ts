import { expect, test } from 'vitest';
import { fc } from '../../../../server/test/harness/property.ts';
import { dilate, open } from './morphology.ts';
import type { Mask } from './picture.ts';

/** Sets each pixel that `test` accepts for the values of the square around it. */
function fromSquares(
  { bits, width, height }: Mask,
  reach: number,
  accepts: (values: number[]) => boolean,
): Mask {
  const set = Uint8Array.from(bits, (_, at) => {
    const values: number[] = [];
    for (let y = Math.floor(at / width) - reach; y <= Math.floor(at / width) + reach; y++)
      for (let x = (at % width) - reach; x <= (at % width) + reach; x++)
        if (x >= 0 && x < width && y >= 0 && y < height) values.push(bits[y * width + x] ?? 0);
    return accepts(values) ? 1 : 0;
  });
  return { bits: set, width, height };
}

const hasSet = (values: number[]) => values.includes(1);
const isSet = (values: number[]) => !values.includes(0);

test('masks grow and are opened by squares, also across groups of 32 pixels', () => {
  const masks = fc
    .tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 9 }))
    .chain(([width, height, reach]) => {
      const bits = fc.uint8Array({ min: 0, max: 1, minLength: width * height, maxLength: width * height });
      return bits.map((made): [Mask, number] => [{ bits: made, width, height }, reach]);
    });
  fc.assert(
    fc.property(masks, fc.boolean(), ([mask, reach], isDense) => {
      // Random bits alone leave nothing when they are thinned.
      const given = isDense ? fromSquares(mask, 2, hasSet) : mask;
      expect(dilate(given, reach)).toEqual(fromSquares(given, reach, hasSet));
      expect(open(given, reach)).toEqual(fromSquares(fromSquares(given, reach, isSet), reach, hasSet));
    }),
    { numRuns: 100 },
  );
});
