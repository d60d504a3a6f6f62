// Less frequent actions in a menu behind three dots.
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  /** Label of the button. */
  label: string;
  width?: number;
  /** `Menu.Item` and similar. */
  children: ReactNode;
}

export function MoreMenu({ label, width, children }: Props) {
  return (
    <Menu position="bottom-end" {...(width !== undefined && { width })}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={label}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
