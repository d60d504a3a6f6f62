// A menu item that downloads a file from the server.
import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  /** URL of the file. */
  href: string;
  icon?: ReactNode;
  children: ReactNode;
}

export function DownloadItem({ href, icon = <IconDownload size={16} />, children }: Props) {
  return (
    <Menu.Item leftSection={icon} component="a" href={href} download>
      {children}
    </Menu.Item>
  );
}
