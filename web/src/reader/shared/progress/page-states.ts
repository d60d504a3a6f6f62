// Tracks which pages are loading, displayed or damaged: only displayed pages count as read.
import { useMemo, useState, useSyncExternalStore } from 'react';

/** `coming` while loading, `there` when displayed, `failed` if it cannot be displayed. */
export type PageState = 'coming' | 'there' | 'failed';

export interface PageStates {
  /** Undefined after the page has left the screen. */
  note(number: number, state: PageState | undefined): void;
  /** Whether one of these pages is still loading. */
  areComing(numbers: readonly number[]): boolean;
  /** The state of each page, joined by spaces, so that two results can be compared. */
  describe(numbers: readonly number[]): string;
  subscribe(listener: () => void): () => void;
}

/** A stable object: loading a page causes a new rendering only where its state is used. */
export function usePageStates(): PageStates {
  const [states] = useState(createPageStates);
  return states;
}

function createPageStates(): PageStates {
  const states = new Map<number, PageState>();
  const listeners = new Set<() => void>();
  return {
    note(number, state) {
      if (state) states.set(number, state);
      else states.delete(number);
      for (const listener of listeners) listener();
    },
    areComing: (numbers) => numbers.some((number) => states.get(number) === 'coming'),
    describe: (numbers) => numbers.map((number) => states.get(number) ?? 'coming').join(' '),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The displayed pages among these. Empty until all of them are loaded or have failed. */
export function useDisplayed(states: PageStates, numbers: readonly number[]): readonly number[] {
  const described = useSyncExternalStore(states.subscribe, () => states.describe(numbers));
  return useMemo(() => {
    const each = described.split(' ');
    return each.includes('coming') ? [] : numbers.filter((_, index) => each[index] === 'there');
  }, [described, numbers]);
}
