// Tracks which pages of the stage are still loading.
import { useState } from 'react';

export interface Coming {
  note(number: number, isComing: boolean): void;
  /** Whether one of these pages is still loading. */
  some(numbers: readonly number[]): boolean;
}

/** A stable object: loading a page does not cause a new rendering. */
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
