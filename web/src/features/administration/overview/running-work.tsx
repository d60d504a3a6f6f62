// The running tasks with their progress and time left.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { libraries } from '../../../api/queries.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { taskList } from '../tasks/queries.ts';
import { findTaskLabel } from '../tasks/task-names.ts';
import { TaskProgress } from '../tasks/task-row.tsx';

const maxShown = 5;

export function RunningWork() {
  const t = useTranslate();
  const { data } = useQuery(taskList({ status: 'running', page: 1 }));
  const { data: known } = useQuery(libraries);
  // An empty line, so that the panels below do not move.
  if (!data) return <Text size="sm">{'\u00a0'}</Text>;
  if (data.total === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('administration.overview.noWork')}
      </Text>
    );
  return (
    <Stack gap="sm">
      {data.data.slice(0, maxShown).map((task) => {
        const label = findTaskLabel(task.type);
        const library = known?.data.find(({ id }) => id === task.libraryId)?.name;
        const name = [label ? t(label) : task.type, library].filter(Boolean).join(' · ');
        return (
          <div key={task.id}>
            <Text size="sm">{name}</Text>
            {task.progress && <TaskProgress task={task} progress={task.progress} name={name} />}
          </div>
        );
      })}
      {data.total > maxShown && (
        <Text size="sm" c="dimmed">
          {t('administration.overview.moreWork', { count: data.total - maxShown })}
        </Text>
      )}
    </Stack>
  );
}
