// Progress and result of the metadata writing that the user started.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { describeReason } from '../../i18n/reports.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';
import { TaskProgress } from '../analysis/index.tsx';
import { useWriting } from './write.ts';

/** Renders nothing while no task runs. */
export function WriteProgress({ of }: { of: { id: string } }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const { task, isOn, forget } = useWriting(of);
  const isOver = task !== undefined && !isOn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the task ends
  useEffect(() => {
    if (!isOver) return;
    forget();
    for (const queryKey of [['books'], ['series']]) void queries.invalidateQueries({ queryKey });
    if (task?.status === 'completed') showToast(t('files.writeDone'));
    if (task?.status === 'failed')
      showError(t('files.writeFailed', { reason: task.failure ? describeReason(task.failure) : '' }));
  }, [isOver]);
  if (!isOn) return null;
  return <TaskProgress task={task} running={t('files.writeRuns')} waiting={t('files.writeWaits')} />;
}
