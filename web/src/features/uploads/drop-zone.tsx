// A drop zone for files and folders, with equivalent buttons.
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { type Gathered, gatherChosen, gatherDropped } from './gather-files.ts';
import classes from './uploads.module.css';

interface Props {
  isBusy: boolean;
  onFiles(files: readonly Gathered[]): void;
}

export function DropZone({ isBusy, onFiles }: Props) {
  const t = useTranslate();
  const [isOver, setOver] = useState(false);
  const folders = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void gatherDropped(event.dataTransfer).then(onFiles);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the same effect
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      onDrop={drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
    >
      <Stack align="center" gap="xs">
        <IconUpload size={32} aria-hidden="true" />
        <Text size="sm" c="dimmed" ta="center">
          {t('uploads.dropHere')}
        </Text>
        <Group justify="center" gap="xs">
          <FileButton multiple onChange={(files) => onFiles(gatherChosen(files))}>
            {(props) => (
              <Button {...props} loading={isBusy}>
                {t('uploads.chooseFiles')}
              </Button>
            )}
          </FileButton>
          <Button variant="default" disabled={isBusy} onClick={() => folders.current?.click()}>
            {t('uploads.chooseFolder')}
          </Button>
          <input
            ref={(input) => {
              folders.current = input;
              if (input) input.webkitdirectory = true;
            }}
            type="file"
            hidden
            aria-hidden="true"
            tabIndex={-1}
            onChange={({ currentTarget }) => {
              onFiles(gatherChosen(currentTarget.files ?? []));
              currentTarget.value = '';
            }}
          />
        </Group>
      </Stack>
    </div>
  );
}
