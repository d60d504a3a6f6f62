// A drop zone for an image, with a file button.
import { Button, FileButton, Stack, Text } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { showToast } from '../../ui/toasts.tsx';
import classes from './covers.module.css';

interface Props {
  isBusy: boolean;
  onFile(file: File): void;
}

export function DropZone({ isBusy, onFile }: Props) {
  const t = useTranslate();
  const [isOver, setOver] = useState(false);
  const take = (file: File | null | undefined) => {
    if (!file) return;
    if (file.type.startsWith('image/')) onFile(file);
    else showToast(t('covers.notAPicture'));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside has the same effect
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
        <IconPhotoUp size={32} aria-hidden="true" />
        <Text size="sm" c="dimmed" ta="center">
          {t('covers.dropHere')}
        </Text>
        <FileButton accept="image/jpeg,image/png,image/webp,image/avif,image/gif" onChange={take}>
          {(props) => (
            <Button {...props} variant="default" loading={isBusy}>
              {t('covers.choose')}
            </Button>
          )}
        </FileButton>
      </Stack>
    </div>
  );
}
