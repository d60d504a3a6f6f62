// Exports of the card menu. Loaded when the pointer first enters a card or a menu opens.
import { useEffect, useState } from 'react';
import { loadable } from '../../ui/loadable.tsx';
import { useItemMenu } from '../books/index.tsx';

const load = () => import('./item-menu.tsx');
const Menu = loadable(async () => (await load()).ItemMenu);

/** The buttons over covers. */
export const CardActions = loadable(async () => {
  const { CardActions: actions } = await import('./card-actions.tsx');
  // A pointer on a card may open its menu next.
  void load().catch(() => undefined);
  return actions;
});

/** Stays mounted after the first opening, because its dialogs outlive the menu. */
export function ItemMenuHost() {
  const isOpen = useItemMenu() !== undefined;
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    if (isOpen) setNeeded(true);
  }, [isOpen]);
  return (isOpen || isNeeded) && <Menu />;
}
