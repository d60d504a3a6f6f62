// The actions on a book: read, mark, want to read, edit.
import type { BookDto } from '@lectern/contract/libraries/books';
import { becomesEpub, isDocument, isText } from '@lectern/contract/values';
import { Group, Menu } from '@mantine/core';
import {
  IconBook,
  IconPencil,
  IconPhoto,
  IconPlaylistAdd,
  IconRotate,
  IconSpy,
  IconWorldSearch,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { toUrl } from '../../../api/call.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import heroClasses from '../../../ui/cards/hero.module.css';
import { DownloadItem } from '../../../ui/download-item.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { useShortcut } from '../../../ui/shortcuts.ts';
import { AnalyzeItem } from '../../analysis/index.tsx';
import { CoverDialog } from '../../covers/index.tsx';
import { type FileAction, FileDialog, FileItems, isFileAction } from '../../files/index.tsx';
import { AddToList } from '../../lists/index.tsx';
import { MatchDialog } from '../../matching/index.tsx';
import { MetadataEditor } from '../../metadata/index.tsx';
import { DownloadBook } from '../../offline/index.tsx';
import { TrackingDialog, TrackingItem } from '../../tracking/index.tsx';
import { WantBookButton } from '../../want-button/index.tsx';
import { isAtStart } from '../is-at-start.ts';
import { MarkButton } from '../mark-button.tsx';
import { useLeave } from './use-leave.ts';

export function BookActions({ book }: { book: BookDto }) {
  return (
    <Group gap="xs">
      <ReadLink book={book} />
      <MarkButton item={book} isRead={book.readProgress?.completed ?? false} />
      <div className={heroClasses.together}>
        <WantBookButton id={book.id} seriesId={book.seriesId} title={book.title} />
        <div className={heroClasses.last}>
          <DownloadBook book={book} />
          <MoreActions book={book} />
        </div>
      </div>
    </Group>
  );
}

/** Continues at the last position. */
function ReadLink({ book }: { book: BookDto }) {
  const t = useTranslate();
  const format = useFormat();
  const { id, pageCount, readProgress, fileFormat } = book;
  const words = () => {
    if (!readProgress || isAtStart(book)) return t('books.read');
    if (readProgress.completed) return t('books.readAgain');
    const share = readProgress.progressPercentage;
    return isText(fileFormat) && share !== null
      ? t('books.continueAt', { percent: format.percent(share) })
      : t('books.continueOn', { page: format.number(readProgress.currentPage) });
  };
  // A PDF that the server cannot open may be encrypted. The reader asks for its password.
  if (pageCount === 0 && !isDocument(fileFormat)) return null;
  return (
    <ButtonLink to="/books/$id/read" params={{ id }} leftSection={<IconBook size={18} />}>
      {words()}
    </ButtonLink>
  );
}

type Dialog = 'edit' | 'match' | 'tracking' | 'covers' | 'lists' | FileAction;

function MoreActions({ book }: { book: BookDto }) {
  const [dialog, setDialog] = useState<Dialog>();
  const hasPermission = usePermission();
  useShortcut('e', () => hasPermission('books:write') && setDialog('edit'));
  const close = () => setDialog(undefined);
  const leave = useLeave();
  const { id, title, pageCount, seriesId } = book;
  return (
    <>
      <MoreMenuItems book={book} onOpen={setDialog} />
      {dialog === 'edit' && <MetadataEditor noun="books" id={id} onClose={close} />}
      {dialog === 'match' && <MatchDialog noun="books" id={id} title={title} onClose={close} />}
      {dialog === 'tracking' && <TrackingDialog noun="books" id={id} title={title} onClose={close} />}
      {dialog === 'covers' && <CoverDialog noun="books" id={id} pageCount={pageCount} onClose={close} />}
      {dialog === 'lists' && <AddToList kind="readlists" ids={[id]} title={title} onClose={close} />}
      {isFileAction(dialog) && (
        <FileDialog action={dialog} item={book} onClose={close} onDeleted={() => void leave(seriesId)} />
      )}
    </>
  );
}

function MoreMenuItems({ book, onOpen }: { book: BookDto; onOpen(dialog: Dialog): void }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { id, libraryId, readProgress, pageCount, fileFormat } = book;
  return (
    <MoreMenu label={t('books.more')}>
      {readProgress && pageCount > 0 && (
        <Menu.Item
          leftSection={<IconRotate size={16} />}
          renderRoot={(props) => (
            <Link to="/books/$id/read" params={{ id }} search={{ page: 1 }} {...props} />
          )}
        >
          {t('books.fromStart')}
        </Menu.Item>
      )}
      {pageCount > 0 && (
        <Menu.Item
          leftSection={<IconSpy size={16} />}
          renderRoot={(props) => (
            <Link to="/books/$id/read" params={{ id }} search={{ incognito: true }} {...props} />
          )}
        >
          {t('items.readIncognito')}
        </Menu.Item>
      )}
      {hasPermission('files:download') && (
        <DownloadItem href={toUrl(`api/v1/books/${id}/file`)}>{t('books.download')}</DownloadItem>
      )}
      {hasPermission('files:download') && becomesEpub(fileFormat) && pageCount > 0 && (
        <DownloadItem href={toUrl(`api/v1/books/${id}/file?format=epub`)}>
          {t('books.downloadEpub')}
        </DownloadItem>
      )}
      {hasPermission('files:download') && isText(fileFormat) && pageCount > 0 && (
        <DownloadItem href={toUrl(`api/v1/books/${id}/file?format=kepub`)}>
          {t('books.downloadKepub')}
        </DownloadItem>
      )}
      {hasPermission('readlists:write') && (
        <Menu.Item leftSection={<IconPlaylistAdd size={16} />} onClick={() => onOpen('lists')}>
          {t('books.addToReadList')}
        </Menu.Item>
      )}
      <TrackingItem noun="books" onOpen={() => onOpen('tracking')} />
      {hasPermission('books:write') && (
        <>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen('edit')}>
            {t('books.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconWorldSearch size={16} />} onClick={() => onOpen('match')}>
            {t('matching.match')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPhoto size={16} />} onClick={() => onOpen('covers')}>
            {t('books.covers')}
          </Menu.Item>
          <AnalyzeItem of={{ noun: 'books', id }}>{t('books.analyze')}</AnalyzeItem>
        </>
      )}
      <FileItems noun="books" format={fileFormat} libraryId={libraryId} onOpen={onOpen} />
    </MoreMenu>
  );
}
