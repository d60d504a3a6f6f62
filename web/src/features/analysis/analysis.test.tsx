import { reason } from '@lectern/contract/reasons';
import type { TaskDto } from '@lectern/contract/system/tasks';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queries } from '../../api/query-client.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { chooseItem, self, show, toId } from '../../testing/show.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { AnalysisProgress, AnalyzeItem } from './index.tsx';
import type { Analyzed } from './use-analysis.ts';

const task: TaskDto = {
  id: toId(1),
  type: 'analyze',
  status: 'pending',
  priority: 0,
  params: {},
  progress: null,
  attempts: 1,
  maxAttempts: 1,
  lastError: null,
  failure: null,
  libraryId: null,
  seriesId: null,
  bookId: null,
  scheduledFor: self.createdAt,
  createdAt: self.createdAt,
  startedAt: null,
  completedAt: null,
  result: null,
};

function Subject({ of }: { of: Analyzed }) {
  const t = useTranslate();
  return (
    <>
      <MoreMenu label={t('lists.moreActions')}>
        <AnalyzeItem of={of}>Analyze</AnalyzeItem>
      </MoreMenu>
      <AnalysisProgress of={of} />
    </>
  );
}

/** Shows the menu item and the progress of a task that the test changes. */
function showAnalysis(noun: Analyzed['noun'], me = self) {
  let current = task;
  const start = { taskId: task.id };
  const shown = show(<Subject of={{ noun, id: toId(20) }} />, {
    'GET /api/v1/auth/me': me,
    'POST /api/v1/books/{id}/analyze': start,
    'POST /api/v1/series/{id}/analyze': start,
    'POST /api/v1/libraries/{id}/analyze': start,
    'GET /api/v1/tasks/{id}': () => current,
  });
  const change = async (part: Partial<TaskDto>) => {
    current = { ...current, ...part };
    await queries.invalidateQueries({ queryKey: ['tasks'] });
  };
  return { ...shown, change };
}

test.each(['books', 'series', 'libraries'] as const)(
  'shows its progress and reports its end (%s)',
  async (noun) => {
    const { user, changes, change } = showAnalysis(noun);
    await chooseItem(user, 'More', 'Analyze');
    await screen.findByRole('progressbar', { name: 'Analysis starts soon' });
    await change({ status: 'running', progress: { current: 1, total: 4, message: null } });
    await screen.findByText('1 of 4 books');
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect(await screen.findByRole('menuitem', { name: 'Analyze' })).toHaveProperty('disabled', true);
    await change({ status: 'completed', result: { read: 4 } });
    await screen.findByText('4 books were analyzed');
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(changes).toEqual([[`POST /api/v1/${noun}/${toId(20)}/analyze`]]);
  },
);

test.each([
  [{ status: 'failed', failure: reason('upload_missing') }, 'The analysis failed: The file is missing.'],
  [{ status: 'cancelled' }, 'The analysis was cancelled'],
] as const)('reports another end: %o', async (part, words) => {
  const { user, change } = showAnalysis('books');
  await chooseItem(user, 'More', 'Analyze');
  await screen.findByRole('progressbar');
  await change(part);
  await screen.findByText(words);
});

test('confirms the start to users who may not see tasks', async () => {
  const permissions = self.permissions.filter((one) => one !== 'tasks:read');
  const { user } = showAnalysis('books', { ...self, permissions });
  await chooseItem(user, 'More', 'Analyze');
  await screen.findByText('Analysis started');
  expect(screen.queryByRole('progressbar')).toBeNull();
});
