// The actions on a series: read, mark, want to read, edit.
import type { Series } from '@lectern/contract/libraries/series';
import { isText } from '@lectern/contract/values';
import { Group, Menu } from '@mantine/core';
import {
  IconBook,
  IconPencil,
  IconPhoto,
  IconPlaylistAdd,
  IconTags,
  IconTrash,
  IconWorldSearch,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call, toUrl } from '../../../api/call.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import heroClasses from '../../../ui/cards/hero.module.css';
import { DownloadItem } from '../../../ui/download-item.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { useShortcut } from '../../../ui/shortcuts.ts';
import { useAction } from '../../../ui/use-action.ts';
import { AnalyzeItem } from '../../analysis/index.tsx';
import { isAtStart, MarkButton, useCardTitle } from '../../books/index.tsx';
import { CoverDialog } from '../../covers/index.tsx';
import { type FileAction, FileDialog, FileItems, isFileAction } from '../../files/index.tsx';
import { AddToList } from '../../lists/index.tsx';
import { MatchDialog } from '../../matching/index.tsx';
import { MetadataEditor } from '../../metadata/index.tsx';
import { DownloadSeries } from '../../offline/index.tsx';
import { TrackingDialog, TrackingItem } from '../../tracking/index.tsx';
import { WantButton } from '../../want-button/index.tsx';
import { nextBook } from './queries.ts';
import { SharingDialog } from './sharing-dialog.tsx';

export function SeriesActions({ series }: { series: Series }) {
  const { id, title, unreadCount, wantToRead } = series;
  return (
    <Group gap="xs">
      <ContinueButton series={series} />
      <MarkButton item={series} isRead={unreadCount === 0} />
      <div className={heroClasses.together}>
        <WantButton noun="series" id={id} title={title} isOnWantToRead={wantToRead} />
        <div className={heroClasses.last}>
          <DownloadSeries seriesId={id} />
          <MoreActions series={series} />
        </div>
      </div>
    </Group>
  );
}

/** Names the target book and position. */
function ContinueButton({ series: { id, title: seriesTitle } }: { series: Series }) {
  const t = useTranslate();
  const format = useFormat();
  const toTitle = useCardTitle();
  const { data: book } = useQuery(nextBook(id));
  if (!book) return null;
  const progress = book.readProgress;
  const share = progress?.progressPercentage;
  const shown = toTitle(book, { isAtHome: true });
  // A book that is its whole series has no other name.
  const title = shown.mark || (book.title === seriesTitle ? '' : shown.title);
  const words = () => {
    if (progress?.completed) return t('series.page.readAgain');
    if (!progress || isAtStart(book)) return title ? t('series.page.read', { title }) : t('books.read');
    if (isText(book.fileFormat) && share) {
      const percent = format.percent(share);
      return title ? t('series.page.continueAt', { title, percent }) : t('books.continueAt', { percent });
    }
    const page = format.number(progress.currentPage);
    return title ? t('series.page.continueOn', { title, page }) : t('books.continueOn', { page });
  };
  return (
    <ButtonLink to="/books/$id/read" params={{ id: book.id }} leftSection={<IconBook size={18} />} maw="100%">
      {words()}
    </ButtonLink>
  );
}

type Dialog = 'edit' | 'match' | 'tracking' | 'covers' | 'collections' | 'sharing' | FileAction;

function MoreActions({ series }: { series: Series }) {
  const [dialog, setDialog] = useState<Dialog>();
  const hasPermission = usePermission();
  useShortcut('e', () => hasPermission('series:write') && setDialog('edit'));
  const navigate = useNavigate();
  const close = () => setDialog(undefined);
  const { id, title } = series;
  return (
    <>
      <MoreMenuItems series={series} onOpen={setDialog} />
      {dialog === 'sharing' && <SharingDialog series={series} onClose={close} />}
      {dialog === 'edit' && <MetadataEditor noun="series" id={id} onClose={close} />}
      {dialog === 'match' && <MatchDialog noun="series" id={id} title={title} onClose={close} />}
      {dialog === 'tracking' && <TrackingDialog noun="series" id={id} title={title} onClose={close} />}
      {dialog === 'covers' && <CoverDialog noun="series" id={id} onClose={close} />}
      {dialog === 'collections' && <AddToList kind="collections" ids={[id]} title={title} onClose={close} />}
      {isFileAction(dialog) && (
        <FileDialog
          action={dialog}
          item={series}
          onClose={close}
          onDeleted={() => void navigate({ to: '/' })}
        />
      )}
    </>
  );
}

interface MenuProps {
  series: Series;
  onOpen(dialog: Dialog): void;
}

function MoreMenuItems({ series: { id, libraryId, title }, onOpen }: MenuProps) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { runAction } = useAction(['series'], ['books']);
  const purge = () =>
    openConfirmation({
      title: t('series.page.purgeTitle', { title }),
      text: t('series.page.purgeText'),
      action: t('series.page.purgeAction'),
      act: () =>
        runAction({
          work: () => call('DELETE /api/v1/series/{id}/purge-deleted', { params: { id } }),
          done: ({ purged }) => t('series.page.purged', { count: purged }),
        }),
    });
  return (
    <MoreMenu label={t('series.page.more')}>
      {hasPermission('files:download') && (
        <DownloadItem href={toUrl(`api/v1/series/${id}/download`)}>{t('series.page.download')}</DownloadItem>
      )}
      {hasPermission('collections:write') && (
        <Menu.Item leftSection={<IconPlaylistAdd size={16} />} onClick={() => onOpen('collections')}>
          {t('series.page.addToCollection')}
        </Menu.Item>
      )}
      <TrackingItem noun="series" onOpen={() => onOpen('tracking')} />
      {hasPermission('series:write') && (
        <>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen('edit')}>
            {t('series.page.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconWorldSearch size={16} />} onClick={() => onOpen('match')}>
            {t('matching.match')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPhoto size={16} />} onClick={() => onOpen('covers')}>
            {t('series.page.covers')}
          </Menu.Item>
        </>
      )}
      {hasPermission('books:write') && (
        <AnalyzeItem of={{ noun: 'series', id }}>{t('series.page.analyze')}</AnalyzeItem>
      )}
      {hasPermission('series:write') && hasPermission('users:read') && (
        <Menu.Item leftSection={<IconTags size={16} />} onClick={() => onOpen('sharing')}>
          {t('series.page.sharingTags')}
        </Menu.Item>
      )}
      {hasPermission('libraries:write') && (
        <Menu.Item leftSection={<IconTrash size={16} />} onClick={purge}>
          {t('series.page.purge')}
        </Menu.Item>
      )}
      <FileItems noun="series" libraryId={libraryId} onOpen={onOpen} />
    </MoreMenu>
  );
}
