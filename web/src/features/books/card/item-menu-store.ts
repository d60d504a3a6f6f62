// The open card menu, at most one: its item and position. The app frame renders it (features/item-menu).
import { type ReactNode, useSyncExternalStore } from 'react';
import type { Item } from '../item.ts';

/** Actions known only to the list of the card: select it, or hide it from a shelf. */
export interface ExtraAction {
  label: string;
  icon: ReactNode;
  run(): void;
}

export interface ItemMenuRequest {
  item: Item;
  /** Screen position in pixels. */
  x: number;
  y: number;
  extras: readonly ExtraAction[];
  /** Opens the editor instead of the menu. */
  isEditing?: true;
}

let current: ItemMenuRequest | undefined;
const listeners = new Set<() => void>();

function set(next: ItemMenuRequest | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const openItemMenu = (request: ItemMenuRequest): void => set(request);
export const closeItemMenu = (): void => set(undefined);
export const useItemMenu = (): ItemMenuRequest | undefined => useSyncExternalStore(subscribe, () => current);
