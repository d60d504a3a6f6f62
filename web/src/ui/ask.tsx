// A dialog that asks before something is lost.
import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../i18n/translate.ts';

interface Props {
  isOpen: boolean;
  title: string;
  children?: ReactNode;
  /** Label of the confirming button. */
  action: string;
  /** Label of the other button; "Cancel" by default. */
  stay?: string;
  isWaiting?: boolean;
  onAct(): void;
  onStay(): void;
}

export function Ask({ isOpen, title, children, action, stay, isWaiting = false, onAct, onStay }: Props) {
  const t = useTranslate();
  return (
    <Modal
      opened={isOpen}
      onClose={onStay}
      title={title}
      centered
      zIndex={300}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {children && (
        <Text size="sm" mb="md">
          {children}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onStay} data-autofocus>
          {stay ?? t('ui.cancel')}
        </Button>
        <Button color="red" loading={isWaiting} onClick={onAct}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
