// The folders of a library.
import { ActionIcon, Button, Code, Group, Input, Stack } from '@mantine/core';
import { IconFolderPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { FolderBrowser } from '../folder-browser.tsx';
import type { FieldsProps } from './fields.ts';

export function FoldersField({ draft: { paths }, onChange }: FieldsProps) {
  const t = useTranslate();
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const add = () => {
    if (chosen !== undefined && !paths.includes(chosen)) onChange({ paths: [...paths, chosen] });
    setAdding(false);
    setChosen(undefined);
  };
  return (
    <Stack gap="xs" role="group" aria-label={t('libraries.folders')}>
      <Input.Label component="div">{t('libraries.folders')}</Input.Label>
      <Input.Description>{t('libraries.foldersHint')}</Input.Description>
      {paths.map((path) => (
        <Group key={path} wrap="nowrap" justify="space-between">
          <Code>{path}</Code>
          <ActionIcon
            variant="subtle"
            size={36}
            disabled={paths.length === 1}
            aria-label={t('libraries.removeFolder', { path })}
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
            {t('libraries.addThisFolder')}
          </Button>
        </>
      ) : (
        <Group>
          <Button
            variant="default"
            leftSection={<IconFolderPlus size={16} />}
            onClick={() => setAdding(true)}
          >
            {t('libraries.addFolder')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
