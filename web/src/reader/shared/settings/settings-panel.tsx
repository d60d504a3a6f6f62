// Settings at the side of the page, from below on a phone. The page stays bright and within reach, as it shows at once
// what is chosen.
import { CloseButton, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './settings-panel.module.css';

interface Props {
  title: string;
  closeLabel: string;
  onClose(): void;
  children: ReactNode;
}

export function SettingsPanel({ title, closeLabel, onClose, children }: Props) {
  const id = useId();
  const closing = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    closing.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // It closes the panel, not the book.
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <section className={classes.panel} role="dialog" aria-labelledby={id} onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <Text id={id} component="h2" fw={600}>
          {title}
        </Text>
        <CloseButton ref={closing} size={44} aria-label={closeLabel} onClick={onClose} />
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
