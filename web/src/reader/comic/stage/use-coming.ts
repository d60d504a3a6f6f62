// Which pages of the stage are still loading, for what waits for them.
import { useState } from 'react';

export interface Coming {
  note(number: number, isComing: boolean): void;
  /** Whether one of these pages is still loading. */
  some(numbers: readonly number[]): boolean;
}

/** The same object in every rendering: nothing is drawn anew when a page is there. */
export function useComing(): Coming {
  const [coming] = useState(createComing);
  return coming;
}

function createComing(): Coming {
  const pages = new Set<number>();
  return {
    note(number, isComing) {
      if (isComing) pages.add(number);
      else pages.delete(number);
    },
    some: (numbers) => numbers.some((number) => pages.has(number)),
  };
}
