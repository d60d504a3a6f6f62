import { expect, test } from 'vitest';
import { findPauseMs } from './limits.ts';
import { block, freshState, type Pace, takeTurn } from './pace.ts';

const pace: Pace = { intervalMs: 2_000, burst: 3 };
const t0 = 1_700_000_000_000;

/** The waits of so many who ask at the same moment. */
function waitsOf(count: number, how: { isQueued: boolean; maxWaitMs: number }, limits = pace) {
  let state = freshState;
  return Array.from({ length: count }, () => {
    const turn = takeTurn(state, limits, { nowMs: t0, ...how });
    state = turn.state;
    return turn.isTaken ? turn.waitMs : `later: ${turn.waitMs}`;
  });
}

test('some are asked at once, the next evenly, and those that would wait for long are told when to come', () => {
  expect(waitsOf(6, { isQueued: false, maxWaitMs: 4_000 })).toEqual([0, 0, 0, 2_000, 4_000, 'later: 6000']);
});

test('work in the background leaves the requests at once to people, and each has a place of its own', () => {
  expect(waitsOf(5, { isQueued: true, maxWaitMs: 2_000 })).toEqual([
    ...[0, 2_000, 'later: 4000', 'later: 6000', 'later: 8000'],
  ]);
  const busy = takeTurn(freshState, pace, { nowMs: t0, isQueued: true, maxWaitMs: 0 }).state;
  const full = takeTurn(busy, pace, { nowMs: t0, isQueued: true, maxWaitMs: 0 }).state;
  expect(takeTurn(full, pace, { nowMs: t0, isQueued: false, maxWaitMs: 0 })).toMatchObject({ isTaken: true });
});

test('in any minute there are no more than the limit', () => {
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

test('what counts by the hour is used up until the hour is over', () => {
  const limits = { ...pace, burst: 10, window: { ms: 3_600_000, count: 2 } };
  expect(waitsOf(3, { isQueued: false, maxWaitMs: 0 }, limits)).toEqual([0, 0, 'later: 3600000']);
  let state = takeTurn(freshState, limits, { nowMs: t0, isQueued: false, maxWaitMs: 0 }).state;
  state = takeTurn(state, limits, { nowMs: t0, isQueued: false, maxWaitMs: 0 }).state;
  const later = takeTurn(state, limits, { nowMs: t0 + 3_600_000, isQueued: false, maxWaitMs: 0 });
  expect([later.isTaken, later.state.windowCount]).toEqual([true, 1]);
});

test('a service that wants to be left alone is, for a day at most, and never shorter than it said before', () => {
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
  ['nothing', 200, {}, undefined],
  ['seconds', 429, { 'retry-after': '30' }, 30_000],
  ['a date', 429, { 'retry-after': new Date(t0 + 90_000).toUTCString() }, 90_000],
  ['a date that is over', 429, { 'retry-after': new Date(t0 - 90_000).toUTCString() }, 1_000],
  ['neither', 429, { 'retry-after': 'soon' }, 60_000],
  ['nothing with 420', 420, {}, 60_000],
  ['years', 429, { 'retry-after': '99999999' }, 86_400_000],
  ['a pause of the whole service', 503, { 'retry-after': '120' }, 120_000],
  ['a fault', 503, {}, undefined],
  ['requests that are left', 200, { 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '60' }, undefined],
  ['none left, and seconds', 200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '45' }, 45_000],
  [
    'none left, and a moment',
    200,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(t0 / 1000 + 20) },
    20_000,
  ],
  ['none left, and nothing', 200, { 'x-ratelimit-remaining': '0' }, undefined],
  ['the draft of the IETF', 200, { ratelimit: '"default";r=0;t=12' }, 12_000],
  ['the draft of the IETF, and more are left', 200, { ratelimit: '"default";r=10;t=12' }, undefined],
  ['the draft of the IETF with 429', 429, { ratelimit: '"default";r=0;t=12' }, 12_000],
])('an answer that says %s', (_, status, headers, pauseMs) => {
  expect(findPauseMs({ status, headers }, t0)).toBe(pauseMs);
});
