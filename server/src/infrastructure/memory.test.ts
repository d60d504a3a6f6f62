import { expect, test } from 'vitest';
import { createQuietWatch } from './memory.ts';

test('memory is given back when it has been quiet for a while after work, and once more', () => {
  const watch = createQuietWatch();
  const [work, little, none] = [0.9, 0.1, 0.01];
  const long = Array.from({ length: 20 }, () => none);
  const shares = [work, none, little, ...long, little, none, none, none, work, none, none, none];
  expect(shares.map(watch).flatMap((isNow, look) => (isNow ? [look] : []))).toEqual([5, 8, 30]);
});
