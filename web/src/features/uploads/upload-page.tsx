// Uploads books into libraries: chooses where, takes files and folders, shows how far each is.
import { Alert, Autocomplete, Group, Select, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { libraries } from '../../api/queries.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { NoPermission } from '../../ui/manage/no-permission.tsx';
import { Head } from '../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { showError } from '../../ui/toasts.tsx';
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
          <Group align="flex-end" gap="sm">
            <Select
              label={t('uploads.library')}
              data={all.map(({ id, name }) => ({ value: id, label: name }))}
              value={library.id}
              allowDeselect={false}
              onChange={(id) => {
                setChosen(id ?? library.id);
                setRoot(0);
                setFolder('');
              }}
              flex="1 1 220px"
            />
            {library.paths.length > 1 && (
              <Select
                label={t('uploads.root')}
                data={library.paths.map((path, index) => ({ value: String(index), label: path }))}
                value={String(root)}
                allowDeselect={false}
                onChange={(value) => {
                  setRoot(Number(value ?? 0));
                  setFolder('');
                }}
                flex="1 1 220px"
              />
            )}
            <FolderField
              key={`${library.id}-${root}`}
              {...{ libraryId: library.id, root, folder }}
              onChange={setFolder}
            />
          </Group>
          <DropZone onFiles={take} isBusy={queue.isLooking} />
          {queue.passedOver > 0 && (
            <Alert color="gray" role="status">
              {t('uploads.passedOver', { count: queue.passedOver })}
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

interface FolderFieldProps {
  libraryId: string;
  root: number;
  folder: string;
  onChange(folder: string): void;
}

/** Offers the folders that there are; a new one is made. */
function FolderField({ libraryId, root, folder, onChange }: FolderFieldProps) {
  const t = useTranslate();
  const above = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '';
  const { data } = useQuery(foldersOf(libraryId, root, above));
  const known = data?.folders.map((name) => (above === '' ? name : `${above}/${name}`)) ?? [];
  return (
    <Autocomplete
      label={t('uploads.folder')}
      placeholder={t('uploads.folderTop')}
      data={known}
      limit={50}
      value={folder}
      onChange={onChange}
      maxLength={500}
      flex="1 1 260px"
    />
  );
}

const foldersOf = (id: string, root: number, folder: string) =>
  queryOptions({
    queryKey: ['libraries', id, 'folders', root, folder],
    queryFn: ({ signal }) =>
      call('GET /api/v1/libraries/{id}/folders', { params: { id }, query: { root, folder } }, { signal }),
    retry: false,
  });
