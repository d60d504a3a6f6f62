// Menu entries of books and series to move, rename, delete and write their files. The dialogs are loaded when first opened.
import { isConvertible } from '@lectern/contract/ingest/convertible';
import { Menu } from '@mantine/core';
import {
  IconCursorText,
  IconFilePencil,
  IconFileZip,
  IconFolderSymlink,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { libraries } from '../../api/queries.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { loadable } from '../../ui/loadable.tsx';
import type { Item } from './move.ts';

const DeleteDialog = loadable(async () => (await import('./delete-dialog.tsx')).DeleteDialog);

const MoveDialog = loadable(async () => (await import('./move-dialog.tsx')).MoveDialog);

export const BulkMoveDialog = loadable(async () => (await import('./bulk-move-dialog.tsx')).BulkMoveDialog);

export const WriteDialog = loadable(async () => (await import('./write-dialog.tsx')).WriteDialog);

export const ConvertDialog = loadable(async () => (await import('./convert-dialog.tsx')).ConvertDialog);

export { useWriting } from './write.ts';
export { WriteProgress } from './write-progress.tsx';

const fileActions = ['write', 'convert', 'move', 'rename', 'delete'] as const;
export type FileAction = (typeof fileActions)[number];

export const isFileAction = (action: string | undefined): action is FileAction =>
  fileActions.some((one) => one === action);

interface DialogProps {
  action: FileAction;
  item: Item;
  onClose(): void;
  /** Called when the files are in the trash. */
  onDeleted?(): void;
}

/** The dialog that a menu entry opens. */
export function FileDialog({ action, item, onClose, ...more }: DialogProps) {
  const common = { item, onClose };
  if (action === 'write') return <WriteDialog {...common} />;
  if (action === 'convert') return <ConvertDialog {...common} />;
  if (action === 'delete') return <DeleteDialog {...common} {...more} />;
  return <MoveDialog {...common} kind={action} />;
}

interface Props {
  noun: 'books' | 'series';
  /** Only for a book. */
  format?: string;
  libraryId: string;
  onOpen(action: FileAction): void;
  iconSize?: number;
}

/** The menu entries for users with permission, in libraries that allow them. */
export function FileItems({ noun, format, libraryId, onOpen, iconSize = 16 }: Props) {
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
      {library.allowFileChanges && canConvert(format) && (
        <Menu.Item leftSection={<IconFileZip size={iconSize} />} onClick={() => onOpen('convert')}>
          {t('files.convert')}
        </Menu.Item>
      )}
      {library.allowFileChanges && <ChangeItems onOpen={onOpen} iconSize={iconSize} />}
    </>
  );
}

/** A series can contain any format. */
const canConvert = (format: string | undefined): boolean => format === undefined || isConvertible(format);

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
