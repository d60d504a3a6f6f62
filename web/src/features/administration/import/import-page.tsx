// Import from another server: choose the database, map the folders, preview, import.
import type { ImportDto } from '@lectern/contract/import/imports';
import { importPrograms } from '@lectern/contract/values';
import { Stepper, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Head } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { ChooseStep } from './choose-step.tsx';
import { FoldersStep } from './folders-step.tsx';
import { PreviewStep } from './preview/preview-step.tsx';
import { importList } from './queries.ts';
import { ReadingStep } from './reading-step.tsx';
import { ResultStep } from './result/result-step.tsx';
import { RunningStep } from './running-step.tsx';

export function ImportPage() {
  const t = useTranslate();
  const format = useFormat();
  const { data, error, refetch } = useQuery(importList);
  const [isChoosing, setChoosing] = useState(false);
  const [isPreview, setPreview] = useState(false);
  const current = isChoosing ? undefined : data?.imports[0];
  const choose = () => setChoosing(true);
  const begin = () => {
    setChoosing(false);
    setPreview(false);
  };
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Head
        title={t('administration.import.title')}
        text={t('administration.import.about', { programs: format.list(importPrograms) })}
      />
      {data ? (
        <>
          <Steps active={toStep(current, isPreview)} />
          {!current && <ChooseStep onGiven={begin} />}
          {current?.status === 'reading' && <ReadingStep of={current} />}
          {current?.status === 'ready' && !isPreview && (
            <FoldersStep of={current} onNext={() => setPreview(true)} />
          )}
          {current?.status === 'ready' && isPreview && (
            <PreviewStep of={current} onBack={() => setPreview(false)} />
          )}
          {current?.status === 'running' && <RunningStep of={current} />}
          {current && !['reading', 'ready', 'running'].includes(current.status) && (
            <ResultStep of={current} onGiven={begin} onChoose={choose} />
          )}
        </>
      ) : (
        <LoadingState of={t('administration.import.title')} />
      )}
    </>
  );
}

function toStep(current: ImportDto | undefined, isPreview: boolean): number {
  if (!current || current.status === 'reading') return 0;
  if (current.status === 'ready') return isPreview ? 2 : 1;
  return current.status === 'running' ? 3 : 4;
}

const names = ['stepChoose', 'stepFolders', 'stepPreview', 'stepImport', 'stepResult'] as const;

/** The current step. On narrow screens, only the current step shows its name, below the bar. */
function Steps({ active }: { active: number }) {
  const t = useTranslate();
  const isNarrow = useMediaQuery('(max-width: 75em)');
  return (
    <div>
      <Stepper
        active={active}
        size="sm"
        iconSize={isNarrow ? 28 : 34}
        wrap={false}
        allowNextStepsSelect={false}
      >
        {names.map((name, index) => (
          <Stepper.Step
            key={name}
            component="div"
            tabIndex={-1}
            label={isNarrow ? undefined : t(`administration.import.${name}`)}
            aria-current={index === active ? 'step' : undefined}
          />
        ))}
      </Stepper>
      {isNarrow && (
        <Text fw={600} mt="xs">
          {t(`administration.import.${names[active] ?? 'stepChoose'}`)}
        </Text>
      )}
    </div>
  );
}
