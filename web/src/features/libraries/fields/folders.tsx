// The folders of a library: taken away and added.
import { ActionIcon, Button, Code, Group, Input, Stack } from '@mantine/core';
import { IconFolderPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FolderBrowser } from '../folder-browser.tsx';
import { useText } from '../words/index.ts';
import type { FieldsProps } from './fields.ts';

export function FoldersField({ draft: { paths }, onChange }: FieldsProps) {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const add = () => {
    if (chosen !== undefined && !paths.includes(chosen)) onChange({ paths: [...paths, chosen] });
    setAdding(false);
    setChosen(undefined);
  };
  return (
    <Stack gap="xs" role="group" aria-label={t('folders')}>
      <Input.Label component="div">{t('folders')}</Input.Label>
      <Input.Description>{t('foldersHint')}</Input.Description>
      {paths.map((path) => (
        <Group key={path} wrap="nowrap" justify="space-between">
          <Code>{path}</Code>
          <ActionIcon
            variant="subtle"
            size={36}
            disabled={paths.length === 1}
            aria-label={t('removeFolder', { path })}
            onClick={() => onChange({ paths: paths.filter((one) => one !== path) })}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      {isAdding ? (
        <>
          <FolderBrowser chosen={chosen} onChoose={setChosen} />
          <Button variant="light" disabled={chosen === undefined} onClick={add}>
            {t('addThisFolder')}
          </Button>
        </>
      ) : (
        <Group>
          <Button
            variant="default"
            leftSection={<IconFolderPlus size={16} />}
            onClick={() => setAdding(true)}
          >
            {t('addFolder')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
