// Screen-reader announcements of a sortable list.
import { useTranslate } from '../../i18n/translate.ts';
import type { SortableAnnouncements } from './sortable-list.tsx';

export function useSortableWords(count: number): SortableAnnouncements {
  const t = useTranslate();
  return {
    help: t('lists.dragHelp'),
    drag: (title) => t('lists.drag', { title }),
    up: (title) => t('lists.moveUp', { title }),
    down: (title) => t('lists.moveDown', { title }),
    lifted: (title, position) => t('lists.lifted', { title, place: position, count }),
    over: (title, position) => t('lists.movedOver', { title, place: position, count }),
    dropped: (title, position) => t('lists.dropped', { title, place: position, count }),
    cancelled: (title) => t('lists.dropCancelled', { title }),
  };
}
