import { expect, test } from 'vitest';
import { createYielder } from './yield.ts';

test('a long loop yields every few milliseconds, and not earlier', async () => {
  let nowMs = 0;
  let others = 0;
  const yieldIfDue = createYielder({ maxMs: 10, now: () => nowMs });
  const other = () => {
    others++;
    setImmediate(other).unref();
  };
  setImmediate(other).unref();
  for (let i = 0; i < 3; i++) {
    nowMs += 3;
    await yieldIfDue();
  }
  expect(others).toBe(0);
  nowMs += 3;
  await yieldIfDue();
  expect(others).toBeGreaterThan(0);
  const before = others;
  await yieldIfDue();
  expect(others).toBe(before);
});
