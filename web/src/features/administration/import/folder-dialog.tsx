// Selects the folder on this server that corresponds to a folder of the source server.
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { FolderBrowser } from '../../libraries/index.tsx';

interface Props {
  /** Folder of the source server. Undefined while the dialog is closed. */
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
