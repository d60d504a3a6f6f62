// Rendered pages on disk.
import type { PdfPages } from '@lectern/contract/serving/pdf-cache';
import { Button, Code, Group, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { useAction } from '../../../ui/use-action.ts';

const suggestedDays = 30;

export function RenderedPages({ pages }: { pages: PdfPages }) {
  const t = useTranslate();
  const format = useFormat();
  const { act, runAction, isBusy } = useAction(['pdf-cache'], ['tasks']);
  const [maxAgeDays, setDays] = useState<number>(suggestedDays);
  const { cacheEnabled, totalFiles, bookCount, totalSizeBytes, oldestFileAgeDays, cacheDir } = pages;
  const deleteAll = () =>
    openConfirmation({
      title: t('administration.pdfCache.deleteAllTitle'),
      text: t('administration.pdfCache.deleteAllText'),
      action: t('administration.pdfCache.deleteAll'),
      act: () =>
        runAction({
          work: () => call('DELETE /api/v1/admin/pdf-cache/pages'),
          done: ({ filesDeleted, bytesReclaimed }) =>
            t('administration.pdfCache.deleted', { count: filesDeleted, size: format.size(bytesReclaimed) }),
        }),
    });
  return (
    <PageSection title={t('administration.pdfCache.pages')} text={t('administration.pdfCache.pagesAbout')}>
      {!cacheEnabled && <Text size="sm">{t('administration.pdfCache.pagesOff')}</Text>}
      <Text size="sm">
        {t('administration.pdfCache.pageCount', { pages: totalFiles, books: bookCount })} ·{' '}
        {t('administration.pdfCache.size')}: {format.size(totalSizeBytes)}
        {oldestFileAgeDays !== null &&
          ` · ${t('administration.pdfCache.oldest')}: ${t('administration.pdfCache.days', { count: oldestFileAgeDays })}`}
      </Text>
      <Text size="sm">
        {t('administration.pdfCache.folder')}: <Code>{cacheDir}</Code>
      </Text>
      <Group align="flex-end">
        <NumberInput
          label={t('administration.pdfCache.olderThan')}
          w={160}
          min={0}
          max={36_500}
          allowDecimal={false}
          value={maxAgeDays}
          onChange={(value) => setDays(Number(value))}
        />
        <Button
          variant="default"
          loading={isBusy}
          onClick={() =>
            act({
              work: () => call('POST /api/v1/admin/pdf-cache/pages/cleanup', { body: { maxAgeDays } }),
              done: t('administration.pdfCache.cleaning'),
            })
          }
        >
          {t('administration.pdfCache.clean')}
        </Button>
        <Button variant="light" color="red" disabled={totalFiles === 0} onClick={deleteAll}>
          {t('administration.pdfCache.deleteAll')}
        </Button>
      </Group>
    </PageSection>
  );
}
