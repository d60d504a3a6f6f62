import { afterEach, expect, test, vi } from 'vitest';
import { createRetry } from './retry.ts';

afterEach(() => vi.useRealTimers());

/** A server that can be unreachable, with pending changes. */
function createPending() {
  const state = { left: 2, isReached: false, tried: 0 };
  const gate: { open: () => void } = { open: () => {} };
  const send = async () => {
    state.tried++;
    const isReached = state.isReached;
    await new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    if (isReached) state.left = 0;
  };
  return { state, gate, replaying: createRetry({ send, hasPending: () => state.left > 0 }) };
}

test('a call during a failing attempt causes one more attempt', async () => {
  const { state, gate, replaying } = createPending();
  const first = replaying();
  state.isReached = true;
  const second = replaying();
  gate.open();
  await vi.waitUntil(() => state.tried === 2);
  gate.open();
  await Promise.all([first, second]);
  expect(state).toMatchObject({ left: 0, tried: 2 });
});

test('retries pending changes at an interval until they are sent', async () => {
  vi.useFakeTimers();
  const { state, gate, replaying } = createPending();
  const first = replaying();
  gate.open();
  await first;
  expect(state).toMatchObject({ left: 2, tried: 1 });
  state.isReached = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.tried).toBe(2);
  gate.open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state).toMatchObject({ left: 0, tried: 2 });
});
