import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Flow, maxLinesPerSecond } from './flow.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const count = (flow: Flow, lines: number) => {
  for (let line = 0; line < lines; line++) flow.countLine();
};

test('a stream of too many lines is read again in the next second', () => {
  const stream = new PassThrough();
  const flow = new Flow(stream);
  count(flow, maxLinesPerSecond - 1);
  expect(stream.isPaused()).toBe(false);
  vi.advanceTimersByTime(400);
  // The rest of a chunk that was read is counted, too.
  count(flow, 50);
  expect(stream.isPaused()).toBe(true);
  vi.advanceTimersByTime(599);
  expect(stream.isPaused()).toBe(true);
  vi.advanceTimersByTime(2);
  expect(stream.isPaused()).toBe(false);
  count(flow, maxLinesPerSecond - 1);
  expect(stream.isPaused()).toBe(false);
});

test('a stream stays paused while anything holds it', () => {
  const stream = new PassThrough();
  const flow = new Flow(stream);
  flow.hold();
  count(flow, maxLinesPerSecond);
  vi.advanceTimersByTime(1_001);
  expect(stream.isPaused()).toBe(true);
  flow.release();
  expect(stream.isPaused()).toBe(false);
});
