// Background tasks.
import type { TaskStatus } from '@lectern/contract/values';
import { Button, Chip, Group, Select, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import type { Output } from '../../../api/routes.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Pager } from '../../../ui/manage/pager.tsx';
import { Head, Rows } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { taskList, taskStats } from './queries.ts';
import { findTaskLabel } from './task-names.ts';
import { TaskRow } from './task-row.tsx';

const statuses = ['running', 'pending', 'failed', 'completed', 'cancelled'] as const satisfies TaskStatus[];

export function TasksPage() {
  const t = useTranslate();
  const format = useFormat();
  const hasPermission = usePermission();
  const [status, setStatus] = useState<TaskStatus>();
  const [type, setType] = useState<string>();
  const [page, setPage] = useState(1);
  const { runAction } = useAction(['tasks']);
  const { data: stats } = useQuery(taskStats);
  const { data, error, refetch } = useQuery({
    ...taskList({ status, type, page }),
    placeholderData: keepPreviousData,
  });
  const forget = () =>
    openConfirmation({
      title: t('administration.tasks.forgetTitle'),
      text: t('administration.tasks.forgetText'),
      action: t('administration.tasks.forget'),
      act: () =>
        runAction({
          work: () => call('DELETE /api/v1/tasks/purge'),
          done: ({ purged }) => t('administration.tasks.forgotten', { count: purged }),
        }),
    });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const nameOf = (one: string) => {
    const words = findTaskLabel(one);
    return words ? t(words) : one;
  };
  return (
    <>
      <Head title={t('administration.tasks.title')} text={t('administration.tasks.about')}>
        {hasPermission('tasks:write') && (
          <Button variant="default" onClick={forget}>
            {t('administration.tasks.forget')}
          </Button>
        )}
      </Head>
      <Group>
        <StatusChips
          stats={stats}
          status={status}
          onStatus={(value) => {
            setStatus(value);
            setPage(1);
          }}
        />
        <Select
          aria-label={t('administration.tasks.type')}
          placeholder={t('administration.tasks.allTypes')}
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
          {t('administration.tasks.oldest', { time: format.duration(stats.oldestPendingSeconds) })}
        </Text>
      )}
      {!data && <LoadingState of={t('administration.tasks.title')} />}
      {data?.total === 0 && <Text c="dimmed">{t('administration.tasks.none')}</Text>}
      <Rows label={t('administration.tasks.title')}>
        {data?.data.map((task) => (
          <TaskRow key={task.id} task={task} name={nameOf(task.type)} />
        ))}
      </Rows>
      <Pager page={page} totalPages={data?.totalPages ?? 0} onPage={setPage} />
    </>
  );
}

interface ChipsProps {
  stats: Output<'GET /api/v1/tasks/stats'> | undefined;
  status: TaskStatus | undefined;
  onStatus(status: TaskStatus | undefined): void;
}

/** Filters tasks by status, with the count of each. */
function StatusChips({ stats, status, onStatus }: ChipsProps) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <Chip.Group value={status ?? ''} onChange={(value) => onStatus(statuses.find((one) => one === value))}>
      <Group gap={6} role="radiogroup" aria-label={t('administration.tasks.status')}>
        <Chip value="">{`${t('administration.tasks.all')} ${format.number(stats?.total ?? 0)}`}</Chip>
        {statuses.map((one) => (
          <Chip key={one} value={one}>
            {`${t(`administration.tasks.${one}`)} ${format.number(stats?.byStatus[one] ?? 0)}`}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
