// A dialog with a head that says what it is, and a way out that says what it does.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText as useUiText } from '../words/index.ts';
import classes from './dialog.module.css';

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
  const ui = useUiText();
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={size}
      centered
      closeOnClickOutside={!isLasting}
      closeOnEscape={!isLasting}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* Not the library's own head: that is a landmark of the page. */}
        <div className={classes.head}>
          <Modal.Title fw={600}>{title}</Modal.Title>
          {!isLasting && <Modal.CloseButton aria-label={ui('close')} />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
