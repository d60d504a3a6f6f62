import { expect, test } from 'vitest';
import { findSecondsLeft } from './time-left.ts';

const startedAt = '2026-01-02T03:00:00.000Z';
const after = (seconds: number) => Date.parse(startedAt) + seconds * 1000;
const toTask = (current: number, total = 100) => ({
  status: 'running' as const,
  progress: { current, total, message: null },
  startedAt,
});

test('estimates the rest from the average speed', () => {
  expect(findSecondsLeft(toTask(25), after(60))).toBe(180);
  expect(findSecondsLeft(toTask(50), after(60))).toBe(60);
});

test.each([
  ['in the first seconds', toTask(50), 4],
  ['before one percent', toTask(0), 60],
  ['of more than two days', toTask(10), 24 * 60 * 60],
  ['at the end', toTask(100), 60],
  ['without a total', toTask(0, 0), 60],
  ['without progress', { ...toTask(1), progress: null }, 60],
  ['for a task that does not run', { ...toTask(50), status: 'failed' as const }, 60],
  ['if the clock of the browser is behind', toTask(50), -60],
])('makes no estimate %s', (_, task, seconds) => {
  expect(findSecondsLeft(task, after(seconds))).toBeUndefined();
});
