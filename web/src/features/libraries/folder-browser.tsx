// Browses the folders of the server. The open folder is the chosen one.
import { Button, Card, Group, NavLink, ScrollArea, Skeleton, Text } from '@mantine/core';
import { IconArrowUp, IconFolder, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { folder } from '../../api/queries.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ErrorState } from '../../ui/states.tsx';

interface Props {
  chosen: string | undefined;
  onChoose(path: string | undefined): void;
}

export function FolderBrowser({ chosen, onChoose }: Props) {
  const t = useTranslate();
  const { data, error, refetch, isPending } = useQuery(folder(chosen));
  const folders = data?.entries.filter(({ isDirectory }) => isDirectory) ?? [];
  return (
    <Card withBorder padding="xs">
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text size="sm" fw={600} truncate title={data?.currentPath}>
          {chosen === undefined ? t('libraries.chooseFolder') : (data?.currentPath ?? chosen)}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          flex="none"
          leftSection={<IconArrowUp size={16} />}
          disabled={chosen === undefined}
          onClick={() => onChoose(data?.parentPath ?? undefined)}
        >
          {t('libraries.up')}
        </Button>
      </Group>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
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
