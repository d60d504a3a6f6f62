// Open PDF documents.
import type { PdfHandles } from '@lectern/contract/serving/pdf-cache';
import { Button, Group, Text } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { Row, Rows } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { useAction } from '../../../ui/use-action.ts';

const lastName = (path: string) => path.split(/[\\/]/).at(-1) ?? path;

export function Handles({ handles }: { handles: PdfHandles }) {
  const t = useTranslate();
  const format = useFormat();
  const { act, isBusy } = useAction(['pdf-cache']);
  const close = (closing: () => Promise<{ handlesClosed: number }>) =>
    act({
      work: closing,
      done: ({ handlesClosed }) => t('administration.pdfCache.closedNow', { count: handlesClosed }),
    });
  const { entries, enabled, currentSize, capacity, hits, misses, evictions, idleEvictions } = handles;
  return (
    <PageSection
      title={t('administration.pdfCache.handles')}
      text={t('administration.pdfCache.handlesAbout')}
    >
      {enabled ? (
        <Text size="sm">
          {t('administration.pdfCache.filled', {
            size: format.number(currentSize),
            capacity: format.number(capacity),
          })}{' '}
          · {t('administration.pdfCache.hits', { hits, misses })} ·{' '}
          {t('administration.pdfCache.closed', { count: evictions, idle: idleEvictions })}
        </Text>
      ) : (
        <Text size="sm">{t('administration.pdfCache.handlesOff')}</Text>
      )}
      {entries.length === 0 && <Text c="dimmed">{t('administration.pdfCache.noHandles')}</Text>}
      <Rows label={t('administration.pdfCache.handles')}>
        {entries.map(({ bookId, path, ageSeconds, idleSeconds, renderCount }) => (
          <Row
            key={bookId}
            title={
              <AnchorLink to="/books/$id" params={{ id: bookId }}>
                {lastName(path)}
              </AnchorLink>
            }
            lines={[
              path,
              `${t('administration.pdfCache.opened', { time: format.duration(ageSeconds), idle: format.duration(idleSeconds) })} · ${t(
                'administration.pdfCache.rendered',
                { count: renderCount },
              )}`,
            ]}
            actions={
              <Button
                variant="default"
                aria-label={t('administration.pdfCache.closeNamed', { name: lastName(path) })}
                onClick={() =>
                  close(() => call('DELETE /api/v1/admin/pdf-cache/handles/{bookId}', { params: { bookId } }))
                }
              >
                {t('administration.pdfCache.close')}
              </Button>
            }
          />
        ))}
      </Rows>
      {entries.length > 0 && (
        <Group>
          <Button
            variant="default"
            loading={isBusy}
            onClick={() => close(() => call('DELETE /api/v1/admin/pdf-cache/handles'))}
          >
            {t('administration.pdfCache.closeAll')}
          </Button>
        </Group>
      )}
    </PageSection>
  );
}
