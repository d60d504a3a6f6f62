// Browses the folders of the server. The open folder is the chosen one. Starts in the folder of the last choice, or of the
// newest library.
import { ActionIcon, Card, Group, NavLink, ScrollArea, Skeleton, Text } from '@mantine/core';
import { IconArrowUp, IconFolder, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/call.ts';
import { folder, libraries } from '../../api/queries.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ErrorState } from '../../ui/states.tsx';
import { PathField } from './path-field.tsx';

interface Props {
  chosen: string | undefined;
  onChoose(path: string | undefined): void;
}

export function FolderBrowser({ chosen, onChoose }: Props) {
  const t = useTranslate();
  const [start, setStart] = useStart();
  const open = chosen ?? start ?? undefined;
  const { data, error, refetch, isPending } = useQuery(folder(open));
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  // The folder of a library may have been removed.
  const isLost = isMissing && chosen === undefined && open !== undefined;
  useEffect(() => {
    if (isLost) setStart(null);
    else if (chosen !== undefined && data) setStart(data.parentPath);
  }, [isLost, chosen, data, setStart]);
  const folders = data?.entries.filter(({ isDirectory }) => isDirectory) ?? [];
  const goUp = () => {
    const parent = data?.parentPath ?? null;
    setStart(parent);
    if (chosen !== undefined) onChoose(parent ?? undefined);
  };
  return (
    <Card withBorder padding="xs">
      <Group wrap="nowrap" mb="xs" align="flex-end">
        <PathField
          path={chosen === undefined ? '' : (data?.currentPath ?? chosen)}
          placeholder={data?.currentPath}
          onChoose={onChoose}
        />
        <ActionIcon
          variant="default"
          size={36}
          disabled={open === undefined}
          aria-label={t('libraries.up')}
          title={t('libraries.up')}
          onClick={goUp}
        >
          <IconArrowUp size={18} />
        </ActionIcon>
      </Group>
      {isMissing && (
        <Text c="red" size="sm" role="alert">
          {t('libraries.folderMissing')}
        </Text>
      )}
      {error && !isMissing && <ErrorState error={error} onRetry={() => void refetch()} />}
      <ScrollArea h={220} type="auto">
        {isPending && !error && <Skeleton h={200} />}
        {folders.map(({ name, path, isReadable }) => (
          <NavLink
            key={path}
            renderRoot={(props) => <button {...props} type="button" disabled={!isReadable} />}
            label={name}
            disabled={!isReadable}
            leftSection={isReadable ? <IconFolder size={18} /> : <IconLock size={18} />}
            onClick={() => onChoose(path)}
          />
        ))}
        {data && folders.length === 0 && (
          <Text c="dimmed" size="sm" p="sm">
            {t('libraries.noFolders')}
          </Text>
        )}
      </ScrollArea>
    </Card>
  );
}

/** The folder that is shown while none is chosen. Null for the top. */
function useStart(): [string | null, (start: string | null) => void] {
  const [start, setStart] = useState<string | null>();
  const { data } = useQuery(libraries);
  const newest = data?.data.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  const parent = newest?.path.replace(/[\\/][^\\/]*$/, '');
  return [start === undefined ? parent || null : start, setStart];
}
