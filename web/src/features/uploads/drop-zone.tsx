// A drop zone for files and folders, with equivalent buttons.
import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { DropZone as Zone } from '../../ui/drop-zone.tsx';
import { type Gathered, gather } from './gather-files.ts';

interface Props {
  isBusy: boolean;
  onFiles(files: readonly Gathered[]): void;
}

export function DropZone({ isBusy, onFiles }: Props) {
  const t = useTranslate();
  const reset = useRef<() => void>(null);
  return (
    <Zone
      icon={<IconUpload size={32} aria-hidden="true" />}
      text={t('uploads.dropHere')}
      label={t('uploads.chooseFiles')}
      isBusy={isBusy}
      isMultiple
      onFiles={(files) => onFiles(gather(files))}
    >
      <FileButton
        multiple
        ref={(input) => {
          if (input) input.webkitdirectory = true;
        }}
        resetRef={reset}
        onChange={(files) => {
          onFiles(gather(files));
          // The same folder can be chosen again.
          reset.current?.();
        }}
      >
        {(props) => (
          <Button {...props} variant="default" disabled={isBusy}>
            {t('uploads.chooseFolder')}
          </Button>
        )}
      </FileButton>
    </Zone>
  );
}
