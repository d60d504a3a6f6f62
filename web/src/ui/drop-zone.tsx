// A drop zone for files, with an equivalent button.
import '@mantine/dropzone/styles.layer.css';
import { Button, type ButtonProps, Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { type ReactNode, useRef } from 'react';
import classes from './drop-zone.module.css';

interface Props {
  icon: ReactNode;
  text: string;
  /** Label of the button. */
  label: string;
  variant?: ButtonProps['variant'];
  isBusy: boolean;
  /** Media types. All by default. */
  accept?: string[];
  isMultiple?: boolean;
  onFiles(files: File[]): void;
  onReject?(): void;
  /** Further buttons. */
  children?: ReactNode;
}

export function DropZone({
  icon,
  text,
  label,
  variant,
  isBusy,
  isMultiple,
  onFiles,
  children,
  ...more
}: Props) {
  const open = useRef<() => void>(null);
  return (
    <Dropzone
      {...more}
      className={classes.zone}
      openRef={open}
      multiple={isMultiple ?? false}
      // The buttons inside have the same effect.
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      onDrop={onFiles}
    >
      <Stack align="center" gap="xs">
        {icon}
        <Text size="sm" c="dimmed" ta="center">
          {text}
        </Text>
        <Group justify="center" gap="xs">
          <Button variant={variant} loading={isBusy} onClick={() => open.current?.()}>
            {label}
          </Button>
          {children}
        </Group>
      </Stack>
    </Dropzone>
  );
}
