// A drawer beside the text; on a phone from below.
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';

interface Props {
  title: string;
  isNarrow: boolean;
  onClose(): void;
  children: ReactNode;
}

export function SidePanel({ title, isNarrow, onClose, children }: Props) {
  const t = useTranslate();
  return (
    <Drawer
      opened
      onClose={onClose}
      // Handled below: the key must not reach the reader.
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      title={title}
      position={isNarrow ? 'bottom' : 'right'}
      size={isNarrow ? '80%' : 400}
      // Inside the full-screen element.
      withinPortal={false}
      zIndex={20}
      overlayProps={{ backgroundOpacity: 0.25 }}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': t('reader.epub.closePanel'), size: 44 }}
    >
      {children}
    </Drawer>
  );
}
