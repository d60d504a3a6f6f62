// The menu of actions for the visible pages.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Page } from '@lectern/contract/serving/pages';
import { Menu } from '@mantine/core';
import {
  IconBook2,
  IconBookmark,
  IconBookmarks,
  IconBooks,
  IconDotsVertical,
  IconDownload,
  IconEdit,
  IconFocusCentered,
  IconSlideshow,
  IconZoomScan,
} from '@tabler/icons-react';
import { Fragment } from 'react';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { BarButton } from '../../shared/bars/bar-button.tsx';
import type { Guided } from '../guided/use-guided.ts';
import { toOriginal } from '../stage/use-sources.ts';
import type { Command } from '../state/keys.ts';
import classes from './page-menu.module.css';
import { usePageCover } from './use-page-cover.ts';

interface Props {
  book: BookDto;
  pages: readonly Page[];
  /** The visible pages in reading order. */
  shown: readonly number[];
  isMarked: boolean;
  guided: Pick<Guided, 'isArmed' | 'wholePages' | 'toggleWhole'>;
  onCorrect(page: number): void;
  run(command: Command): void;
}

export function PageMenu(props: Props) {
  const t = useTranslate();
  const { shown, isMarked, run } = props;
  return (
    <Menu
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      width={300}
      transitionProps={{ duration: 80 }}
    >
      <Menu.Target>
        <BarButton label={t('reader.comic.more')}>
          <IconDotsVertical />
        </BarButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        <Menu.Item leftSection={<IconBookmark size={18} />} onClick={() => run('bookmark')}>
          {t(isMarked ? 'reader.comic.removeBookmark' : 'reader.comic.addBookmark')}
        </Menu.Item>
        <Menu.Item leftSection={<IconBookmarks size={18} />} onClick={() => run('bookmarks')}>
          {t('reader.comic.bookmarks')}
        </Menu.Item>
        <Menu.Item leftSection={<IconZoomScan size={18} />} onClick={() => run('magnifier')}>
          {t('reader.comic.magnifier')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSlideshow size={18} />} onClick={() => run('slideshow')}>
          {t('reader.comic.slideshow')}
        </Menu.Item>
        {shown.map((page) => (
          <OfPage key={page} {...props} page={page} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function OfPage({ book, pages, guided, onCorrect, page }: Props & { page: number }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { mutate } = usePageCover(book.id);
  const mayWrite = { books: hasPermission('books:write'), series: hasPermission('series:write') };
  const mayDownload = hasPermission('files:download');
  if (!guided.isArmed && !mayDownload && !mayWrite.books && !mayWrite.series) return null;
  return (
    <Fragment>
      <Menu.Divider />
      <Menu.Label>{t('reader.comic.pageNumber', { page })}</Menu.Label>
      {guided.isArmed && (
        <Menu.Item leftSection={<IconFocusCentered size={18} />} onClick={() => guided.toggleWhole(page)}>
          {t(guided.wholePages.includes(page) ? 'reader.comic.showPanels' : 'reader.comic.showWhole', {
            page,
          })}
        </Menu.Item>
      )}
      {guided.isArmed && mayWrite.books && (
        <Menu.Item leftSection={<IconEdit size={18} />} onClick={() => onCorrect(page)}>
          {t('reader.comic.correctPanels', { page })}
        </Menu.Item>
      )}
      {mayDownload && (
        <Menu.Item
          leftSection={<IconDownload size={18} />}
          component="a"
          href={toOriginal(book.id, page)}
          download={toFileName(book.title, page, pages[page - 1])}
        >
          {t('reader.comic.downloadPage', { page })}
        </Menu.Item>
      )}
      {mayWrite.books && (
        <Menu.Item
          leftSection={<IconBook2 size={18} />}
          onClick={() => mutate({ owner: { noun: 'books', id: book.id }, page })}
        >
          {t('reader.comic.coverOfBook', { page })}
        </Menu.Item>
      )}
      {mayWrite.series && (
        <Menu.Item
          leftSection={<IconBooks size={18} />}
          onClick={() => mutate({ owner: { noun: 'series', id: book.seriesId }, page })}
        >
          {t('reader.comic.coverOfSeries', { page })}
        </Menu.Item>
      )}
    </Fragment>
  );
}

const extensions: Readonly<Record<string, string>> = { jpeg: 'jpg' };

/** For example "Saga 1 - 012.jpg". The browser replaces characters that file names cannot contain. */
function toFileName(title: string, page: number, facts: Page | undefined): string {
  const format = facts?.fileFormat ?? 'jpeg';
  return `${title} - ${String(page).padStart(3, '0')}.${extensions[format] ?? format}`;
}
