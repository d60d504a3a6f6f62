// What menus of books and series use to move, rename and delete their files. The dialogs are loaded when they are first opened.
import { Menu } from '@mantine/core';
import { IconCursorText, IconFolderSymlink, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { libraries } from '../../api/queries.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import type { DeleteDialogProps } from './delete-dialog.tsx';
import type { MoveDialogProps } from './move-dialog.tsx';

const Dialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

export const DeleteDialog = (props: DeleteDialogProps) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);

const Moving = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));

export const MoveDialog = (props: MoveDialogProps) => (
  <Suspense>
    <Moving {...props} />
  </Suspense>
);

export type FileAction = 'move' | 'rename' | 'delete';

interface Props {
  libraryId: string;
  onOpen(action: FileAction): void;
  iconSize?: number;
}

/** The entries of a menu, for those who may, in libraries that allow it. */
export function FileItems({ libraryId, onOpen, iconSize = 16 }: Props) {
  const t = useTranslate();
  const isAllowed = usePermission()('files:manage');
  const { data } = useQuery({ ...libraries, enabled: isAllowed });
  const library = data?.data.find(({ id }) => id === libraryId);
  if (!isAllowed || !library?.allowFileChanges) return null;
  return (
    <>
      <Menu.Item leftSection={<IconFolderSymlink size={iconSize} />} onClick={() => onOpen('move')}>
        {t('files.move')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCursorText size={iconSize} />} onClick={() => onOpen('rename')}>
        {t('files.rename')}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={iconSize} />} onClick={() => onOpen('delete')}>
        {t('files.delete')}
      </Menu.Item>
    </>
  );
}
