// Viewing a search hit does not count as reading: the stored position remains until the user continues at the hit.
import { useEffect, useRef, useState } from 'react';

export interface Look {
  /** The page to report: the page where the user left off while viewing hits. */
  readPage: number;
  /** The search is closed, and another page is shown. */
  isAway: boolean;
  /** Continues reading at this page. */
  stayAt(page: number): void;
}

export function useLook(page: number, isSearching: boolean): Look {
  const [leftAt, setLeftAt] = useState<number>();
  /** The last page shown by the search. */
  const foundAt = useRef(page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the search opens and closes
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
