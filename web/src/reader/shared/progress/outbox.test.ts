import { expect, test } from 'vitest';
import { isPermanentFailure, judge, judgeByHistory, mergeUnsent, type UnsentPosition } from './outbox.ts';
import { isSamePosition, type StoredPosition } from './position.ts';

const unsent = (currentPage: number, readAt: string, base: string | null = null): UnsentPosition => ({
  userId: 'u',
  bookId: 'b',
  place: { currentPage },
  readAt,
  base,
});
const known = (currentPage: number, updatedAt: string): StoredPosition => ({
  currentPage,
  progressPercentage: null,
  completed: false,
  locator: null,
  updatedAt,
});

test('keeps the last unsent position of a book with the base of the first', () => {
  const first = unsent(3, '10:00', '09:00');
  expect(mergeUnsent(undefined, first)).toEqual(first);
  expect(mergeUnsent(first, unsent(5, '11:00', '10:30'))).toEqual(unsent(5, '11:00', '09:00'));
  expect(mergeUnsent(unsent(5, '11:00', '09:00'), first)).toEqual(unsent(3, '10:00', '09:00'));
});

test('sends an unsent position if no other device has moved on', () => {
  expect(judge(unsent(5, '11:00'), undefined)).toBe('send');
  expect(judge(unsent(5, '11:00', '09:00'), known(2, '09:00'))).toBe('send');
});

test('does not send a position that the server has, unless it finishes the book', () => {
  expect(judge(unsent(5, '11:00', '09:00'), known(5, '12:00'))).toBe('known');
  const finished = { ...unsent(5, '11:00', '12:00'), place: { currentPage: 5, completed: true } };
  expect(judge(finished, known(5, '12:00'))).toBe('send');
});

test('asks the user if another device moved on, whichever position is later', () => {
  expect(judge(unsent(5, '11:00', '09:00'), known(57, '10:00'))).toBe('ask');
  expect(judge(unsent(5, '11:00', null), known(57, '12:00'))).toBe('ask');
});

const entry = (currentPage: number, readAt: string, deviceId = 'this') => ({
  id: 'e',
  currentPage,
  progressPercentage: null,
  completed: false,
  locator: null,
  deviceId,
  deviceName: null,
  readAt,
  recordedAt: readAt,
});

test('finds a position that was received before another device moved on in the history by its device', () => {
  const history = [entry(57, '12:00', 'other'), entry(5, '11:00')];
  expect(judgeByHistory(unsent(5, '11:00'), 'this', history)).toBe('known');
  expect(judgeByHistory(unsent(5, '11:00'), 'third', history)).toBe('ask');
  expect(judgeByHistory(unsent(6, '11:00'), 'this', history)).toBe('ask');
});

test('does not treat an earlier visit of the same page in the history as received', () => {
  const history = [entry(57, '12:00', 'other'), entry(3, '09:00')];
  expect(judgeByHistory(unsent(3, '11:00', '09:00'), 'this', history)).toBe('ask');
});

test('sends a position if the newest history entry is from this device', () => {
  const history = [entry(4, '10:00'), entry(3, '09:00'), entry(57, '08:00', 'other')];
  expect(judgeByHistory(unsent(3, '11:00', '09:00'), 'this', history)).toBe('send');
});

test('text positions are equal within half a percent, pages only by number', () => {
  const at = (totalProgression: number) => ({ locator: { href: 'a', locations: { totalProgression } } });
  expect(isSamePosition(at(0.5), { progressPercentage: 0.503 })).toBe(true);
  expect(isSamePosition(at(0.5), at(0.51))).toBe(false);
  expect(isSamePosition({ currentPage: 7 }, { currentPage: 7, progressPercentage: 0.1 })).toBe(true);
  expect(isSamePosition({ currentPage: 7 }, { currentPage: 8 })).toBe(false);
  expect(isSamePosition({ currentPage: 7 }, {})).toBe(false);
});

test('does not send permanently refused positions again, but retries after temporary errors', () => {
  expect([400, 403, 404].map(isPermanentFailure)).toEqual([true, true, true]);
  expect([401, 429, 500, 503, undefined].map(isPermanentFailure)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
