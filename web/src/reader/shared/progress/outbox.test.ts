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

test('of several unsent positions of a book the last is kept, with the base of the first', () => {
  const first = unsent(3, '10:00', '09:00');
  expect(mergeUnsent(undefined, first)).toEqual(first);
  expect(mergeUnsent(first, unsent(5, '11:00', '10:30'))).toEqual(unsent(5, '11:00', '09:00'));
  expect(mergeUnsent(unsent(5, '11:00', '09:00'), first)).toEqual(unsent(3, '10:00', '09:00'));
});

test('an unsent position is sent when no other device has moved on', () => {
  expect(judge(unsent(5, '11:00'), undefined)).toBe('send');
  expect(judge(unsent(5, '11:00', '09:00'), known(2, '09:00'))).toBe('send');
});

test('a position that the server has is not sent, unless it finishes the book', () => {
  expect(judge(unsent(5, '11:00', '09:00'), known(5, '12:00'))).toBe('known');
  const finished = { ...unsent(5, '11:00', '12:00'), place: { currentPage: 5, completed: true } };
  expect(judge(finished, known(5, '12:00'))).toBe('send');
});

test('when another device moved on, the user is asked, whichever is later', () => {
  expect(judge(unsent(5, '11:00', '09:00'), known(57, '10:00'))).toBe('ask');
  expect(judge(unsent(5, '11:00', null), known(57, '12:00'))).toBe('ask');
});

const entry = (currentPage: number, readAt: string, deviceId = 'this') => ({
  ...{ id: 'e', currentPage, progressPercentage: null, completed: false, locator: null },
  ...{ deviceId, deviceName: null, readAt, recordedAt: readAt },
});

test('a position that was received before another device moved on is found in the history by its device', () => {
  const history = [entry(57, '12:00', 'other'), entry(5, '11:00')];
  expect(judgeByHistory(unsent(5, '11:00'), 'this', history)).toBe('known');
  expect(judgeByHistory(unsent(5, '11:00'), 'third', history)).toBe('ask');
  expect(judgeByHistory(unsent(6, '11:00'), 'this', history)).toBe('ask');
});

test('an older visit of the same page in the history does not count as received', () => {
  const history = [entry(57, '12:00', 'other'), entry(3, '09:00')];
  expect(judgeByHistory(unsent(3, '11:00', '09:00'), 'this', history)).toBe('ask');
});

test('when the newest history entry is of this device, its position is sent', () => {
  const history = [entry(4, '10:00'), entry(3, '09:00'), entry(57, '08:00', 'other')];
  expect(judgeByHistory(unsent(3, '11:00', '09:00'), 'this', history)).toBe('send');
});

test('text positions are equal within half a per cent, pages only by number', () => {
  const at = (totalProgression: number) => ({ locator: { href: 'a', locations: { totalProgression } } });
  expect(isSamePosition(at(0.5), { progressPercentage: 0.503 })).toBe(true);
  expect(isSamePosition(at(0.5), at(0.51))).toBe(false);
  expect(isSamePosition({ currentPage: 7 }, { currentPage: 7, progressPercentage: 0.1 })).toBe(true);
  expect(isSamePosition({ currentPage: 7 }, { currentPage: 8 })).toBe(false);
  expect(isSamePosition({ currentPage: 7 }, {})).toBe(false);
});

test('permanent refusals are not sent again, temporary ones are', () => {
  expect([400, 403, 404].map(isPermanentFailure)).toEqual([true, true, true]);
  expect([401, 429, 500, 503, undefined].map(isPermanentFailure)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
