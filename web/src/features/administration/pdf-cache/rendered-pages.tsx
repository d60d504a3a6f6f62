// Rendered pages on disk.
import type { PdfPages } from '@lectern/contract/pdf-cache';
import { Button, Code, Group, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useConfirm } from '../../../ui/manage/confirmation.tsx';
import { Part } from '../../../ui/manage/sections.tsx';
import { useText } from './words/index.ts';

const suggestedDays = 30;

export function RenderedPages({ pages }: { pages: PdfPages }) {
  const t = useText();
  const format = useFormat();
  const { act, carryOut, isBusy } = useAction(['pdf-cache'], ['tasks']);
  const [maxAgeDays, setDays] = useState<number>(suggestedDays);
  const [dialog, ask] = useConfirm();
  const { cacheEnabled, totalFiles, bookCount, totalSizeBytes, oldestFileAgeDays, cacheDir } = pages;
  const deleteAll = () =>
    ask({
      title: t('deleteAllTitle'),
      text: t('deleteAllText'),
      action: t('deleteAll'),
      act: () =>
        carryOut({
          work: () => call('DELETE /api/v1/admin/pdf-cache/pages'),
          done: ({ filesDeleted, bytesReclaimed }) =>
            t('deleted', { count: filesDeleted, size: format.size(bytesReclaimed) }),
        }),
    });
  return (
    <Part title={t('pages')} text={t('pagesAbout')}>
      {dialog}
      {!cacheEnabled && <Text size="sm">{t('pagesOff')}</Text>}
      <Text size="sm">
        {t('pageCount', { pages: totalFiles, books: bookCount })} · {t('size')}: {format.size(totalSizeBytes)}
        {oldestFileAgeDays !== null && ` · ${t('oldest')}: ${t('days', { count: oldestFileAgeDays })}`}
      </Text>
      <Text size="sm">
        {t('folder')}: <Code>{cacheDir}</Code>
      </Text>
      <Group align="flex-end">
        <NumberInput
          label={t('olderThan')}
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
              done: t('cleaning'),
            })
          }
        >
          {t('clean')}
        </Button>
        <Button variant="light" color="red" disabled={totalFiles === 0} onClick={deleteAll}>
          {t('deleteAll')}
        </Button>
      </Group>
    </Part>
  );
}
