// One task: progress, subject, failure.
import type { TaskDto } from '@lectern/contract/system/tasks';
import type { TaskStatus } from '@lectern/contract/values';
import { Badge, Button, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { libraries, oneBook, oneSeries } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { type Format, useFormat } from '../../../i18n/format.ts';
import { describeReason } from '../../../i18n/reports.ts';
import { type Translate, useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { Row } from '../../../ui/manage/rows.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { toFailedOwner, toResultSentences } from './task-result.ts';
import { findSecondsLeft } from './time-left.ts';

export const taskColours: Record<TaskStatus, string> = {
  pending: 'gray',
  running: 'blue',
  completed: 'teal',
  failed: 'red',
  cancelled: 'gray',
};

export function TaskRow({ task, name }: { task: TaskDto; name: string }) {
  const t = useTranslate();
  const format = useFormat();
  const hasPermission = usePermission();
  const { act, isBusy } = useAction(['tasks']);
  const { id, status, progress, failure } = task;
  const failedName = useFailedName(task);
  const isOpen = status === 'pending' || status === 'running';
  const stop = () =>
    act({
      work: () => call('POST /api/v1/tasks/{id}/cancel', { params: { id } }),
      done: t('administration.tasks.stopped', { name }),
      undo: () => call('POST /api/v1/tasks/{id}/retry', { params: { id } }),
    });
  const retry = () =>
    act({
      work: () => call('POST /api/v1/tasks/{id}/retry', { params: { id } }),
      done: t('administration.tasks.retried', { name }),
    });
  return (
    <Row
      title={name}
      badges={
        <Badge variant="light" color={taskColours[status]}>
          {t(`administration.tasks.${status}`)}
        </Badge>
      }
      lines={[<Subject key="subject" task={task} />, toTimes(task, t, format)]}
      actions={
        hasPermission('tasks:write') &&
        (isOpen ? (
          <Button
            variant="default"
            loading={isBusy}
            onClick={stop}
            aria-label={t('administration.tasks.stopNamed', { name })}
          >
            {t('administration.tasks.stop')}
          </Button>
        ) : (
          status !== 'completed' && (
            <Button
              variant="default"
              loading={isBusy}
              onClick={retry}
              aria-label={t('administration.tasks.retryNamed', { name })}
            >
              {t('administration.tasks.retry')}
            </Button>
          )
        ))
      }
    >
      {status === 'running' && progress && <TaskProgress task={task} progress={progress} name={name} />}
      {failure && (
        <Text size="sm" c="red" mt="xs">
          {describeReason(failure)}
        </Text>
      )}
      {toResultSentences(task, { t, format, failedName }).map((sentence) => (
        <Text key={sentence} size="sm" mt="xs">
          {sentence}
        </Text>
      ))}
    </Row>
  );
}

/** Results contain ids. Shows the title of the failed book or series, or its noun until the title is loaded. */
function useFailedName(task: TaskDto): string {
  const t = useTranslate();
  const owner = toFailedOwner(task);
  const bookId = owner && 'bookId' in owner ? owner.bookId : undefined;
  const seriesId = owner && 'seriesId' in owner ? owner.seriesId : undefined;
  const book = useQuery({ ...oneBook(bookId ?? ''), enabled: bookId !== undefined, retry: false });
  const series = useQuery({ ...oneSeries(seriesId ?? ''), enabled: seriesId !== undefined, retry: false });
  if (bookId !== undefined) return book.data?.book.title ?? t('administration.tasks.book');
  return series.data?.title ?? t('administration.tasks.series');
}

interface TaskProgressProps {
  task: TaskDto;
  progress: NonNullable<TaskDto['progress']>;
  name: string;
}

/** The bar of a running task, with the estimated time left. */
export function TaskProgress({ task, progress, name }: TaskProgressProps) {
  const t = useTranslate();
  const format = useFormat();
  const { current, total } = progress;
  const left = findSecondsLeft(task, Date.now());
  const facts = [
    total > 0 &&
      t('administration.tasks.counted', { done: format.number(current), total: format.number(total) }),
    left !== undefined && t('administration.tasks.left', { time: format.duration(left) }),
  ];
  return (
    <>
      <Progress
        mt="xs"
        animated
        value={total > 0 ? (current / total) * 100 : 0}
        aria-label={t('administration.tasks.progressOf', { name })}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** Links to the library, series or book of a task. */
function Subject({ task: { bookId, seriesId, libraryId } }: { task: TaskDto }) {
  const t = useTranslate();
  const { data } = useQuery(libraries);
  const library = data?.data.find(({ id }) => id === libraryId);
  return (
    <>
      {library && (
        <AnchorLink to="/series" search={{ library: library.id }}>
          {library.name}
        </AnchorLink>
      )}{' '}
      {seriesId && (
        <AnchorLink to="/series/$id" params={{ id: seriesId }}>
          {t('administration.tasks.series')}
        </AnchorLink>
      )}{' '}
      {bookId && (
        <AnchorLink to="/books/$id" params={{ id: bookId }}>
          {t('administration.tasks.book')}
        </AnchorLink>
      )}
    </>
  );
}

function toTimes(task: TaskDto, t: Translate, format: Format): string {
  const { status, createdAt, startedAt, completedAt, scheduledFor, attempts, maxAttempts, priority } = task;
  const facts: string[] = [];
  if (completedAt && startedAt)
    facts.push(
      t('administration.tasks.ended', {
        when: format.ago(completedAt),
        time: format.duration(Math.max(1, (Date.parse(completedAt) - Date.parse(startedAt)) / 1000)),
      }),
    );
  else if (status === 'running' && startedAt)
    facts.push(t('administration.tasks.started', { when: format.ago(startedAt) }));
  else facts.push(t('administration.tasks.waiting', { when: format.ago(createdAt) }));
  if (status === 'pending')
    facts.push(t('administration.tasks.priority', { priority: format.number(priority) }));
  if (status === 'pending' && Date.parse(scheduledFor) > Date.now() + 60_000)
    facts.push(t('administration.tasks.later', { when: format.dateTime(scheduledFor) }));
  if (attempts > 1) facts.push(t('administration.tasks.attempts', { attempt: attempts, most: maxAttempts }));
  return facts.join(' · ');
}
