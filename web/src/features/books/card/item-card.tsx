// A card with actions: buttons over the cover on hover and focus, and a menu by right click, long press, the menu key and
// Shift+F10. The key E opens the editor. The buttons are not in the tab order, because the menu contains the same actions.
import { type KeyboardEvent, type MouseEvent, type ReactNode, useContext, useState } from 'react';
import classes from '../../../ui/cards/card.module.css';
import { isShortcut } from '../../../ui/shortcuts.ts';
import type { Item } from '../item.ts';
import { CardActionsContext, ExtraActionsContext } from './card-context.ts';
import { openItemMenu } from './item-menu-store.ts';
import { useLongPress } from './use-long-press.ts';

interface Props {
  item: Item;
  /** The link with cover and titles. */
  children: ReactNode;
}

export function ItemCard({ item, children }: Props) {
  const Actions = useContext(CardActionsContext);
  const toExtras = useContext(ExtraActionsContext);
  const [isLive, setLive] = useState(false);
  const open = (x: number, y: number) => openItemMenu({ item, x, y, extras: toExtras(item) });
  const { isPressed, handlers } = useLongPress(open);
  const openAt = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    open(left + width / 2, top + height / 2);
  };
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    if (!isPressed()) open(event.clientX, event.clientY);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'e' && isShortcut(event.nativeEvent)) {
      event.preventDefault();
      openItemMenu({ item, x: 0, y: 0, extras: [], isEditing: true });
      return;
    }
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
    event.preventDefault();
    const { currentTarget } = event;
    // Opens after this event: otherwise, the pending key event would close the menu again.
    window.setTimeout(() => openAt(currentTarget));
  };
  if (!Actions) return <div className={classes.cell}>{children}</div>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside has the focus, the handlers act on the card
    <div
      className={classes.cell}
      {...handlers}
      onContextMenu={onContextMenu}
      onKeyDown={onKeyDown}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setLive(true)}
      onFocus={() => setLive(true)}
    >
      {children}
      {isLive && <Actions item={item} onMenu={({ currentTarget }) => openAt(currentTarget)} />}
    </div>
  );
}
