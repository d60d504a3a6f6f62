// Entries sent to tracking services.
import type { TrackingSettings } from '@lectern/contract/tracking/tracking';
import { expect, test } from 'vitest';
import { isFurther, toTold } from './entry.ts';
import type { ReadBook, Subject } from './subjects/index.ts';

const settings: TrackingSettings = {
  sendsAutomatically: true,
  sendsRatings: true,
  isPrivate: true,
  unit: 'volumes',
};
const link = { externalId: '7', unit: null, status: null } as const;

let made = 0;
const unread: ReadBook = {
  id: '',
  number: null,
  volume: null,
  chapter: null,
  pageCount: 100,
  currentPage: null,
  percentage: null,
  completed: null,
  startedAt: null,
  updatedAt: null,
  completedAt: null,
};
const aBook = (facts: Partial<ReadBook>): ReadBook => ({ ...unread, id: `book ${++made}`, ...facts });
const read = (facts: Partial<ReadBook>): ReadBook =>
  aBook({ completed: 1, percentage: 1, startedAt: 1_000, updatedAt: 3_000, completedAt: 2_000, ...facts });
const aSeries = (books: ReadBook[], facts: Partial<Subject> = {}): Subject => ({
  id: 'series',
  seriesId: 'series',
  title: 'Saga',
  libraryId: 'library',
  libraryName: 'Comics',
  series: { totalVolumeCount: null, totalChapterCount: null, isOneshot: false },
  isbn: null,
  rating: null,
  isWanted: false,
  books,
  ...facts,
});

test('sends the highest number read, not a count of files; rounds fractions down', () => {
  const books = [read({ number: 1 }), aBook({ number: 2 }), read({ number: 3 }), read({ number: 10.5 })];
  expect(toTold(aSeries(books), link, settings)).toMatchObject({
    sent: { status: 'reading', progress: { volumes: 3, maxVolume: 10 }, private: true },
    entry: { status: 'reading', volumes: 10, chapters: null },
  });
});

test('counts chapters if chosen; volumes then have no number', () => {
  const books = [read({ volume: 1, chapter: 8 }), read({ chapter: 12.5 }), read({ volume: 3 })];
  const chapters = toTold(aSeries(books), { ...link, unit: 'chapters' }, settings);
  expect(chapters?.sent.progress).toEqual({ chapters: 3, maxChapter: 12 });
  expect(toTold(aSeries(books), link, settings)?.sent.progress).toEqual({ volumes: 3, maxVolume: 3 });
});

test('sends only the count for specials without a number or with the number 0', () => {
  const entry = toTold(aSeries([read({ number: 0 }), read({})]), link, settings);
  expect(entry?.sent.progress).toEqual({ volumes: 2 });
});

test('is completed only if all local books are read and reach the known end', () => {
  const books = [read({ number: 1 }), read({ number: 2 })];
  const upTo = (totalVolumeCount: number | null) =>
    toTold(
      aSeries(books, { series: { totalVolumeCount, totalChapterCount: null, isOneshot: false } }),
      link,
      settings,
    );
  expect([upTo(null), upTo(3), upTo(2)].map((one) => one?.entry.status)).toEqual([
    ...['reading', 'reading', 'completed'],
  ]);
  expect(upTo(2)?.sent).toMatchObject({ completedAt: '1970-01-01T00:00:02.000Z' });
  expect(upTo(3)?.sent.completedAt).toBeUndefined();
  const oneshot = { totalVolumeCount: null, totalChapterCount: null, isOneshot: true };
  expect(toTold(aSeries([read({})], { series: oneshot }), link, settings)?.entry.status).toBe('completed');
});

test('sends unread series only when they are wanted or have a status', () => {
  const series = aSeries([aBook({ number: 1 })]);
  expect(toTold(series, link, settings)).toBeUndefined();
  expect(toTold({ ...series, isWanted: true }, link, settings)?.entry.status).toBe('plan_to_read');
  expect(toTold(series, { ...link, status: 'dropped' }, settings)?.entry.status).toBe('dropped');
});

test('applies the settings for ratings and privacy', () => {
  const series = aSeries([read({ number: 1 })], { rating: 85 });
  expect(toTold(series, link, settings)).toMatchObject({ sent: { score: 85 }, entry: { score: 85 } });
  const entry = toTold(series, link, { ...settings, sendsRatings: false, isPrivate: false });
  expect([entry?.sent.score, entry?.sent.private, entry?.entry.score]).toEqual([undefined, undefined, null]);
});

test('sends the reading progress of a single book', () => {
  const book = aBook({ completed: 0, percentage: 0.4567, currentPage: 45, startedAt: 1, updatedAt: 2 });
  const entry = toTold(aSeries([book], { series: null, isbn: '9780306406157' }), link, settings);
  expect(entry?.sent).toMatchObject({
    isbn: '9780306406157',
    status: 'reading',
    progress: { percentage: 45.7, pages: 45, totalPages: 100 },
  });
  const done = toTold(aSeries([read({})], { series: null }), link, settings);
  expect(done?.sent).toMatchObject({ status: 'completed', progress: { percentage: 100, pages: 100 } });
});

test('uses the furthest of several series with the same entry', () => {
  const [one, other] = [1, 5].map((number) => toTold(aSeries([read({ number })]), link, settings));
  if (!one || !other) throw new Error('Nothing is told');
  expect([isFurther(one, other), isFurther(other, one)]).toEqual([false, true]);
});

test('starts a reread when the user chose it, before series that are further', () => {
  const one = toTold(aSeries([read({ number: 1 })]), { ...link, status: 'rereading' }, settings);
  const other = toTold(aSeries([read({ number: 9 })]), link, settings);
  if (!one || !other) throw new Error('Nothing is sent');
  expect(one).toMatchObject({ sent: { status: 'reading', rereading: true }, entry: { status: 'reading' } });
  expect([isFurther(one, other), isFurther(other, one)]).toEqual([true, false]);
});
