// A dialog that asks before data is lost.
import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../i18n/translate.ts';

interface Props {
  isOpen: boolean;
  title: string;
  children?: ReactNode;
  /** Label of the confirming button. */
  confirmLabel: string;
  /** Label of the other button. "Cancel" by default. */
  cancelLabel?: string;
  isPending?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  cancelLabel,
  isPending = false,
  onConfirm,
  onCancel,
}: Props) {
  const t = useTranslate();
  return (
    <Modal
      opened={isOpen}
      onClose={onCancel}
      title={title}
      centered
      zIndex={300}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {children && (
        <Text component="div" size="sm" mb="md">
          {children}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancelLabel ?? t('ui.cancel')}
        </Button>
        <Button color="red" loading={isPending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
