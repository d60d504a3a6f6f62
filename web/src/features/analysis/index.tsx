// Reanalysis of files: a menu item that starts it, and its progress.
import { Alert, Menu, Progress, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { describeReason } from '../../i18n/reports.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';
import { type Analyzed, type FollowedTask, useAnalysis } from './use-analysis.ts';

export { type FollowedTask, useAnalysis, useFollowedTask } from './use-analysis.ts';

/** Disabled while an analysis is pending or running. */
export function AnalyzeItem({ of, children }: { of: Analyzed; children: ReactNode }) {
  const { start, isOn } = useAnalysis(of);
  return (
    <Menu.Item leftSection={<IconRefresh size={16} />} disabled={isOn} onClick={() => start()}>
      {children}
    </Menu.Item>
  );
}

/** Renders nothing while no analysis is pending or running. Shows a toast when one ends. */
export function AnalysisProgress({ of }: { of: Analyzed }) {
  const t = useTranslate();
  const { task, isOn } = useAnalysis(of);
  useEnding(of);
  if (!isOn) return null;
  return <TaskProgress task={task} running={t('analysis.reads')} waiting={t('analysis.waits')} />;
}

interface TaskProgressProps {
  task: FollowedTask['task'];
  running: string;
  waiting: string;
}

/** The progress of a task that counts books. */
export function TaskProgress({ task, running, waiting }: TaskProgressProps) {
  const t = useTranslate();
  const format = useFormat();
  const { current = 0, total = 0 } = task?.progress ?? {};
  const isRunning = task?.status === 'running' && total > 0;
  const words = isRunning ? running : waiting;
  return (
    <Alert variant="light" maw="75ch" py="xs" my={4} aria-live="polite" title={words}>
      <Progress value={isRunning ? (current / total) * 100 : 0} aria-label={words} mt={4} />
      {isRunning && total > 1 && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('analysis.booksOf', { done: format.number(current), total: format.number(total) })}
        </Text>
      )}
    </Alert>
  );
}

function useEnding(of: Analyzed): void {
  const t = useTranslate();
  const queries = useQueryClient();
  const { task, isOn, forget } = useAnalysis(of);
  const isOver = task !== undefined && !isOn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the task ends
  useEffect(() => {
    if (!isOver) return;
    forget();
    for (const queryKey of [['books'], ['series'], ['libraries'], ['book-errors']])
      void queries.invalidateQueries({ queryKey });
    if (task?.status === 'completed') showToast(t('analysis.done', { count: toCount(task.result) }));
    if (task?.status === 'failed')
      showError(t('analysis.failed', { reason: task.failure ? describeReason(task.failure) : '' }));
    if (task?.status === 'cancelled') showToast(t('analysis.cancelled'));
  }, [isOver]);
}

const toCount = (result: unknown): number =>
  typeof result === 'object' && result !== null && 'read' in result && typeof result.read === 'number'
    ? result.read
    : 0;
