// Rate limiter for a service: evenly spaced requests, a burst for interactive use, and an optional limit per hour or
// day. Pure (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm).
import type { ProviderPaceTable } from '#schema/tables/plugin.ts';

export interface Pace {
  intervalMs: number;
  /** Number of requests without a delay after an idle period. */
  burst: number;
  window?: { ms: number; count: number };
}

export type PaceState = Omit<ProviderPaceTable, 'pluginId' | 'lane'>;

export const freshState: PaceState = {
  nextAt: 0,
  queuedUntil: 0,
  blockedUntil: 0,
  windowStartedAt: 0,
  windowCount: 0,
};

interface Turn {
  waitMs: number;
  /** Whether to send the request after `waitMs`; if false, ask for a turn again after that time. */
  isTaken: boolean;
  state: PaceState;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Longer waits are a consequence of a clock that was set back. */
const maxBacklogMs = 10 * 60_000;

/**
 * Returns a turn, or for background work (`isQueued`) a slot in the queue. Background work does not use the burst.
 * `maxWaitMs` is the longest accepted wait for a turn.
 */
export function takeTurn(
  before: PaceState,
  { intervalMs, burst, window }: Pace,
  { nowMs, isQueued, maxWaitMs }: { nowMs: number; isQueued: boolean; maxWaitMs: number },
): Turn {
  const state = forgetFuture(before, nowMs);
  if (window && (nowMs >= state.windowStartedAt + window.ms || state.windowStartedAt > nowMs))
    Object.assign(state, { windowStartedAt: nowMs, windowCount: 0 });
  const openMs = Math.max(
    nowMs,
    state.blockedUntil,
    window && state.windowCount >= window.count ? state.windowStartedAt + window.ms : 0,
  );
  const usedUpMs = Math.max(state.nextAt, nowMs);
  const turnMs = Math.max(openMs, usedUpMs - (isQueued ? 0 : burst - 1) * intervalMs);
  if (turnMs - nowMs <= maxWaitMs)
    return {
      isTaken: true,
      waitMs: turnMs - nowMs,
      state: {
        ...state,
        nextAt: Math.max(usedUpMs, openMs) + intervalMs,
        windowCount: state.windowCount + 1,
      },
    };
  if (!isQueued) return { isTaken: false, waitMs: turnMs - nowMs, state };
  // Separate slots prevent all queued requests from returning at the same time.
  const placeMs = Math.max(turnMs, state.queuedUntil);
  return {
    isTaken: false,
    waitMs: placeMs - nowMs,
    state: { ...state, queuedUntil: placeMs + intervalMs },
  };
}

export const block = (state: PaceState, untilMs: number, nowMs: number): PaceState => ({
  ...state,
  blockedUntil: Math.min(Math.max(state.blockedUntil, untilMs), nowMs + dayMs),
});

function forgetFuture(state: PaceState, nowMs: number): PaceState {
  return {
    ...state,
    nextAt: Math.min(state.nextAt, nowMs + maxBacklogMs),
    blockedUntil: state.blockedUntil > nowMs + dayMs ? 0 : state.blockedUntil,
    queuedUntil: state.queuedUntil > nowMs + 7 * dayMs ? 0 : state.queuedUntil,
  };
}
