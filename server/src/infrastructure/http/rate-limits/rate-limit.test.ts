import { expect, test } from 'vitest';
import { RateLimiter } from './rate-limit.ts';

function aLimiter(limits = { rps: 10, burst: 50 }, max?: number) {
  let nowMs = 1_000_000;
  const limiter = new RateLimiter(limits, () => nowMs, { max });
  return {
    draw: (key = 'a', tenths = 10) => limiter.draw(key, tenths),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('grants the whole burst immediately, and no more', () => {
  const { draw } = aLimiter();
  for (let i = 1; i < 50; i++) {
    expect(draw()).toEqual({ allowed: true, limit: 50, remaining: 50 - i, resetSeconds: 0, retrySeconds: 0 });
  }
  expect(draw()).toEqual({ allowed: true, limit: 50, remaining: 0, resetSeconds: 1, retrySeconds: 0 });
  expect(draw()).toEqual({ allowed: false, limit: 50, remaining: 0, resetSeconds: 1, retrySeconds: 1 });
});

test('tokens are refilled steadily, up to the burst', () => {
  const { draw, pass } = aLimiter();
  for (let i = 0; i < 50; i++) draw();
  pass(99);
  expect(draw().allowed).toBe(false);
  pass(1);
  expect(draw().allowed).toBe(true);
  pass(1_000);
  expect(draw().remaining).toBe(9);
  pass(3_600_000);
  expect(draw().remaining).toBe(49);
});

test('rejected requests cost nothing', () => {
  const { draw, pass } = aLimiter({ rps: 1, burst: 1 });
  draw();
  for (let i = 0; i < 9; i++) {
    pass(100);
    expect(draw().allowed).toBe(false);
  }
  pass(100);
  expect(draw().allowed).toBe(true);
});

test('a clock that is set back neither drains nor refills a bucket', () => {
  const { draw, pass } = aLimiter();
  for (let i = 0; i < 40; i++) draw();
  pass(-3_600_000);
  expect(draw()).toMatchObject({ allowed: true, remaining: 9 });
  pass(100);
  expect(draw().remaining).toBe(9);
});

test('a slow refill reports the missing seconds', () => {
  const { draw, pass } = aLimiter({ rps: 0.1, burst: 1 });
  expect(draw()).toMatchObject({ allowed: true, resetSeconds: 10 });
  pass(2_500);
  expect(draw()).toMatchObject({ allowed: false, resetSeconds: 8 });
});

test('each key has a separate bucket', () => {
  const { draw } = aLimiter({ rps: 1, burst: 1 });
  expect(draw('a').allowed).toBe(true);
  expect(draw('b').allowed).toBe(true);
  expect(draw('a').allowed).toBe(false);
});

test('ten draws of a tenth cost one token', () => {
  const { draw } = aLimiter({ rps: 1, burst: 1 });
  for (let i = 0; i < 10; i++) expect(draw('a', 1).allowed).toBe(true);
  expect(draw('a', 1).allowed).toBe(false);
});

test('waiting for a tenth takes a tenth of the time', () => {
  const { draw, pass } = aLimiter({ rps: 0.1, burst: 1 });
  draw();
  expect(draw('a', 1)).toMatchObject({ allowed: false, resetSeconds: 10, retrySeconds: 1 });
  pass(1_000);
  expect(draw('a', 1)).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 10 });
});

test('uneven refills of tenths lose and create nothing', () => {
  const { draw, pass } = aLimiter({ rps: 3, burst: 100 });
  for (let i = 0; i < 100; i++) draw();
  for (let i = 0; i < 1_000; i++) {
    pass(7);
    draw('a', 0);
  }
  expect(draw('a', 0).remaining).toBe(21);
});

test('reading draws nothing and is never rejected', () => {
  const { draw } = aLimiter({ rps: 1, burst: 1 });
  expect(draw('a', 0)).toEqual({ allowed: true, limit: 1, remaining: 1, resetSeconds: 0, retrySeconds: 0 });
  draw();
  expect(draw('a', 0)).toEqual({
    allowed: true,
    limit: 1,
    remaining: 0,
    resetSeconds: 1,
    retrySeconds: 0,
  });
});

test('limits the number of remembered clients', () => {
  const { draw } = aLimiter({ rps: 1, burst: 1 }, 2);
  draw('a');
  draw('b');
  draw('c');
  expect(draw('c').allowed).toBe(false);
  expect(draw('a').allowed).toBe(true);
});

test('draws at another server are subtracted here, possibly as a debt', () => {
  let nowMs = 1_000_000;
  const limiter = new RateLimiter({ rps: 10, burst: 50 }, () => nowMs, { isShared: true });
  limiter.drawElsewhere([['a', 200]]);
  expect(limiter.draw('a', 10)).toMatchObject({ allowed: true, remaining: 29 });
  limiter.drawElsewhere([['a', 400]]);
  expect(limiter.draw('a', 10)).toMatchObject({ allowed: false, remaining: 0, retrySeconds: 2 });
  nowMs += 1_000;
  expect(limiter.draw('a', 10).allowed).toBe(false);
  nowMs += 1_000;
  expect(limiter.draw('a', 10).allowed).toBe(true);
});

test('other servers are notified of a client that draws a tenth of the burst, and of each draw once', () => {
  const limiter = new RateLimiter({ rps: 10, burst: 50 }, () => 0, { isShared: true });
  for (let i = 0; i < 4; i++) limiter.draw('a', 10);
  limiter.draw('b', 50);
  expect(limiter.takeDraws()).toEqual([['b', 50]]);
  limiter.draw('a', 10);
  limiter.draw('b', 10);
  expect(limiter.takeDraws()).toEqual([['a', 50]]);
  expect(limiter.takeDraws()).toEqual([]);
});
