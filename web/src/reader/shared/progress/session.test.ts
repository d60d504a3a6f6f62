import { expect, test } from 'vitest';
import { extend, idleMs, isOver, toSession } from './session.ts';

const rest = { id: 'i', bookId: 'b', deviceId: 'd', deviceName: 'n' };

test('a session counts each page once, with its first and last page', () => {
  const read = [3, 4, 3, 5].reduce(
    (session: ReturnType<typeof extend> | undefined, page, index) => extend(session, index * 10_000, page),
    undefined,
  );
  expect(read && toSession(read, 30_000, rest)).toEqual({
    ...rest,
    startedAt: '1970-01-01T00:00:00.000Z',
    endedAt: '1970-01-01T00:00:30.000Z',
    pagesRead: 3,
    startPage: 3,
    endPage: 5,
  });
});

test('does not record a short opening without a page turn', () => {
  const opened = extend(undefined, 0, 1);
  expect(toSession(opened, 4_000, rest)).toBeUndefined();
  expect(toSession(opened, 6_000, rest)?.pagesRead).toBe(1);
  expect(toSession(extend(opened, 2_000, 2), 4_000, rest)?.pagesRead).toBe(2);
});

test('ends a session when idle and counts the time until then', () => {
  const opened = extend(undefined, 0, 1);
  expect(isOver(opened, idleMs)).toBe(false);
  expect(isOver(opened, idleMs + 1)).toBe(true);
  expect(toSession(opened, 10 * idleMs, rest)?.endedAt).toBe(new Date(idleMs).toISOString());
});
