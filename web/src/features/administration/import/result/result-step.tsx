// The result of an import and the available actions: repeat, continue, or undo.
import type { ImportDto } from '@lectern/contract/import/imports';
import { Alert, Text } from '@mantine/core';
import { describeReason } from '../../../../i18n/reports.ts';
import { useTranslate } from '../../../../i18n/translate.ts';
import { MissingBooks } from '../missing-books.tsx';
import { Outcomes } from './outcomes.tsx';
import { ResultActions } from './result-actions.tsx';

const colours = { completed: 'teal', failed: 'red', cancelled: 'orange', taken_back: 'blue' } as const;
const words = {
  completed: ['administration.import.completed', 'administration.import.completedText'],
  failed: ['administration.import.failed', 'administration.import.goOnText'],
  cancelled: ['administration.import.cancelled', 'administration.import.goOnText'],
  taken_back: ['administration.import.takenBack', 'administration.import.takenBackText'],
} as const;

interface Props {
  of: ImportDto;
  onGiven(): void;
  onChoose(): void;
}

export function ResultStep({ of, onGiven, onChoose }: Props) {
  const t = useTranslate();
  const { id, status, failure, outcomes, program, taskId } = of;
  if (status === 'reading' || status === 'ready' || status === 'running') return null;
  const [title, text] = words[status];
  return (
    <>
      <Alert color={colours[status]} title={t(title)} role="status">
        {failure && <Text mb={taskId ? 'xs' : 0}>{describeReason(failure)}</Text>}
        {(status !== 'failed' || taskId) && t(text, { program })}
      </Alert>
      {status === 'completed' && outcomes && <Outcomes outcomes={outcomes} />}
      {status === 'completed' && <MissingBooks id={id} />}
      <ResultActions of={of} onGiven={onGiven} onChoose={onChoose} />
    </>
  );
}
