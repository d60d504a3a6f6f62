// The bookmarks of the book with thumbnails, next to the page.
import { Button, CloseButton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { useTranslate } from '../../../i18n/translate.ts';
import { Picture } from '../../../ui/cards/picture.tsx';
import { SidePanel } from '../../shared/panel/side-panel.tsx';
import { toThumbnail } from '../stage/use-sources.ts';
import classes from './bookmarks-panel.module.css';
import type { Bookmarks } from './use-bookmarks.ts';

interface Props {
  bookId: string;
  bookmarks: Bookmarks;
  page: number;
  onPage(page: number): void;
  onClose(): void;
}

export function BookmarksPanel({ bookId, bookmarks: { pages, toggle }, page, onPage, onClose }: Props) {
  const t = useTranslate();
  const isMarked = pages.includes(page);
  return (
    <SidePanel title={t('reader.comic.bookmarks')} closeLabel={t('reader.comic.close')} onClose={onClose}>
      <Stack gap="md">
        <Button
          variant="default"
          leftSection={isMarked ? <IconBookmarkFilled size={18} /> : <IconBookmark size={18} />}
          onClick={() => void toggle(page)}
        >
          {t(isMarked ? 'reader.comic.removeBookmark' : 'reader.comic.addBookmark')}
        </Button>
        {pages.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('reader.comic.noBookmarks')}
          </Text>
        ) : (
          <ul className={classes.list}>
            {pages.map((number) => (
              <li key={number} className={classes.item}>
                <UnstyledButton
                  className={classes.page}
                  aria-current={number === page ? 'page' : undefined}
                  onClick={() => onPage(number)}
                >
                  <Picture className={classes.picture} src={toThumbnail(bookId, number)} alt="" />
                  {t('reader.comic.pageNumber', { page: number })}
                </UnstyledButton>
                <CloseButton
                  className={classes.remove}
                  size="md"
                  aria-label={t('reader.comic.removeBookmarkOf', { page: number })}
                  onClick={() => void toggle(number)}
                />
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </SidePanel>
  );
}
