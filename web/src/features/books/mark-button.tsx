// Marks a book, or all books of a series, as read or unread.
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import type { Item } from './item.ts';
import { useMark } from './use-mark.ts';

export function MarkButton({ item, isRead }: { item: Item; isRead: boolean }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const mark = useMark(item);
  if (!hasPermission('progress:write')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconCheck size={18} />}
      loading={mark.isPending}
      onClick={() => mark.mutate(!isRead)}
    >
      {t(isRead ? 'books.markUnread' : 'books.markRead')}
    </Button>
  );
}
