import { expect, test } from 'vitest';
import { findPauseMs } from './limits.ts';
import { block, freshState, type Pace, takeTurn } from './pace.ts';

const pace: Pace = { intervalMs: 2_000, burst: 3 };
const t0 = 1_700_000_000_000;

/** Wait times of simultaneous requests. */
function waitsOf(count: number, how: { isQueued: boolean; maxWaitMs: number }, limits = pace) {
  let state = freshState;
  return Array.from({ length: count }, () => {
    const turn = takeTurn(state, limits, { nowMs: t0, ...how });
    state = turn.state;
    return turn.isTaken ? turn.waitMs : `later: ${turn.waitMs}`;
  });
}

test('allows a burst, then spaces requests evenly, and rejects long waits with a retry time', () => {
  expect(waitsOf(6, { isQueued: false, maxWaitMs: 4_000 })).toEqual([0, 0, 0, 2_000, 4_000, 'later: 6000']);
});

test('leaves the burst to interactive requests, and gives each background request a separate slot', () => {
  expect(waitsOf(5, { isQueued: true, maxWaitMs: 2_000 })).toEqual([
    ...[0, 2_000, 'later: 4000', 'later: 6000', 'later: 8000'],
  ]);
  const busy = takeTurn(freshState, pace, { nowMs: t0, isQueued: true, maxWaitMs: 0 }).state;
  const full = takeTurn(busy, pace, { nowMs: t0, isQueued: true, maxWaitMs: 0 }).state;
  expect(takeTurn(full, pace, { nowMs: t0, isQueued: false, maxWaitMs: 0 })).toMatchObject({ isTaken: true });
});

test('never exceeds the limit within any minute', () => {
  for (const { limits, perMinute } of [
    { limits: { intervalMs: 2_400, burst: 5 }, perMinute: 30 },
    { limits: { intervalMs: 3_750, burst: 4 }, perMinute: 20 },
    { limits: { intervalMs: 1_100, burst: 5 }, perMinute: 60 },
  ]) {
    const waits = waitsOf(100, { isQueued: false, maxWaitMs: 1e9 }, limits).map(Number);
    for (const from of waits)
      expect(waits.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(perMinute);
  }
});

test('blocks until the window ends when its count is used up', () => {
  const limits = { ...pace, burst: 10, window: { ms: 3_600_000, count: 2 } };
  expect(waitsOf(3, { isQueued: false, maxWaitMs: 0 }, limits)).toEqual([0, 0, 'later: 3600000']);
  let state = takeTurn(freshState, limits, { nowMs: t0, isQueued: false, maxWaitMs: 0 }).state;
  state = takeTurn(state, limits, { nowMs: t0, isQueued: false, maxWaitMs: 0 }).state;
  const later = takeTurn(state, limits, { nowMs: t0 + 3_600_000, isQueued: false, maxWaitMs: 0 });
  expect([later.isTaken, later.state.windowCount]).toEqual([true, 1]);
});

test("respects a service's pause for at most one day, and never shortens an earlier pause", () => {
  const blocked = block(freshState, t0 + 60_000, t0);
  const how = { isQueued: false, maxWaitMs: 1_000 };
  expect(takeTurn(blocked, pace, { nowMs: t0, ...how })).toMatchObject({ isTaken: false, waitMs: 60_000 });
  expect(takeTurn(blocked, pace, { nowMs: t0 + 60_000, ...how }).isTaken).toBe(true);
  expect(block(blocked, t0 + 1_000, t0).blockedUntil).toBe(t0 + 60_000);
  expect(block(freshState, t0 + 1e12, t0).blockedUntil).toBe(t0 + 86_400_000);
  // A clock that was set back by years does not block for years.
  expect(takeTurn(blocked, pace, { nowMs: t0 - 1e11, ...how }).isTaken).toBe(true);
});

test.each<[string, number, Record<string, string>, number | undefined]>([
  ['no headers', 200, {}, undefined],
  ['seconds', 429, { 'retry-after': '30' }, 30_000],
  ['a date', 429, { 'retry-after': new Date(t0 + 90_000).toUTCString() }, 90_000],
  ['a past date', 429, { 'retry-after': new Date(t0 - 90_000).toUTCString() }, 1_000],
  ['an invalid value', 429, { 'retry-after': 'soon' }, 60_000],
  ['status 420 without headers', 420, {}, 60_000],
  ['years', 429, { 'retry-after': '99999999' }, 86_400_000],
  ['a pause with status 503', 503, { 'retry-after': '120' }, 120_000],
  ['status 503 without headers', 503, {}, undefined],
  ['remaining requests', 200, { 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '60' }, undefined],
  [
    'no remaining requests, seconds',
    200,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '45' },
    45_000,
  ],
  [
    'no remaining requests, a time',
    200,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(t0 / 1000 + 20) },
    20_000,
  ],
  ['no remaining requests, no reset', 200, { 'x-ratelimit-remaining': '0' }, undefined],
  ['the IETF draft', 200, { ratelimit: '"default";r=0;t=12' }, 12_000],
  ['the IETF draft with remaining requests', 200, { ratelimit: '"default";r=10;t=12' }, undefined],
  ['the IETF draft with status 429', 429, { ratelimit: '"default";r=0;t=12' }, 12_000],
])('reads the pause from a response: %s', (_, status, headers, pauseMs) => {
  expect(findPauseMs({ status, headers }, t0)).toBe(pauseMs);
});
