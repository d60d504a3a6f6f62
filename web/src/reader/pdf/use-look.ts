// A look at search hits is no reading: the position stays where reading stopped, until one reads on.
import { useEffect, useRef, useState } from 'react';

export interface Look {
  /** The page to report: where reading stopped while one looks. */
  readPage: number;
  /** The search is closed, and another page is shown. */
  isAway: boolean;
  /** Reading goes on at this page. */
  stayAt(page: number): void;
}

export function useLook(page: number, isSearching: boolean): Look {
  const [leftAt, setLeftAt] = useState<number>();
  /** The last page that the search has shown. */
  const foundAt = useRef(page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the search is opened and closed
  useEffect(() => {
    if (isSearching) setLeftAt((before) => before ?? page);
    else foundAt.current = page;
  }, [isSearching]);
  useEffect(() => {
    if (!isSearching && page !== foundAt.current) setLeftAt(undefined);
  }, [page, isSearching]);
  return {
    readPage: leftAt ?? page,
    isAway: !isSearching && leftAt !== undefined && leftAt !== page,
    stayAt: (wanted) => setLeftAt(isSearching ? wanted : undefined),
  };
}
