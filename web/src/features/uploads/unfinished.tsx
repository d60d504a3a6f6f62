// The user's incomplete uploads on the server, from another device or an earlier browser session.
import type { Upload } from '@lectern/contract/ingest/uploads';
import { Button, Stack, Text, Title } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Row, Rows } from '../../ui/manage/rows.tsx';
import { showError } from '../../ui/toasts/toasts.tsx';
import type { Item } from './queue.ts';

const uploads = queryOptions({
  queryKey: ['uploads'],
  queryFn: ({ signal }) => call('GET /api/v1/uploads', {}, { signal }),
  staleTime: 0,
});

export function Unfinished({ items }: { items: readonly Item[] }) {
  const t = useTranslate();
  const format = useFormat();
  const client = useQueryClient();
  const { data } = useQuery(uploads);
  const known = (one: Upload) =>
    items.some(
      ({ target, place, state }) =>
        state !== 'failed' && target === one.path && place.libraryId === one.libraryId,
    );
  const left = data?.uploads.filter((one) => one.state === 'receiving' && !known(one)) ?? [];
  if (left.length === 0) return null;
  const giveUp = (id: string) =>
    call('DELETE /api/v1/uploads/{id}', { params: { id } })
      .catch(showError)
      .finally(() => void client.invalidateQueries({ queryKey: uploads.queryKey }));
  return (
    <Stack component="section" gap="sm" aria-label={t('uploads.unfinished')}>
      <Title order={2} size="h4">
        {t('uploads.unfinished')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('uploads.unfinishedAbout')}
      </Text>
      <Rows label={t('uploads.unfinished')}>
        {left.map(({ id, path, libraryName, receivedBytes, sizeBytes, expiresAt }) => (
          <Row
            key={id}
            title={path}
            lines={[
              `${libraryName} · ${t('uploads.sent', { sent: format.size(receivedBytes), size: format.size(sizeBytes) })}`,
              t('uploads.keptUntil', { when: format.dateTime(expiresAt) }),
            ]}
            actions={
              <Button
                variant="default"
                onClick={() => void giveUp(id)}
                aria-label={t('uploads.discardNamed', { name: path })}
              >
                {t('uploads.discard')}
              </Button>
            }
          />
        ))}
      </Rows>
    </Stack>
  );
}
