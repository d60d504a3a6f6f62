// The keeper of the open book's place, as long as its page is shown.
import type { BookDto } from '@lectern/contract/books';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type OpenKeeper, openKeeper } from './keeper.ts';
import type { Known } from './place.ts';

/** Undefined until it is known where to go on; of another book it is another one. */
export function useKeeper(book: BookDto | undefined, userId: string | undefined): OpenKeeper | undefined {
  const queries = useQueryClient();
  const [open, setOpen] = useState<{ bookId: string; keeper: OpenKeeper }>();
  const newest = useRef(book);
  newest.current = book;
  const bookId = book?.id;
  useEffect(() => {
    const { current } = newest;
    if (!current || !userId || current.id !== bookId) return;
    let isOver = false;
    const opening = openKeeper({ book: current, userId });
    void opening.then((keeper) => !isOver && setOpen({ bookId, keeper }));
    const leave = () => void opening.then((keeper) => keeper.flush());
    const hide = () => document.visibilityState === 'hidden' && leave();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      // Pages that show progress may have asked before the last place was told.
      void opening.then(async (keeper) => {
        await keeper.close();
        for (const queryKey of [['books'], ['series', 'one']]) void queries.invalidateQueries({ queryKey });
      });
    };
  }, [bookId, userId, queries]);
  const keeper = open?.bookId === bookId ? open?.keeper : undefined;
  const known = book?.readProgress;
  useEffect(() => {
    if (known) keeper?.hear(known);
  }, [keeper, known]);
  return keeper;
}

const nowhere = () => () => undefined;

/** Where another device is, while it is not decided whether to go there. */
export const useElsewhere = (keeper: OpenKeeper | undefined): Known | undefined =>
  useSyncExternalStore(keeper?.subscribe ?? nowhere, () => keeper?.getElsewhere());
