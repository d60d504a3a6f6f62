import { expect, test } from 'vitest';
import { createBreath } from './breath.ts';

test('a long loop gives others their turn every few milliseconds, and no sooner', async () => {
  let nowMs = 0;
  let others = 0;
  const breathe = createBreath({ mostMs: 10, now: () => nowMs });
  const other = () => {
    others++;
    setImmediate(other).unref();
  };
  setImmediate(other).unref();
  for (let i = 0; i < 3; i++) {
    nowMs += 3;
    await breathe();
  }
  expect(others).toBe(0);
  nowMs += 3;
  await breathe();
  expect(others).toBeGreaterThan(0);
  const before = others;
  await breathe();
  expect(others).toBe(before);
});
