// Work in the background, as it goes on.
import type { TaskStatus } from '@lectern/contract/tasks';
import { Button, Chip, Group, Select, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useConfirm } from '../../../ui/manage/confirmation.tsx';
import { Pager } from '../../../ui/manage/pager.tsx';
import { Head, Rows } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { taskList, taskStats } from './queries.ts';
import { findTaskWords } from './task-names.ts';
import { TaskRow } from './task-row.tsx';
import { useText } from './words/index.ts';

const statuses = ['running', 'pending', 'failed', 'completed', 'cancelled'] as const satisfies TaskStatus[];

export function TasksPage() {
  const t = useText();
  const format = useFormat();
  const hasPermission = usePermission();
  const [status, setStatus] = useState<TaskStatus>();
  const [type, setType] = useState<string>();
  const [page, setPage] = useState(1);
  const { carryOut } = useAction(['tasks']);
  const [dialog, ask] = useConfirm();
  const { data: stats } = useQuery(taskStats);
  const { data, error, refetch } = useQuery({
    ...taskList({ status, type, page }),
    placeholderData: keepPreviousData,
  });
  const forget = () =>
    ask({
      title: t('forgetTitle'),
      text: t('forgetText'),
      action: t('forget'),
      act: () =>
        carryOut({
          work: () => call('DELETE /api/v1/tasks/purge'),
          done: ({ purged }) => t('forgotten', { count: purged }),
        }),
    });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const nameOf = (one: string) => {
    const words = findTaskWords(one);
    return words ? t(words) : one;
  };
  return (
    <>
      {dialog}
      <Head title={t('title')} text={t('about')}>
        {hasPermission('tasks:write') && (
          <Button variant="default" onClick={forget}>
            {t('forget')}
          </Button>
        )}
      </Head>
      <Group>
        <Chip.Group
          value={status ?? ''}
          onChange={(value) => {
            setStatus(statuses.find((one) => one === value));
            setPage(1);
          }}
        >
          <Group gap={6} role="radiogroup" aria-label={t('status')}>
            <Chip value="">{`${t('all')} ${format.number(stats?.total ?? 0)}`}</Chip>
            {statuses.map((one) => (
              <Chip key={one} value={one}>
                {`${t(one)} ${format.number(stats?.byStatus[one] ?? 0)}`}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Select
          aria-label={t('type')}
          placeholder={t('allTypes')}
          data={stats?.byType.map((one) => ({ value: one.type, label: nameOf(one.type) })) ?? []}
          value={type ?? null}
          clearable
          onChange={(value) => {
            setType(value ?? undefined);
            setPage(1);
          }}
        />
      </Group>
      {stats?.oldestPendingSeconds != null && (
        <Text size="sm" c="dimmed">
          {t('oldest', { time: format.duration(stats.oldestPendingSeconds) })}
        </Text>
      )}
      {!data && <LoadingState of={t('title')} />}
      {data?.total === 0 && <Text c="dimmed">{t('none')}</Text>}
      <Rows label={t('title')}>
        {data?.data.map((task) => (
          <TaskRow key={task.id} task={task} name={nameOf(task.type)} />
        ))}
      </Rows>
      <Pager page={page} totalPages={data?.totalPages ?? 0} onPage={setPage} />
    </>
  );
}
