// A dialog with a title and a labeled close button.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../../i18n/translate.ts';

interface Props {
  isOpen: boolean;
  onClose(): void;
  title: ReactNode;
  /** Disables Escape and clicks outside, because the content is shown only once. */
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
