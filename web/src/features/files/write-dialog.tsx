// Writes the metadata of a book or series to its files. Previews the changes to each file.
import type { FileMetadataChanges } from '@lectern/contract/ingest/file-metadata';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { describeReason } from '../../i18n/reports.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/manage/dialog.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { FieldChanges } from '../metadata/index.tsx';
import { previewOf, useWriting, type Written, write } from './write.ts';
import classes from './write-dialog.module.css';

export interface WriteDialogProps {
  item: Written;
  onClose(): void;
}

export function WriteDialog({ item, onClose }: WriteDialogProps) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['tasks']);
  const { follow } = useWriting(item);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    previewOf(item),
  );
  const { title } = item;
  const files = data?.pages.flatMap((page) => page.files);
  const isSearching = files?.length === 0 && hasNextPage;
  useEffect(() => {
    if (isSearching && !isFetchingNextPage && !error) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, fetchNextPage, error]);
  const canWrite = hasNextPage || files?.some(({ refused }) => refused === null);
  const confirm = () =>
    act({
      work: async () => follow((await write(item)).taskId),
      done: t('files.writeStarted', { title }),
      after: onClose,
    });
  return (
    <Dialog isOpen onClose={onClose} size="lg" title={t('files.writeTitle', { title })}>
      <Stack gap="md">
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {(!files || isSearching) && !error && <LoadingState of={title} />}
        {files && !isSearching && <Preview files={files} hasMore={hasNextPage} />}
        {hasNextPage && !isSearching && (
          <Group justify="center">
            <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('files.writeShowMore')}
            </Button>
          </Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button loading={isBusy} disabled={!canWrite} onClick={confirm}>
            {t('files.writeAction')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Preview({ files, hasMore }: { files: FileMetadataChanges[]; hasMore: boolean }) {
  const t = useTranslate();
  if (files.length === 0) return <Text>{t('files.writeNothing')}</Text>;
  const count = files.filter(({ refused }) => refused === null).length;
  return (
    <Stack gap="sm">
      {count > 0 && !hasMore && <Text size="sm">{t('files.writePreview', { count })}</Text>}
      {files.map((file) => (
        <File key={file.bookId ?? file.seriesId} {...file} />
      ))}
      {hasMore && (
        <Text size="sm" c="dimmed">
          {t('files.writeMore')}
        </Text>
      )}
    </Stack>
  );
}

function File({ path, changes, refused }: FileMetadataChanges) {
  return (
    <section aria-label={path} className={classes.file}>
      <Text size="sm" ff="monospace">
        {path}
      </Text>
      {refused && (
        <Alert color="red" py="xs">
          {describeReason(refused)}
        </Alert>
      )}
      {changes.length > 0 && <FieldChanges changes={changes} />}
    </section>
  );
}
