// The ordered folders of a library, each with its messages.
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { SortableList } from '../../../ui/sortable/sortable-list.tsx';
import { useSortableWords } from '../../../ui/sortable/use-sortable-words.ts';
import type { FolderFaults } from './folder-faults.ts';
import classes from './folders.module.css';

interface Props {
  paths: readonly string[];
  faults: FolderFaults;
  /** The number of books in each folder, if known. */
  counts?: ReadonlyMap<string, number> | undefined;
  onChange(paths: string[]): void;
}

export function FolderList({ paths, faults, counts, onChange }: Props) {
  const t = useTranslate();
  const words = useSortableWords(paths.length);
  return (
    <SortableList
      items={paths.map((path) => ({ id: path, title: path }))}
      label={t('libraries.folders')}
      words={words}
      onOrder={paths.length > 1 ? onChange : undefined}
      render={({ id: path }) => (
        <>
          <Text size="sm" className={classes.path ?? ''}>
            {path}
          </Text>
          <Group gap="xs" c="dimmed">
            {counts?.has(path) && (
              <Text size="xs">{t('libraries.books', { count: counts.get(path) ?? 0 })}</Text>
            )}
            {paths.length > 1 && path === paths[0] && <Text size="xs">{t('libraries.folderFirst')}</Text>}
          </Group>
          <Fault of={faults.get(path)} />
        </>
      )}
      actions={({ id: path }) => (
        <ActionIcon
          variant="subtle"
          size={36}
          disabled={paths.length === 1}
          aria-label={t('libraries.removeFolder', { path })}
          onClick={() => onChange(paths.filter((one) => one !== path))}
        >
          <IconTrash size={18} />
        </ActionIcon>
      )}
    />
  );
}

/** The error of a folder. Scrolls into view when it appears. */
export function Fault({ of: sentence }: { of: string | undefined }) {
  const shown = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (sentence !== undefined) shown.current?.scrollIntoView({ block: 'center' });
  }, [sentence]);
  if (sentence === undefined) return null;
  return (
    <Text size="sm" className={classes.fault ?? ''} role="alert" ref={shown}>
      {sentence}
    </Text>
  );
}
