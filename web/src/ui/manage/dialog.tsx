// A dialog with a head that says what it is, and a way out that says what it does.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../../i18n/translate.ts';

interface Props {
  isOpen: boolean;
  onClose(): void;
  title: ReactNode;
  /** Not to be closed by a press beside it, or by Escape: what it shows is not shown again. */
  isLasting?: boolean;
  size?: 'md' | 'lg';
  children: ReactNode;
}

export function Dialog({ isOpen, onClose, title, isLasting = false, size = 'md', children }: Props) {
  const t = useTranslate();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={<b>{title}</b>}
      size={size}
      centered
      withCloseButton={!isLasting}
      closeOnClickOutside={!isLasting}
      closeOnEscape={!isLasting}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {children}
    </Modal>
  );
}
