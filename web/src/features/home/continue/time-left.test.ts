import type { ReadProgress } from '@lectern/contract/reading/reading';
import { expect, test } from 'vitest';
import { toMinutesLeft } from './time-left.ts';

const at = (currentPage: number): ReadProgress => ({
  id: '',
  userId: '',
  bookId: '',
  currentPage,
  progressPercentage: null,
  completed: false,
  startedAt: '',
  updatedAt: '',
  completedAt: null,
  locator: null,
});

test.each([
  [{ pageCount: 40, readProgress: at(10) }, 20, 10],
  [{ pageCount: 40, readProgress: at(39) }, 5, 1],
  [{ pageCount: 40, readProgress: at(50) }, 20, 1],
  [{ pageCount: 40, readProgress: at(10) }, null, undefined],
  [{ pageCount: 40, readProgress: null }, 20, undefined],
  [{ pageCount: 0, readProgress: at(1) }, 20, undefined],
])('of %j at %j seconds a page %j minutes are left', (book, secondsOfPage, minutes) => {
  expect(toMinutesLeft(book, secondsOfPage)).toBe(minutes);
});
