// The reason why a book cannot be read, with a retry button for users who may edit books.
import type { BookDto } from '@lectern/contract/libraries/books';
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { getLanguage } from '../../../i18n/language.ts';
import { describeBookError } from '../../../i18n/reports.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { showError, showToast } from '../../../ui/toasts/toasts.tsx';

const errorsOfSeries = (seriesId: string) =>
  queryOptions({
    queryKey: ['books', 'of-series', seriesId, 'errors'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/books/errors', { query: { seriesId, pageSize: 500 } }, { signal }),
  });

export function BookErrors({ book }: { book: BookDto }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { id, analysisError, seriesId } = book;
  const mayRescan = hasPermission('books:write');
  const { data } = useQuery({ ...errorsOfSeries(seriesId), enabled: mayRescan && analysisError !== null });
  const retry = useMutation({
    mutationFn: () => call('POST /api/v1/books/{id}/retry', { params: { id } }),
    onSuccess: () => showToast(t('books.retrying')),
    onError: showError,
  });
  if (analysisError === null) return null;
  const known = data?.groups.flatMap(({ books }) =>
    books
      .filter((one) => one.book.id === id)
      .flatMap(({ errors }) =>
        errors.map((one) => `${t(`bookErrors.${one.errorType}`)}: ${describeBookError(one)}`),
      ),
  );
  // Error details require a permission. Without it, only the server's English message is available.
  const lines = known?.length ? known : getLanguage() === 'en' ? [analysisError] : [];
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('books.unreadable')} maw="75ch">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('books.unreadableHint')}</Text>
        <List size="sm">
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        {mayRescan && (
          <Button
            size="xs"
            variant="light"
            color="red"
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {t('books.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
