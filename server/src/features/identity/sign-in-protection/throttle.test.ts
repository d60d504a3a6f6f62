import { expect, test } from 'vitest';
import { Throttle } from './throttle.ts';

function aThrottle(change = {}) {
  let nowMs = 5_000_000;
  const limits = { free: 2, firstMs: 100, maxMs: 1_000, forgetMs: 60_000, max: 100, ...change };
  const throttle = new Throttle(limits, () => nowMs);
  return {
    waitMs: (key: string) => throttle.waitMs(key),
    forget: (key: string) => throttle.forget(key),
    pass: (ms: number) => {
      nowMs += ms;
    },
    /** Counts one attempt and returns the delay of the next. */
    fail: (key = 'a') => {
      throttle.count(key);
      return throttle.waitMs(key);
    },
  };
}

test('the first failures cause no delay, then each doubles the delay up to the maximum', () => {
  const { fail, pass } = aThrottle();
  const waits: number[] = [];
  for (let i = 0; i < 8; i++) {
    const wait = fail();
    waits.push(wait);
    pass(wait);
  }
  expect(waits).toEqual([0, 100, 200, 400, 800, 1_000, 1_000, 1_000]);
});

test('a thousand failures still have the maximum delay', () => {
  const { fail, pass } = aThrottle();
  for (let i = 0; i < 1_000; i++) pass(fail());
  expect(fail()).toBe(1_000);
});

test('concurrent attempts are queued one after the other', () => {
  const { fail } = aThrottle();
  expect([fail(), fail(), fail(), fail()]).toEqual([0, 100, 300, 700]);
});

test('waiting longer than required does not affect the next delay', () => {
  const { fail, pass, waitMs } = aThrottle();
  fail();
  fail();
  pass(50);
  expect(waitMs('a')).toBe(50);
  pass(5_000);
  expect(waitMs('a')).toBe(0);
  expect(fail()).toBe(200);
});

test('old failures are forgotten', () => {
  const { fail, pass } = aThrottle();
  for (let i = 0; i < 5; i++) fail();
  pass(60_001);
  expect(fail()).toBe(0);
});

test('a correct password resets the counter', () => {
  const { fail, forget, pass } = aThrottle();
  for (let i = 0; i < 4; i++) pass(fail());
  forget('a');
  expect(fail()).toBe(0);
});

test('each key is counted separately', () => {
  const { fail, waitMs } = aThrottle();
  for (let i = 0; i < 5; i++) fail('a');
  expect(waitMs('b')).toBe(0);
});

test('a clock that was set back does not cause a delay of hours', () => {
  const { fail, pass, waitMs } = aThrottle();
  for (let i = 0; i < 5; i++) fail();
  pass(-86_400_000);
  expect(waitMs('a')).toBeLessThanOrEqual(2_000);
});

test('limits the number of remembered keys', () => {
  const { fail } = aThrottle({ max: 2 });
  for (const key of ['a', 'a', 'b', 'c']) fail(key);
  expect(fail('c')).toBe(100);
  expect(fail('a')).toBe(0);
});
