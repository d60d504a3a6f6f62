// PDF documents that are open.
import type { PdfHandles } from '@lectern/contract/pdf-cache';
import { Button, Group, Text } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { useFormat } from '../../../i18n/format.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { Row, Rows } from '../../../ui/manage/rows.tsx';
import { Part } from '../../../ui/manage/sections.tsx';
import { useText } from './words/index.ts';

const lastName = (path: string) => path.split(/[\\/]/).at(-1) ?? path;

export function Handles({ handles }: { handles: PdfHandles }) {
  const t = useText();
  const format = useFormat();
  const { act, isBusy } = useAction(['pdf-cache']);
  const close = (closing: () => Promise<{ handlesClosed: number }>) =>
    act({ work: closing, done: ({ handlesClosed }) => t('closedNow', { count: handlesClosed }) });
  const { entries, enabled, currentSize, capacity, hits, misses, evictions, idleEvictions } = handles;
  return (
    <Part title={t('handles')} text={t('handlesAbout')}>
      {enabled ? (
        <Text size="sm">
          {t('filled', { size: format.number(currentSize), capacity: format.number(capacity) })} ·{' '}
          {t('hits', { hits, misses })} · {t('closed', { count: evictions, idle: idleEvictions })}
        </Text>
      ) : (
        <Text size="sm">{t('handlesOff')}</Text>
      )}
      {entries.length === 0 && <Text c="dimmed">{t('noHandles')}</Text>}
      <Rows label={t('handles')}>
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
              `${t('opened', { time: format.duration(ageSeconds), idle: format.duration(idleSeconds) })} · ${t(
                'rendered',
                { count: renderCount },
              )}`,
            ]}
            actions={
              <Button
                variant="default"
                aria-label={t('closeNamed', { name: lastName(path) })}
                onClick={() =>
                  close(() => call('DELETE /api/v1/admin/pdf-cache/handles/{bookId}', { params: { bookId } }))
                }
              >
                {t('close')}
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
            {t('closeAll')}
          </Button>
        </Group>
      )}
    </Part>
  );
}
