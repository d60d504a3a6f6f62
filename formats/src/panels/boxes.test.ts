import { expect, test } from 'vitest';
import { fc } from '../../../server/test/harness/property.ts';
import { clampBox } from './boxes.ts';

test('every box is limited to the page and at least 2 % wide and high', () => {
  const value = fc.double({ min: -200, max: 300, noNaN: true });
  fc.assert(
    fc.property(fc.tuple(value, value, value, value), (box) => {
      const [x, y, width, height] = clampBox(box);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(100.001);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(2);
    }),
  );
});
