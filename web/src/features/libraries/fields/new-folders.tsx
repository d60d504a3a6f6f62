// The folders of a new library: the open folder of the browser and the added ones.
import { Button, Group, Input, Stack, Text } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { FolderBrowser } from '../folder-browser.tsx';
import type { FieldsProps } from './fields.ts';
import type { FolderFaults } from './folder-faults.ts';
import { Fault, FolderList } from './folder-list.tsx';
import classes from './folders.module.css';

interface Props extends FieldsProps {
  faults: FolderFaults;
}

export function NewFoldersField({ form, faults }: Props) {
  const t = useTranslate();
  const { paths } = form.values;
  const setPaths = (after: string[]) => form.setFieldValue('paths', after);
  const [hasSeveral, setSeveral] = useState(false);
  const [open, setOpen] = useState<string>();
  /** The list entry of the open folder. Undefined if it was already in the list. */
  const [chosen, setChosen] = useState<string>();
  const isTwice = open !== undefined && open !== chosen;
  const choose = (next: string | undefined) => {
    setOpen(next);
    const others = paths.filter((path) => path !== chosen);
    const isNew = next !== undefined && !others.includes(next);
    setChosen(isNew ? next : undefined);
    const isSamePlace = isNew && chosen !== undefined;
    if (isSamePlace) setPaths(paths.map((path) => (path === chosen ? next : path)));
    else setPaths(isNew ? [...others, next] : others);
  };
  const addAnother = () => {
    setSeveral(true);
    setOpen(undefined);
    setChosen(undefined);
  };
  const change = (after: string[]) => {
    setPaths(after);
    if (chosen !== undefined && !after.includes(chosen)) {
      setOpen(undefined);
      setChosen(undefined);
    }
  };
  const [only] = paths;
  return (
    <Stack gap="xs" role="group" aria-label={t('libraries.folders')}>
      {hasSeveral && (
        <>
          <Input.Label component="div">{t('libraries.folders')}</Input.Label>
          <Input.Description>{t('libraries.foldersOrderHint')}</Input.Description>
          <FolderList paths={paths} faults={faults} onChange={change} />
        </>
      )}
      {!hasSeveral && only !== undefined && <Fault of={faults.get(only)} />}
      <FolderBrowser chosen={open} onChoose={choose} />
      {isTwice && (
        <Text size="sm" className={classes.fault ?? ''} role="alert">
          {t('libraries.folderTwice')}
        </Text>
      )}
      {paths.length > 0 && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconFolderPlus size={16} />}
            disabled={open === undefined}
            onClick={addAnother}
          >
            {t('libraries.addAnotherFolder')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
