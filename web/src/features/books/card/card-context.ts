// Context of cards: the buttons over their covers, and additional menu actions.
import { type ComponentType, createContext } from 'react';
import type { Item } from '../item.ts';
import type { ExtraAction } from './item-menu-store.ts';

export interface CardActionsProps {
  item: Item;
  onMenu(event: { currentTarget: Element }): void;
}

/** Set by the app frame. Readers and similar pages have none. */
export const CardActionsContext = createContext<ComponentType<CardActionsProps> | undefined>(undefined);

/** Set by lists and shelves. */
export const ExtraActionsContext = createContext<(item: Item) => readonly ExtraAction[]>(() => []);
