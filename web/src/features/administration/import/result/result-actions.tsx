// Actions after an import: repeat, continue, start another, or undo.
import type { ImportDto } from '@lectern/contract/import/imports';
import { Button, Group } from '@mantine/core';
import { IconPlayerPlay, IconRefresh, IconRestore } from '@tabler/icons-react';
import { call } from '../../../../api/call.ts';
import { useTranslate } from '../../../../i18n/translate.ts';
import { openConfirmation } from '../../../../ui/manage/confirmation.tsx';
import { PageSection } from '../../../../ui/manage/sections.tsx';
import { useAction } from '../../../../ui/use-action.ts';

interface Props {
  of: ImportDto;
  onGiven(): void;
  onChoose(): void;
}

export function ResultActions({ of, onGiven, onChoose }: Props) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['imports'], ['tasks']);
  const { id, status, source, maps, expiresAt } = of;
  const again = () =>
    act({
      work: () => call('POST /api/v1/admin/imports', { body: { path: source.name, maps } }),
      after: onGiven,
    });
  const goOn = () => act({ work: () => call('POST /api/v1/admin/imports/{id}/start', { params: { id } }) });
  return (
    <PageSection title={t('administration.import.again')} text={t('administration.import.againText')}>
      <Group>
        {status !== 'completed' && expiresAt !== null ? (
          <Button leftSection={<IconPlayerPlay size={18} />} loading={isBusy} onClick={goOn}>
            {t('administration.import.goOn')}
          </Button>
        ) : (
          source.kind === 'path' && (
            <Button leftSection={<IconRefresh size={18} />} loading={isBusy} onClick={again}>
              {t('administration.import.again')}
            </Button>
          )
        )}
        <Button variant="default" onClick={onChoose}>
          {t('administration.import.another')}
        </Button>
        <TakeBack of={of} />
      </Group>
    </PageSection>
  );
}

function TakeBack({ of: { id, backup, status } }: { of: ImportDto }) {
  const t = useTranslate();
  const { runAction } = useAction(['imports']);
  if (backup === null || status === 'taken_back') return null;
  const takeBack = () =>
    openConfirmation({
      title: t('administration.import.takeBackTitle'),
      text: t('administration.import.takeBackText'),
      action: t('administration.import.takeBack'),
      act: () =>
        runAction({
          work: () => call('POST /api/v1/admin/imports/{id}/take-back', { params: { id } }),
          done: ({ isRestarting }) =>
            t(isRestarting ? 'administration.backup.restarting' : 'administration.backup.atNextStart'),
        }),
    });
  return (
    <Button variant="default" leftSection={<IconRestore size={18} />} onClick={takeBack}>
      {t('administration.import.takeBack')}
    </Button>
  );
}
