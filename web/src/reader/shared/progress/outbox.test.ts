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

test('of several unsent places of a book the last stays, whatever the clock says, with what the first began from', () => {
  const first = unsent(3, '10:00', '09:00');
  expect(mergeUnsent(undefined, first)).toEqual(first);
  expect(mergeUnsent(first, unsent(5, '11:00', '10:30'))).toEqual(unsent(5, '11:00', '09:00'));
  expect(mergeUnsent(unsent(5, '11:00', '09:00'), first)).toEqual(unsent(3, '10:00', '09:00'));
});

test('an unsent place is sent when nobody else went on', () => {
  expect(judge(unsent(5, '11:00'), undefined)).toBe('send');
  expect(judge(unsent(5, '11:00', '09:00'), known(2, '09:00'))).toBe('send');
});

test('a place that the server knows need not be sent, unless the book was finished there', () => {
  expect(judge(unsent(5, '11:00', '09:00'), known(5, '12:00'))).toBe('known');
  const finished = { ...unsent(5, '11:00', '12:00'), place: { currentPage: 5, completed: true } };
  expect(judge(finished, known(5, '12:00'))).toBe('send');
});

test('when another device went elsewhere, somebody is asked, whichever of the two was later', () => {
  expect(judge(unsent(5, '11:00', '09:00'), known(57, '10:00'))).toBe('ask');
  expect(judge(unsent(5, '11:00', null), known(57, '12:00'))).toBe('ask');
});

const entry = (currentPage: number, readAt: string, deviceId = 'this') => ({
  ...{ id: 'e', currentPage, progressPercentage: null, completed: false, locator: null },
  ...{ deviceId, deviceName: null, readAt, recordedAt: readAt },
});

test('a place that did arrive before another device went on is found in the history by its device', () => {
  const history = [entry(57, '12:00', 'other'), entry(5, '11:00')];
  expect(judgeByHistory(unsent(5, '11:00'), 'this', history)).toBe('known');
  expect(judgeByHistory(unsent(5, '11:00'), 'third', history)).toBe('ask');
  expect(judgeByHistory(unsent(6, '11:00'), 'this', history)).toBe('ask');
});

test('that this device was at a page before does not mean that it was told of coming back there', () => {
  const history = [entry(57, '12:00', 'other'), entry(3, '09:00')];
  expect(judgeByHistory(unsent(3, '11:00', '09:00'), 'this', history)).toBe('ask');
});

test('after turning on and back again, where this device is goes on counting, as nobody else told anything', () => {
  const history = [entry(4, '10:00'), entry(3, '09:00'), entry(57, '08:00', 'other')];
  expect(judgeByHistory(unsent(3, '11:00', '09:00'), 'this', history)).toBe('send');
});

test('texts are at one place within half a per cent, pages at the same page only', () => {
  const at = (totalProgression: number) => ({ locator: { href: 'a', locations: { totalProgression } } });
  expect(isSamePosition(at(0.5), { progressPercentage: 0.503 })).toBe(true);
  expect(isSamePosition(at(0.5), at(0.51))).toBe(false);
  expect(isSamePosition({ currentPage: 7 }, { currentPage: 7, progressPercentage: 0.1 })).toBe(true);
  expect(isSamePosition({ currentPage: 7 }, { currentPage: 8 })).toBe(false);
  expect(isSamePosition({ currentPage: 7 }, {})).toBe(false);
});

test('what the server refuses for good is not sent again; what it cannot take now, is', () => {
  expect([400, 403, 404].map(isPermanentFailure)).toEqual([true, true, true]);
  expect([401, 429, 500, 503, undefined].map(isPermanentFailure)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
