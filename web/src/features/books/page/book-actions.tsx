// What can be done with a book: read it, mark it, want it, and for those who may, change it.
import type { BookDto } from '@lectern/contract/books';
import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import {
  IconBook,
  IconCheck,
  IconDots,
  IconDownload,
  IconPencil,
  IconPhoto,
  IconPlaylistAdd,
  IconRefresh,
  IconRotate,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call, toUrl } from '../../../api/call.ts';
import { useMay } from '../../../api/use-may.ts';
import { useFormat } from '../../../i18n/format.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { tell, tellFault } from '../../../ui/toasts.tsx';
import { CoverDialog } from '../../covers/index.tsx';
import { AddToGathering } from '../../gatherings/index.tsx';
import { MetadataEditor } from '../../metadata/index.tsx';
import { KeepBook } from '../../offline/index.tsx';
import { WantBookButton } from '../../want-to-read/index.tsx';
import { useMarkBook } from '../use-mark.ts';
import { useText } from '../words/index.ts';

export function BookActions({ book }: { book: BookDto }) {
  const t = useText();
  const may = useMay();
  const mark = useMarkBook(book);
  const isRead = book.readProgress?.completed ?? false;
  return (
    <Group gap="xs">
      <ReadLink book={book} />
      {may('progress:write') && (
        <Button
          variant="default"
          leftSection={<IconCheck size={18} />}
          loading={mark.isPending}
          onClick={() => mark.mutate(!isRead)}
        >
          {t(isRead ? 'markUnread' : 'markRead')}
        </Button>
      )}
      <WantBookButton id={book.id} seriesId={book.seriesId} title={book.title} />
      <KeepBook book={book} />
      <MoreActions book={book} />
    </Group>
  );
}

/** Goes on where one was. */
export function ReadLink({ book }: { book: BookDto }) {
  const t = useText();
  const format = useFormat();
  const { id, pageCount, readProgress, fileFormat } = book;
  const words = () => {
    if (!readProgress) return t('read');
    if (readProgress.completed) return t('readAgain');
    const share = readProgress.progressPercentage;
    return fileFormat === 'epub' && share !== null
      ? t('continueAt', { percent: format.percent(share) })
      : t('continueOn', { page: format.number(readProgress.currentPage) });
  };
  if (pageCount === 0) return null;
  return (
    <ButtonLink to="/books/$id/read" params={{ id }} leftSection={<IconBook size={18} />}>
      {words()}
    </ButtonLink>
  );
}

type Dialog = 'edit' | 'covers' | 'lists';

function MoreActions({ book }: { book: BookDto }) {
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const { id, title, pageCount } = book;
  return (
    <>
      <MoreMenu book={book} onOpen={setDialog} />
      {dialog === 'edit' && <MetadataEditor noun="books" id={id} onClose={close} />}
      {dialog === 'covers' && <CoverDialog noun="books" id={id} pageCount={pageCount} onClose={close} />}
      {dialog === 'lists' && <AddToGathering kind="readlists" ids={[id]} title={title} onClose={close} />}
    </>
  );
}

function MoreMenu({ book, onOpen }: { book: BookDto; onOpen(dialog: Dialog): void }) {
  const t = useText();
  const may = useMay();
  const { id, readProgress, pageCount } = book;
  const analyze = useMutation({
    mutationFn: () => call('POST /api/v1/books/{id}/analyze', { params: { id }, query: { force: 'true' } }),
    onSuccess: () => tell(t('analyzing')),
    onError: tellFault,
  });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('more')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {readProgress && pageCount > 0 && (
          <Menu.Item
            leftSection={<IconRotate size={16} />}
            renderRoot={(props) => (
              <Link to="/books/$id/read" params={{ id }} search={{ page: 1 }} {...props} />
            )}
          >
            {t('fromStart')}
          </Menu.Item>
        )}
        {may('files:download') && (
          <Menu.Item
            leftSection={<IconDownload size={16} />}
            component="a"
            href={toUrl(`api/v1/books/${id}/file`)}
            download
          >
            {t('download')}
          </Menu.Item>
        )}
        {may('readlists:write') && (
          <Menu.Item leftSection={<IconPlaylistAdd size={16} />} onClick={() => onOpen('lists')}>
            {t('addToReadList')}
          </Menu.Item>
        )}
        {may('books:write') && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen('edit')}>
              {t('edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconPhoto size={16} />} onClick={() => onOpen('covers')}>
              {t('covers')}
            </Menu.Item>
          </>
        )}
        {may('books:write') && (
          <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => analyze.mutate()}>
            {t('analyze')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
