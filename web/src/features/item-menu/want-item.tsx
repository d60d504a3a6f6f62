// The menu entry that adds a series or book to Want to Read, or removes it.
import { Menu } from '@mantine/core';
import { IconHeart, IconHeartOff } from '@tabler/icons-react';
import { useTranslate } from '../../i18n/translate.ts';
import { type Item, isBook } from '../books/index.tsx';
import { useIsBookWanted, useWant } from '../want-button/index.tsx';

export const WantItem = ({ item }: { item: Item }) =>
  isBook(item) ? <WantBookItem book={item} /> : <Entry item={item} isWanted={item.wantToRead} />;

function WantBookItem({ book }: { book: Extract<Item, { seriesId: string }> }) {
  return <Entry item={book} isWanted={useIsBookWanted(book)} />;
}

function Entry({ item, isWanted }: { item: Item; isWanted: boolean }) {
  const t = useTranslate();
  const { mutate } = useWant({ noun: isBook(item) ? 'books' : 'series', id: item.id, title: item.title });
  return (
    <Menu.Item
      leftSection={isWanted ? <IconHeartOff size={18} /> : <IconHeart size={18} />}
      onClick={() => mutate(!isWanted)}
    >
      {t(isWanted ? 'wantToRead.remove' : 'wantToRead.want')}
    </Menu.Item>
  );
}
