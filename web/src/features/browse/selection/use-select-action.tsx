// The menu entry that selects a card. On touch screens, it starts a selection.
import { IconSquare, IconSquareCheck } from '@tabler/icons-react';
import { useCallback, useRef } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import type { ExtraAction, Item } from '../../books/index.tsx';
import type { Selection } from './use-selection.ts';

/** The function is stable per language, so that cards are not rendered again. */
export function useSelectAction(selection: Selection): (item: Item) => readonly ExtraAction[] {
  const t = useTranslate();
  const latest = useRef(selection);
  latest.current = selection;
  return useCallback(
    (item) => {
      const isSelected = latest.current.has(item.id);
      const icon = isSelected ? <IconSquare size={18} /> : <IconSquareCheck size={18} />;
      const run = () => latest.current.toggleItem(item);
      return [{ label: t(isSelected ? 'browse.deselectOne' : 'browse.selectOne'), icon, run }];
    },
    [t],
  );
}
