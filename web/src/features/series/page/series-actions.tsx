// What can be done with a series: read on, mark it, want it, and for those who may, change it.
import type { Series } from '@lectern/contract/series';
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
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, toUrl } from '../../../api/call.ts';
import { useMay } from '../../../api/use-may.ts';
import { useFormat } from '../../../i18n/format.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { tell, tellFault } from '../../../ui/toasts.tsx';
import { useMarkSeries } from '../../books/index.tsx';
import { CoverDialog } from '../../covers/index.tsx';
import { AddToGathering } from '../../gatherings/index.tsx';
import { MetadataEditor } from '../../metadata/index.tsx';
import { KeepSeries } from '../../offline/index.tsx';
import { WantButton } from '../../want-to-read/index.tsx';
import { booksWindow, nextBook } from './queries.ts';
import { useText } from './words/index.ts';

export function SeriesActions({ series }: { series: Series }) {
  const t = useText();
  const may = useMay();
  const mark = useMarkSeries(series);
  const { id, title, unreadCount, wantToRead } = series;
  const isRead = unreadCount === 0;
  return (
    <Group gap="xs">
      <ReadOn series={series} />
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
      <WantButton noun="series" id={id} title={title} isWanted={wantToRead} />
      <KeepSeries seriesId={id} />
      <MoreActions series={series} />
    </Group>
  );
}

/** Says which book it opens, and where. */
function ReadOn({ series: { id } }: { series: Series }) {
  const t = useText();
  const format = useFormat();
  const { data: next } = useQuery(nextBook(id));
  const { data: first } = useQuery({
    ...booksWindow({ id, shown: 'all', page: 1 }),
    enabled: next === null,
  });
  const book = next ?? first?.data[0];
  if (!book || book.pageCount === 0) return null;
  const place = next?.readProgress;
  const share = place?.progressPercentage;
  const words = () => {
    if (!next) return t('readAgain');
    if (!place) return t('read', { title: book.title });
    return book.fileFormat === 'epub' && share
      ? t('continueAt', { title: book.title, percent: format.percent(share) })
      : t('continueOn', { title: book.title, page: format.number(place.currentPage) });
  };
  return (
    <ButtonLink to="/books/$id/read" params={{ id: book.id }} leftSection={<IconBook size={18} />} maw="100%">
      {words()}
    </ButtonLink>
  );
}

type Dialog = 'edit' | 'covers' | 'collections';

function MoreActions({ series: { id, title } }: { series: Series }) {
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  return (
    <>
      <MoreMenu id={id} onOpen={setDialog} />
      {dialog === 'edit' && <MetadataEditor noun="series" id={id} onClose={close} />}
      {dialog === 'covers' && <CoverDialog noun="series" id={id} onClose={close} />}
      {dialog === 'collections' && (
        <AddToGathering kind="collections" ids={[id]} title={title} onClose={close} />
      )}
    </>
  );
}

function MoreMenu({ id, onOpen }: { id: string; onOpen(dialog: Dialog): void }) {
  const t = useText();
  const may = useMay();
  const analyze = useMutation({
    mutationFn: () => call('POST /api/v1/series/{id}/analyze', { params: { id }, query: { force: 'true' } }),
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
        {may('files:download') && (
          <Menu.Item
            leftSection={<IconDownload size={16} />}
            component="a"
            href={toUrl(`api/v1/series/${id}/download`)}
            download
          >
            {t('download')}
          </Menu.Item>
        )}
        {may('collections:write') && (
          <Menu.Item leftSection={<IconPlaylistAdd size={16} />} onClick={() => onOpen('collections')}>
            {t('addToCollection')}
          </Menu.Item>
        )}
        {may('series:write') && (
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
