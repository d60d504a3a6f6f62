// Chooses the folder of this server that holds what a folder of the other one holds.
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { FolderBrowser } from '../../libraries/index.tsx';

interface Props {
  /** Their folder; undefined while closed. */
  from: string | undefined;
  onClose(): void;
  onChoose(to: string): void;
}

export function FolderDialog({ from, onClose, onChoose }: Props) {
  const t = useTranslate();
  const [chosen, setChosen] = useState<string>();
  return (
    <Dialog
      isOpen={from !== undefined}
      onClose={onClose}
      title={t('administration.import.chooseFolderFor', { path: from ?? '' })}
      size="lg"
    >
      <Stack>
        <FolderBrowser chosen={chosen} onChoose={setChosen} />
        <Button disabled={chosen === undefined} onClick={() => chosen !== undefined && onChoose(chosen)}>
          {t('administration.import.useFolder')}
        </Button>
      </Stack>
    </Dialog>
  );
}
