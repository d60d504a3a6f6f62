import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { libraries, scanStatus } from './queries.ts';
import { listen } from './server-events.ts';

test('the scan of a deleted library is not requested again', async () => {
  vi.useFakeTimers();
  const stream = new EventTarget();
  vi.stubGlobal('EventSource', function open() {
    return Object.assign(stream, { close() {} });
  });
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const requested: string[] = [];
  const watch = (queryKey: readonly unknown[], name: string) =>
    new QueryObserver(queries, {
      queryKey,
      initialData: null,
      queryFn: () => {
        requested.push(name);
        return null;
      },
    }).subscribe(() => {});
  watch(libraries.queryKey, 'list');
  const list = ['gone', 'kept'].map((id) => ({ id }));
  queries.setQueryData<unknown>(['libraries'], { data: list });
  watch(scanStatus('gone').queryKey, 'gone');
  watch(scanStatus('kept').queryKey, 'kept');
  const stop = listen(queries);
  stream.dispatchEvent(
    new MessageEvent('library_deleted', {
      data: JSON.stringify({ type: 'library_deleted', libraryId: 'gone' }),
    }),
  );
  // The list is requested later. Until then, a row that is drawn again must not request the scan.
  expect(queries.getQueryData(['libraries'])).toEqual({ data: [{ id: 'kept' }] });
  await vi.runAllTimersAsync();
  expect(requested.toSorted()).toEqual(['kept', 'list']);
  stop();
  queries.clear();
  vi.useRealTimers();
});

test('requests the overview at most every ten seconds', async () => {
  vi.useFakeTimers();
  const stream = new EventTarget();
  vi.stubGlobal('EventSource', function open() {
    return Object.assign(stream, { close() {} });
  });
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const requested: string[] = [];
  for (const name of ['overview', 'tasks'])
    new QueryObserver(queries, {
      queryKey: [name],
      initialData: null,
      queryFn: () => {
        requested.push(name);
        return null;
      },
    }).subscribe(() => {});
  const stop = listen(queries);
  for (let second = 0; second < 9; second++) {
    stream.dispatchEvent(
      new MessageEvent('task_progress', { data: JSON.stringify({ type: 'task_progress' }) }),
    );
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(requested.filter((name) => name === 'tasks').length).toBeGreaterThan(5);
  expect(requested).not.toContain('overview');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requested.filter((name) => name === 'overview')).toHaveLength(1);
  stop();
  queries.clear();
  vi.useRealTimers();
});
