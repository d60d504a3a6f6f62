// A menu at a position of the screen, as opened by a right click, a long press or a key.
import { Menu } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './point-menu.module.css';

interface Props {
  title: string;
  /** Label of the menu. */
  label: string;
  /** Screen position in pixels. */
  x: number;
  y: number;
  onClose(): void;
  /** `Menu.Item` and similar. */
  children: ReactNode;
}

export function PointMenu({ title, label, x, y, onClose, children }: Props) {
  // Restores the focus after closing.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body)
        opener.focus({ preventScroll: true });
    },
    [opener],
  );
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      width={240}
      transitionProps={{ duration: 80 }}
      // Rendered inside the page, which is a landmark.
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={label}
          className={classes.point}
          style={{ left: x, top: y }}
        />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        <Menu.Label className={classes.title ?? ''}>{title}</Menu.Label>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
