import { expect, test } from 'vitest';
import { extend, idleMs, isOver, toSession } from './session.ts';

const rest = { id: 'i', bookId: 'b', deviceId: 'd', deviceName: 'n' };

test('a session counts each page once, also of pairs, with its first and last page', () => {
  const read = [[2, 3], [4, 5], [3]].reduce(
    (session: ReturnType<typeof extend> | undefined, pages, index) => extend(session, index * 10_000, pages),
    undefined,
  );
  expect(read && toSession(read, 30_000, rest)).toEqual({
    ...rest,
    startedAt: '1970-01-01T00:00:00.000Z',
    endedAt: '1970-01-01T00:00:30.000Z',
    pagesRead: 4,
    startPage: 2,
    endPage: 3,
  });
});

test('records a session from the second page, or after 30 seconds on the first', () => {
  const opened = extend(undefined, 0, [1]);
  expect(toSession(opened, 29_000, rest)).toBeUndefined();
  expect(toSession(opened, 30_000, rest)?.pagesRead).toBe(1);
  expect(toSession(extend(opened, 2_000, [2]), 4_000, rest)?.pagesRead).toBe(2);
  expect(toSession(extend(opened, 2_000, [1]), 4_000, rest)).toBeUndefined();
  expect(toSession(extend(undefined, 0, [2, 3]), 4_000, rest)).toBeUndefined();
});

test('records a session of text from the second screen', () => {
  const opened = extend(undefined, 0, []);
  expect(toSession(opened, 4_000, rest)).toBeUndefined();
  expect(toSession(extend(opened, 2_000, []), 4_000, rest)?.pagesRead).toBe(0);
});

test('ends a session when idle and counts the time until then', () => {
  const opened = extend(undefined, 0, [1]);
  expect(isOver(opened, idleMs)).toBe(false);
  expect(isOver(opened, idleMs + 1)).toBe(true);
  expect(toSession(opened, 10 * idleMs, rest)?.endedAt).toBe(new Date(idleMs).toISOString());
});
