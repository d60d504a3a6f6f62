// The Hardcover tracker against a simulated service.
import { expect, test } from 'vitest';
import { fakeHardcover, pushOne, reading, serveTrackers } from '../../../../../test/plugins/trackers.ts';

const { services, on } = serveTrackers();

test('Hardcover: raises the page of the edition, and finishes a book at 99 percent, once', async () => {
  const list = fakeHardcover(services());
  const call = on('hardcover-tracking');
  expect(await call.getUser()).toBe('reader');
  const at = (percentage: number, more: object = {}) =>
    reading('1', { progress: { percentage }, startedAt: '2026-11-01', completedAt: '2026-11-20', ...more });
  expect(await pushOne(call, at(50, { isbn: '9780140328721', score: 87, private: true }))).toMatchObject({
    status: 'created',
    after: { status: 'reading', score: 90 },
  });
  expect(list.written).toEqual([
    { insert_user_book: { book_id: 1, edition_id: 3, status_id: 2, rating: 4.5, privacy_setting_id: 3 } },
    // Hardcover started a read automatically.
    {
      update_user_book_read: {
        started_at: '2026-11-01',
        finished_at: null,
        progress_pages: 150,
        edition_id: 3,
      },
    },
  ]);
  list.written.length = 0;
  const edition = { id: 3, pages: 300 };
  const [entry] = list.entries.values();
  Object.assign(entry ?? {}, { edition });
  expect(await pushOne(call, at(20))).toMatchObject({ status: 'unchanged' });
  expect(await pushOne(call, at(60))).toMatchObject({ status: 'updated', after: { status: 'reading' } });
  expect(await pushOne(call, at(99.2))).toMatchObject({ after: { status: 'completed' } });
  expect(list.written).toEqual([
    {
      update_user_book_read: {
        started_at: '2026-11-01',
        finished_at: null,
        progress_pages: 180,
        edition_id: 3,
      },
    },
    { update_user_book: { status_id: 3 } },
    {
      update_user_book_read: {
        started_at: '2026-11-01',
        finished_at: '2026-11-20',
        progress_pages: 300,
        edition_id: 3,
      },
    },
  ]);
  // A reread changes nothing there.
  for (const again of [at(10), at(100), at(10, { rereading: true })])
    expect(await pushOne(call, again)).toMatchObject({ status: 'unchanged' });
  expect(await call.pull({ cursor: undefined, limit: 50 })).toMatchObject({
    entries: [{ externalId: '1', title: 'Book 1', status: 'completed', score: 90 }],
    next: undefined,
  });
});

test('Hardcover: defaults to the e-book without an ISBN; handles books finished in one go, wanted books and unknown books', async () => {
  const list = fakeHardcover(services());
  const call = on('hardcover-tracking');
  const finished = reading('1', { progress: { percentage: 100 }, status: 'completed' });
  expect(await pushOne(call, { ...finished, completedAt: '2026-11-20' })).toMatchObject({
    after: { status: 'completed' },
  });
  expect(list.written).toEqual([
    { insert_user_book: { book_id: 1, edition_id: 4, status_id: 3 } },
    {
      insert_user_book_read: {
        started_at: null,
        finished_at: '2026-11-20',
        progress_pages: 400,
        edition_id: 4,
      },
    },
  ]);
  list.written.length = 0;
  await pushOne(call, reading('2', { status: 'plan_to_read' }));
  expect(list.written).toEqual([{ insert_user_book: { book_id: 2, edition_id: 4, status_id: 1 } }]);
  expect(await pushOne(call, reading('999'))).toMatchObject({ status: 'failed' });
  await expect(on('hardcover-tracking', { access_token: 'old' }).getUser()).rejects.toMatchObject({
    kind: 'authentication',
  });
});
