// The selected items of a list by id, including items that are not rendered. Not part of the URL.
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { showError } from '../../../ui/toasts/toasts.tsx';
import { windowSize } from '../../../ui/windowing/use-windows.ts';
import type { Item } from '../../books/index.tsx';
import { type ListRequest, listWindow } from '../list/queries.ts';

/** Maximum number of selected items. */
export const maxChosen = 10_000;
/** The largest page size of the API. */
const allSize = 500;

export interface Selection {
  items: ReadonlyMap<string, Item>;
  isActive: boolean;
  has(id: string): boolean;
  toggle(index: number): Promise<void>;
  /** Selects a single item in addition. */
  toggleItem(item: Item): void;
  /** Selects from the last selected item to this one. */
  extendTo(index: number): Promise<void>;
  all(): Promise<void>;
  clear(): void;
}

type Items = ReadonlyMap<string, Item>;
const none: Items = new Map();
const toMap = (items: readonly Item[]): Items => new Map(items.map((item) => [item.id, item]));

export function useSelection(wish: ListRequest, total: number): Selection {
  const queries = useQueryClient();
  const [items, setItems] = useState<Items>(none);
  /** Start of a range, and the selection before it. */
  const anchor = useRef<{ index: number; before: Items }>({ index: 0, before: none });
  const current = useRef(items);
  current.current = items;
  return useMemo<Selection>(() => {
    const set = (next: Items) => {
      current.current = next;
      setItems(next);
    };
    const ask = async (page: number, size: number) =>
      (await queries.fetchQuery({ ...listWindow(wish, page, size), staleTime: 5 * 60_000 })).data;
    const find = async (index: number) =>
      (await ask(Math.floor(index / windowSize) + 1, windowSize))[index % windowSize];
    const slice = async (from: number, to: number): Promise<Item[]> => {
      const found: Item[] = [];
      for (let page = Math.floor(from / windowSize); page * windowSize <= to; page++) {
        const data = await ask(page + 1, windowSize);
        const begin = page * windowSize;
        found.push(...data.slice(Math.max(0, from - begin), to - begin + 1));
      }
      return found;
    };
    const withErrors = async (work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        showError(error);
      }
    };
    return {
      items,
      isActive: items.size > 0,
      has: (id) => items.has(id),
      toggle: (index) =>
        withErrors(async () => {
          const item = await find(index);
          if (!item) return;
          const next = new Map(current.current);
          if (!next.delete(item.id)) next.set(item.id, item);
          anchor.current = { index, before: next };
          set(next);
        }),
      toggleItem(item) {
        const next = new Map(current.current);
        if (!next.delete(item.id)) next.set(item.id, item);
        anchor.current = { ...anchor.current, before: next };
        set(next);
      },
      extendTo: (index) =>
        withErrors(async () => {
          const { index: from, before } = anchor.current;
          const low = Math.min(from, index);
          const high = Math.max(from, index);
          const range = await slice(low, Math.min(high, low + maxChosen - 1));
          set(new Map([...before, ...toMap(range)]));
        }),
      all: () =>
        withErrors(async () => {
          const found: Item[] = [];
          for (let page = 1; found.length < Math.min(total, maxChosen); page++) {
            const data = await ask(page, allSize);
            if (data.length === 0) break;
            found.push(...data);
          }
          const all = toMap(found.slice(0, maxChosen));
          anchor.current = { index: 0, before: all };
          set(all);
        }),
      clear: () => {
        anchor.current = { index: 0, before: none };
        set(none);
      },
    };
  }, [items, queries, total, wish]);
}
