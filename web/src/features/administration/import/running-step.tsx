// The progress of an import.
import type { ImportDto } from '@lectern/contract/import/imports';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { useAction } from '../../../ui/use-action.ts';

const stages = [
  ...(['preparing', 'scanning', 'metadata', 'users', 'covers', 'lists', 'places', 'others'] as const),
];

export function RunningStep({ of: { id, program, progress } }: { of: ImportDto }) {
  const t = useTranslate();
  const format = useFormat();
  const { runAction } = useAction(['imports'], ['tasks']);
  const { stage, current, total } = progress ?? { stage: 'preparing' as const, current: 0, total: 0 };
  const share = (stages.indexOf(stage) + (total > 0 ? current / total : 0)) / stages.length;
  const stop = () =>
    openConfirmation({
      title: t('administration.import.stopTitle'),
      text: t('administration.import.stopText'),
      action: t('administration.import.stop'),
      act: () =>
        runAction({
          work: () => call('POST /api/v1/admin/imports/{id}/cancel', { params: { id } }),
          done: t('administration.import.stopped'),
        }),
    });
  return (
    <PageSection
      title={t('administration.import.running', { program })}
      text={t('administration.import.runningText')}
    >
      <Stack gap={4}>
        <Progress
          size="lg"
          animated
          value={Math.max(2, share * 100)}
          aria-label={t('administration.import.progress')}
        />
        <Group justify="space-between" role="status">
          <Text>{t(`administration.import.stages.${stage}`)}</Text>
          <Text c="dimmed">
            {total > 0 &&
              t('administration.import.counted', {
                done: format.number(current),
                total: format.number(total),
              })}
          </Text>
        </Group>
      </Stack>
      <Group>
        <Button variant="default" onClick={stop}>
          {t('administration.import.stop')}
        </Button>
      </Group>
    </PageSection>
  );
}
