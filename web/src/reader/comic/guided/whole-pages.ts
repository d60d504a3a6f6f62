// The pages that the user wants to see whole, without their panels. Stored on this device, for the last books.
import { toRecord } from '@lectern/contract/records';
import { useCallback, useState } from 'react';
import { readFromDevice, storeOnDevice } from '../../../api/device-storage.ts';

interface WholePages {
  bookId: string;
  pages: readonly number[];
}

const key = 'lectern.comic.whole-pages';
const maxBooks = 200;

function readAll(): WholePages[] {
  try {
    const stored: unknown = JSON.parse(readFromDevice(key) ?? '[]');
    return (Array.isArray(stored) ? stored : []).flatMap((one) => {
      const { bookId, pages } = toRecord(one);
      if (typeof bookId !== 'string' || !Array.isArray(pages)) return [];
      return [{ bookId, pages: pages.filter((page) => typeof page === 'number') }];
    });
  } catch {
    return [];
  }
}

/** `[pages, toggle]` of the book. */
export function useWholePages(bookId: string): [pages: readonly number[], toggle: (page: number) => void] {
  const [pages, setPages] = useState(() => readAll().find((one) => one.bookId === bookId)?.pages ?? []);
  const toggle = useCallback(
    (page: number) => {
      const others = readAll().filter((one) => one.bookId !== bookId);
      const after = pages.includes(page) ? pages.filter((one) => one !== page) : [...pages, page];
      const all = [...(after.length > 0 ? [{ bookId, pages: after }] : []), ...others];
      storeOnDevice(key, JSON.stringify(all.slice(0, maxBooks)));
      setPages(after);
    },
    [bookId, pages],
  );
  return [pages, toggle];
}
