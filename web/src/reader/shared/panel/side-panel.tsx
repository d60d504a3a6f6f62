// A panel at the side of the page, or at the bottom on a phone: settings, contents, search, notes. The page stays visible
// and usable, because it shows changes immediately.
import { CloseButton, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './side-panel.module.css';

interface Props {
  title: string;
  closeLabel: string;
  /** On a phone, only as high as its content. */
  isShort?: boolean;
  onClose(): void;
  children: ReactNode;
}

export function SidePanel({ title, closeLabel, isShort = false, onClose, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const closing = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const first = panel.current?.querySelector<HTMLElement>('[data-autofocus]') ?? closing.current;
    first?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Escape closes the panel, not the book.
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <section
      ref={panel}
      className={classes.panel}
      role="dialog"
      aria-labelledby={id}
      data-panel
      data-short={isShort || undefined}
      onKeyDown={onKeyDown}
    >
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
