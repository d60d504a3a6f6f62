// The entry of a card's menu that selects it: on touch screens the beginning of every selection.
import { IconSquare, IconSquareCheck } from '@tabler/icons-react';
import { useCallback, useRef } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import type { ExtraAction, Item } from '../../books/index.tsx';
import type { Selection } from './use-selection.ts';

/** The same function as long as the language is: cards are not rendered again for it. */
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
