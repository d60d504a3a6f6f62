// What surrounds cards gives them: the buttons over their covers, and more actions for their menus.
import { type ComponentType, createContext } from 'react';
import type { Item } from '../item.ts';
import type { ExtraAction } from './item-menu-store.ts';

export interface CardActionsProps {
  item: Item;
  onMenu(event: { currentTarget: Element }): void;
}

/** Set by the frame; readers and the like have none. */
export const CardActionsContext = createContext<ComponentType<CardActionsProps> | undefined>(undefined);

/** Set by lists and shelves. */
export const ExtraActionsContext = createContext<(item: Item) => readonly ExtraAction[]>(() => []);
