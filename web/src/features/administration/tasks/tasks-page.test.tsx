import { reason } from '@lectern/contract/reasons';
import type { TaskDto } from '@lectern/contract/system/tasks';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toBook, toLibrary, toTask } from '../../../testing/fixtures.ts';
import { answer, choose, show, toId, toPage } from '../../../testing/show.tsx';
import { TasksPage } from './tasks-page.tsx';

const running = toTask(1, {
  status: 'running',
  completedAt: null,
  progress: { current: 3, total: 9, message: null },
});
const failed = toTask(2, {
  status: 'failed',
  type: 'analysis.read',
  failure: reason('upload_missing'),
  attempts: 3,
});
const scanned = toTask(3, { result: { seriesFound: 1, booksFound: 300, notes: 2 } });
const converted = toTask(4, {
  type: 'conversions.convert',
  result: { converted: 1, failed: 1, failure: { bookId: toId(30), ...reason('upload_missing') } },
});
const unknown = toTask(5, { type: 'new.task' });

/** Shows the tasks of a server that stores what it receives. */
function showTasks(...initial: TaskDto[]) {
  let tasks = initial;
  const set = (id: string | undefined, status: TaskDto['status']) => {
    tasks = tasks.map((task) => (task.id === id ? { ...task, status } : task));
    return tasks.find((task) => task.id === id) ?? running;
  };
  return show(<TasksPage />, {
    'GET /api/v1/libraries': toPage([toLibrary('Comics')]),
    'GET /api/v1/books/{id}': { book: toBook('Saga 001'), metadata: null, formats: [] },
    'GET /api/v1/tasks/stats': () => ({
      total: tasks.length,
      byStatus: { pending: 0, running: 1, completed: 3, failed: 1, cancelled: 0 },
      byType: [{ type: 'analysis.read', pending: 0, running: 0, completed: 0, failed: 1, cancelled: 0 }],
      oldestPendingSeconds: 90,
    }),
    'GET /api/v1/tasks': ({ query }) =>
      toPage(
        tasks.filter(
          ({ status, type }) => (query.status ?? status) === status && (query.type ?? type) === type,
        ),
      ),
    'POST /api/v1/tasks/{id}/cancel': ({ params }) => set(params.id, 'cancelled'),
    'POST /api/v1/tasks/{id}/retry': ({ params }) => set(params.id, 'pending'),
    'DELETE /api/v1/tasks/purge': { purged: 3 },
  });
}

test('shows the progress, subject, failure and result of tasks in words', async () => {
  showTasks(running, failed, scanned, converted, unknown);
  const rows = await screen.findAllByRole('listitem');
  const [first, second, third, fourth, fifth] = rows.map((row) => within(row));
  if (!first || !second || !third || !fourth || !fifth) throw new Error('Tasks are missing');
  first.getByRole('progressbar', { name: 'Progress of Scan' });
  first.getByText('3 of 9');
  expect((await first.findByRole('link', { name: 'Comics' })).getAttribute('href')).toBe(
    `/series?library=${toId(7)}`,
  );
  second.getByText('The file is missing.');
  second.getByText(/ · Attempt 3 of 3$/);
  third.getByText('1 series with 300 books in the library.');
  third.getByText('2 messages from the last scan');
  fourth.getByText('1 file was converted to CBZ.');
  await fourth.findByText('1 file was not converted (Saga 001: The file is missing).');
  fifth.getByText('new.task');
  screen.getByText(/^Oldest waiting for/);
});

test('filters tasks by status and type', async () => {
  const { user } = showTasks(running, failed, scanned);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3));
  const statuses = within(screen.getByRole('radiogroup', { name: 'Task status' }));
  await user.click(statuses.getByRole('radio', { name: 'Running 1' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  await choose(user, screen.getByRole('combobox', { name: 'Type' }), 'Analyze books');
  await screen.findByText('No tasks');
  await user.click(statuses.getByRole('radio', { name: 'All 3' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('cancels a task with undo, retries a failed one, and clears finished tasks after a confirmation', async () => {
  const { user, changes } = showTasks(running, failed);
  await user.click(await screen.findByRole('button', { name: 'Cancel Scan' }));
  await screen.findByText('Scan was cancelled');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(await screen.findByRole('button', { name: 'Retry: Analyze books' }));
  await screen.findByText('Analyze books was restarted');
  await user.click(screen.getByRole('button', { name: 'Clear finished tasks' }));
  await answer(user, 'Clear finished tasks?', 'Clear finished tasks');
  await screen.findByText('3 tasks were cleared');
  expect(changes).toEqual([
    [`POST /api/v1/tasks/${running.id}/cancel`],
    [`POST /api/v1/tasks/${running.id}/retry`],
    [`POST /api/v1/tasks/${failed.id}/retry`],
    ['DELETE /api/v1/tasks/purge'],
  ]);
});
