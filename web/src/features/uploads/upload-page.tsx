// The upload page: destination, file selection and progress.
import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { libraries } from '../../api/queries.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { NoPermission } from '../../ui/manage/no-permission.tsx';
import { Head } from '../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { showError } from '../../ui/toasts/toasts.tsx';
import { PlaceFields } from '../place-fields/index.tsx';
import { DropZone } from './drop-zone.tsx';
import type { Gathered } from './gather-files.ts';
import { add, getQueue, subscribe } from './queue.ts';
import { Unfinished } from './unfinished.tsx';
import { UploadList } from './upload-list.tsx';

const route = getRouteApi('/signed-in/shell/upload');

export function UploadPage() {
  const mayUpload = usePermission()('files:upload');
  return mayUpload ? <Page /> : <NoPermission />;
}

function Page() {
  const t = useTranslate();
  const { library: asked } = route.useSearch();
  const found = useQuery(libraries);
  const queue = useSyncExternalStore(subscribe, getQueue);
  const [chosen, setChosen] = useState(asked ?? '');
  const [root, setRoot] = useState(0);
  const [folder, setFolder] = useState('');
  const all = found.data?.data ?? [];
  const library = all.find(({ id }) => id === chosen) ?? all[0];
  const take = (files: readonly Gathered[]) => {
    if (!library || files.length === 0) return;
    add(files, { libraryId: library.id, root, folder: folder.trim() }).catch(showError);
  };
  if (found.error && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <LoadingState of={t('uploads.title')} />;
  return (
    <Stack maw={900} gap="lg">
      <Head title={t('uploads.title')} text={t('uploads.about')} />
      {library ? (
        <>
          <PlaceFields
            libraries={all}
            place={{ libraryId: library.id, root, folder }}
            onChange={(place) => {
              setChosen(place.libraryId);
              setRoot(place.root);
              setFolder(place.folder);
            }}
          />
          <DropZone onFiles={take} isBusy={queue.isLooking} />
          {queue.skipped.length > 0 && (
            <Alert color="gray" role="status">
              {t('uploads.skipped', { count: queue.skipped.length, name: queue.skipped[0] ?? '' })}
            </Alert>
          )}
          <UploadList items={queue.items} />
          <Unfinished items={queue.items} />
        </>
      ) : (
        <Text c="dimmed">{t('uploads.noLibrary')}</Text>
      )}
    </Stack>
  );
}
