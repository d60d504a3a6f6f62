// The open card menu and its dialogs.
import { Menu } from '@mantine/core';
import {
  IconBook,
  IconBooks,
  IconCheck,
  IconPencil,
  IconPlaylistAdd,
  IconSpy,
  IconX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { PointMenu } from '../../ui/point-menu.tsx';
import {
  closeItemMenu,
  type Item,
  type ItemMenuRequest,
  isAtStart,
  isBook,
  isRead,
  useItemMenu,
  useMark,
} from '../books/index.tsx';
import { type FileAction, FileDialog, FileItems, isFileAction } from '../files/index.tsx';
import { AddToList } from '../lists/index.tsx';
import { MetadataEditor } from '../metadata/index.tsx';
import { DownloadItems } from './download-items.tsx';
import { canRead, useRead } from './use-read.ts';
import { WantItem } from './want-item.tsx';

interface Dialog {
  kind: 'edit' | 'lists' | FileAction;
  item: Item;
}

export function ItemMenu() {
  const request = useItemMenu();
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const hasPermission = usePermission();
  useEffect(() => {
    if (!request?.isEditing) return;
    closeItemMenu();
    const { item } = request;
    if (hasPermission(isBook(item) ? 'books:write' : 'series:write')) setDialog({ kind: 'edit', item });
  }, [request, hasPermission]);
  return (
    <>
      {request && !request.isEditing && (
        <OpenMenu key={request.item.id} request={request} onDialog={setDialog} />
      )}
      {dialog?.kind === 'edit' && (
        <MetadataEditor noun={isBook(dialog.item) ? 'books' : 'series'} id={dialog.item.id} onClose={close} />
      )}
      {dialog && isFileAction(dialog.kind) && (
        <FileDialog action={dialog.kind} item={dialog.item} onClose={close} />
      )}
      {dialog?.kind === 'lists' && (
        <AddToList
          kind={isBook(dialog.item) ? 'readlists' : 'collections'}
          ids={[dialog.item.id]}
          title={dialog.item.title}
          onClose={close}
        />
      )}
    </>
  );
}

interface OpenProps {
  request: ItemMenuRequest;
  onDialog(dialog: Dialog): void;
}

function OpenMenu({ request, onDialog }: OpenProps) {
  const t = useTranslate();
  const { item, x, y, extras } = request;
  return (
    <PointMenu
      title={item.title}
      label={t('items.actionsOf', { title: item.title })}
      x={x}
      y={y}
      onClose={closeItemMenu}
    >
      <ReadingItems item={item} />
      <Menu.Divider />
      <LibraryItems item={item} onDialog={onDialog} />
      {extras.length > 0 && <Menu.Divider />}
      {extras.map(({ label, icon, run }) => (
        <Menu.Item key={label} leftSection={icon} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </PointMenu>
  );
}

function ReadingItems({ item }: { item: Item }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const mark = useMark(item);
  const read = useRead();
  const progress = isBook(item) ? item.readProgress : null;
  const isDone = isRead(item);
  const isUntouched = isBook(item)
    ? !progress
    : item.unreadCount === item.bookCount && item.inProgressCount === 0;
  const isBegun = isBook(item) ? Boolean(progress) && !isDone && !isAtStart(item) : !isDone && !isUntouched;
  return (
    <>
      {canRead(item) && (
        <Menu.Item leftSection={<IconBook size={18} />} onClick={() => void read(item)}>
          {t(isBegun ? 'items.continue' : 'items.read')}
        </Menu.Item>
      )}
      {canRead(item) && (
        <Menu.Item leftSection={<IconSpy size={18} />} onClick={() => void read(item, { isIncognito: true })}>
          {t('items.readIncognito')}
        </Menu.Item>
      )}
      {hasPermission('progress:write') && !isDone && (
        <Menu.Item leftSection={<IconCheck size={18} />} onClick={() => mark.mutate(true)}>
          {t('items.markRead')}
        </Menu.Item>
      )}
      {hasPermission('progress:write') && !isUntouched && (
        <Menu.Item leftSection={<IconX size={18} />} onClick={() => mark.mutate(false)}>
          {t('items.markUnread')}
        </Menu.Item>
      )}
      <WantItem item={item} />
    </>
  );
}

function LibraryItems({ item, onDialog }: { item: Item; onDialog: OpenProps['onDialog'] }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  return (
    <>
      {hasPermission(isBook(item) ? 'readlists:write' : 'collections:write') && (
        <Menu.Item
          leftSection={<IconPlaylistAdd size={18} />}
          onClick={() => onDialog({ kind: 'lists', item })}
        >
          {t(isBook(item) ? 'items.addToReadList' : 'items.addToCollection')}
        </Menu.Item>
      )}
      <DownloadItems item={item} />
      {hasPermission(isBook(item) ? 'books:write' : 'series:write') && (
        <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => onDialog({ kind: 'edit', item })}>
          {t('items.edit')}
        </Menu.Item>
      )}
      {isBook(item) && (
        <Menu.Item
          leftSection={<IconBooks size={18} />}
          renderRoot={(props) => <Link to="/series/$id" params={{ id: item.seriesId }} {...props} />}
        >
          {t('items.toSeries')}
        </Menu.Item>
      )}
      <FileItems
        noun={isBook(item) ? 'books' : 'series'}
        {...(isBook(item) && { format: item.fileFormat })}
        libraryId={item.libraryId}
        iconSize={18}
        onOpen={(kind) => onDialog({ kind, item })}
      />
    </>
  );
}
