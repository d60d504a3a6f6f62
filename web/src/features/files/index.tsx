// What menus of books and series use to delete their files. The dialog is loaded when it is first opened.
import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { libraries } from '../../api/queries.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import type { DeleteDialogProps } from './delete-dialog.tsx';

const Dialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

export const DeleteDialog = (props: DeleteDialogProps) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);

interface Props {
  libraryId: string;
  onClick(): void;
  iconSize?: number;
}

/** The entry of a menu, for those who may, in libraries that allow it. */
export function DeleteItem({ libraryId, onClick, iconSize = 16 }: Props) {
  const t = useTranslate();
  const isAllowed = usePermission()('files:manage');
  const { data } = useQuery({ ...libraries, enabled: isAllowed });
  const library = data?.data.find(({ id }) => id === libraryId);
  if (!isAllowed || !library?.allowFileChanges) return null;
  return (
    <Menu.Item color="red" leftSection={<IconTrash size={iconSize} />} onClick={onClick}>
      {t('files.delete')}
    </Menu.Item>
  );
}
