// Read or not read: a book, or all books of a series.
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { usePermission } from '../../api/use-permission.ts';
import type { Item } from './item.ts';
import { useMark } from './use-mark.ts';
import { useText } from './words/index.ts';

export function MarkButton({ item, isRead }: { item: Item; isRead: boolean }) {
  const t = useText();
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
      {t(isRead ? 'markUnread' : 'markRead')}
    </Button>
  );
}
