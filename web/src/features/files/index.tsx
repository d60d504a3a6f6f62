// What menus of books and series use to move, rename, delete and write their files. The dialogs are loaded when they are first opened.
import { Menu } from '@mantine/core';
import { IconCursorText, IconFilePencil, IconFolderSymlink, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { libraries } from '../../api/queries.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import type { DeleteDialogProps } from './delete-dialog.tsx';
import type { MoveDialogProps } from './move-dialog.tsx';
import type { WriteDialogProps } from './write-dialog.tsx';

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

const Writing = lazy(async () => ({ default: (await import('./write-dialog.tsx')).WriteDialog }));

export const WriteDialog = (props: WriteDialogProps) => (
  <Suspense>
    <Writing {...props} />
  </Suspense>
);

export { useWriting } from './write.ts';
export { WriteProgress } from './write-progress.tsx';

export type FileAction = 'write' | 'move' | 'rename' | 'delete';

interface Props {
  noun: 'books' | 'series';
  libraryId: string;
  onOpen(action: FileAction): void;
  iconSize?: number;
}

/** The entries of a menu, for those who may, in libraries that allow it. */
export function FileItems({ noun, libraryId, onOpen, iconSize = 16 }: Props) {
  const t = useTranslate();
  const isAllowed = usePermission()('files:manage');
  const { data } = useQuery({ ...libraries, enabled: isAllowed });
  const library = data?.data.find(({ id }) => id === libraryId);
  if (!isAllowed || !library) return null;
  return (
    <>
      {library.writeMetadata !== 'off' && (
        <Menu.Item leftSection={<IconFilePencil size={iconSize} />} onClick={() => onOpen('write')}>
          {t(noun === 'books' ? 'files.writeBook' : 'files.writeSeries')}
        </Menu.Item>
      )}
      {library.allowFileChanges && <ChangeItems onOpen={onOpen} iconSize={iconSize} />}
    </>
  );
}

function ChangeItems({ onOpen, iconSize }: Required<Pick<Props, 'onOpen' | 'iconSize'>>) {
  const t = useTranslate();
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
