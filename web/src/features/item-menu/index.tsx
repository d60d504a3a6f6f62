// What the frame uses of the menu of cards. Loaded when a card is first pointed at, or a menu opened.
import { useEffect, useState } from 'react';
import { loadable } from '../../ui/loadable.tsx';
import { useItemMenu } from '../books/index.tsx';

const load = () => import('./item-menu.tsx');
const Menu = loadable(async () => (await load()).ItemMenu);

/** The buttons over covers. */
export const CardActions = loadable(async () => {
  const { CardActions: actions } = await import('./card-actions.tsx');
  // Who points at a card may open its menu next.
  void load().catch(() => undefined);
  return actions;
});

/** Rendered once: stays when it was opened, as its dialogs outlive the menu. */
export function ItemMenuHost() {
  const isOpen = useItemMenu() !== undefined;
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    if (isOpen) setNeeded(true);
  }, [isOpen]);
  return (isOpen || isNeeded) && <Menu />;
}
