import { expect, test } from 'vitest';
import { Buffers } from './buffers.ts';

test('a released buffer is reused once', () => {
  const buffers = new Buffers();
  const first = buffers.lease(100_000);
  expect(first.bytes).toHaveLength(100_000);
  const memory = first.bytes.buffer;
  first.release();
  first.release();
  const second = buffers.lease(90_000);
  const third = buffers.lease(90_000);
  expect(second.bytes.buffer).toBe(memory);
  expect(third.bytes.buffer).not.toBe(memory);
});

test('an unreleased buffer is never reused', () => {
  const buffers = new Buffers();
  const memories = Array.from({ length: 5 }, () => buffers.lease(1_000).bytes.buffer);
  expect(new Set(memories).size).toBe(5);
});

test('the pool is limited and does not keep very large buffers', () => {
  const buffers = new Buffers(200_000);
  const lent = Array.from({ length: 10 }, () => buffers.lease(65_536));
  for (const { release } of lent) release();
  expect(buffers.keptBytes).toBe(3 * 65_536);
  const large = buffers.lease(5_000_000);
  expect(large.bytes).toHaveLength(5_000_000);
  large.release();
  expect(buffers.keptBytes).toBe(3 * 65_536);
});

test('a buffer of zero bytes can be leased', () => {
  expect(new Buffers().lease(0).bytes).toHaveLength(0);
});
