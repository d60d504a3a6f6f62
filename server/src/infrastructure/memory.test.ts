import { expect, test } from 'vitest';
import { isGlibc } from '../../../scripts/runtime.mjs';
import { loadLibc } from './confinement/libc.ts';
import { silentLog } from './log.ts';
import { createQuietWatch, release } from './memory.ts';

test('memory is released after a quiet period following work, and once more later', () => {
  const watch = createQuietWatch();
  const work = 0.9;
  const little = 0.1;
  const none = 0.01;
  const long = Array.from({ length: 20 }, () => none);
  const shares = [work, none, little, ...long, little, none, none, none, work, none, none, none];
  expect(shares.map(watch).flatMap((isNow, look) => (isNow ? [look] : []))).toEqual([5, 8, 30]);
});

test.runIf(process.platform === 'linux' && isGlibc())(
  'freed memory of the C library is returned to the system',
  async () => {
    // Worker processes have requested different functions of it before.
    loadLibc();
    const megabytes = () => process.memoryUsage.rss() / 1024 ** 2;
    // Keeps some blocks, so that the memory below them is not at the end of the heap.
    const all = Array.from({ length: 2_000 }, () => Buffer.allocUnsafeSlow(50_000).fill(1));
    const kept = all.filter((_, index) => index % 100 === 99);
    all.length = 0;
    const before = megabytes();
    await expect
      .poll(() => {
        release(() => {}, silentLog);
        return before - megabytes();
      })
      .toBeGreaterThan(50);
    expect(kept).toHaveLength(20);
  },
);
