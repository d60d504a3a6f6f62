import type { WrittenProgress } from '@lectern/contract/reading/progress';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Call, startFakeApi } from '../../../testing/fake-api.ts';
import { toBook } from '../../../testing/fixtures.ts';
import { toId } from '../../../testing/show.tsx';
import { type OpenProgressSync, openProgressSync } from './progress-sync.ts';

const at = '2026-01-02T03:04:05.000Z';
const stored = {
  id: toId(50),
  userId: toId(1),
  bookId: toId(30),
  currentPage: 1,
  progressPercentage: null,
  completed: false,
  locator: null,
  startedAt: at,
  updatedAt: at,
  completedAt: null,
};
const written: WrittenProgress = { ...stored, applied: true };

let calls: Call[];
let sync: OpenProgressSync;

beforeEach(() => {
  vi.useFakeTimers();
  calls = startFakeApi({
    'GET /api/v1/books/{id}/progress': undefined,
    'PUT /api/v1/books/{id}/progress': written,
    'POST /api/v1/reading-sessions': { recorded: 1, known: 0, rejected: [] },
  });
});

afterEach(async () => {
  await sync.close();
  vi.useRealTimers();
});

const open = async (part: Parameters<typeof toBook>[1] = {}) => {
  sync = await openProgressSync({ book: toBook('One', part), userId: toId(1), isIncognito: false });
};
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
const listSaved = () => calls.flatMap(([address, body]) => (address.endsWith('/progress') ? [body] : []));

test('does not begin a book that was open for less than 30 seconds', async () => {
  await open();
  sync.report({ currentPage: 1 }, { pages: [1] });
  await wait(29);
  await sync.close();
  await wait(60);
  expect(calls).toEqual([]);
});

test('begins a book after 30 seconds on its first page', async () => {
  await open();
  sync.report({ currentPage: 1 }, { pages: [1] });
  await wait(32);
  expect(listSaved()).toMatchObject([{ currentPage: 1 }]);
});

test('begins a book with its second page', async () => {
  await open();
  sync.report({ currentPage: 1 }, { pages: [1] });
  await wait(1);
  sync.report({ currentPage: 2 }, { pages: [2] });
  await wait(2);
  expect(listSaved()).toMatchObject([{ currentPage: 2 }]);
  await wait(60);
  expect(listSaved()).toHaveLength(1);
});

test('does not save the position at which a known book is opened', async () => {
  await open({ readProgress: { ...stored, currentPage: 4 } });
  sync.report({ currentPage: 4 }, { pages: [4] });
  await wait(60);
  expect(listSaved()).toEqual([]);
});

test('saves a page that was turned to before the opened page was visible', async () => {
  await open({ readProgress: { ...stored, currentPage: 4 } });
  sync.report({ currentPage: 5 }, { pages: [5], hasTurned: true });
  await wait(2);
  expect(listSaved()).toMatchObject([{ currentPage: 5 }]);
});

test('does not begin a book while it is read in incognito mode', async () => {
  await open();
  sync.report({ currentPage: 1 }, { pages: [1] });
  sync.setIncognito(true);
  await wait(60);
  expect(calls).toEqual([]);
});
