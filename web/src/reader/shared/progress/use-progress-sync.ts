// The progress sync of the open book while its page is mounted.
import type { BookDto } from '@lectern/contract/libraries/books';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { StoredPosition } from './position.ts';
import { type OpenProgressSync, openProgressSync } from './progress-sync.ts';

/** Undefined until the start position is known. Replaced for another book. */
export function useProgressSync(
  book: BookDto | undefined,
  userId: string | undefined,
  isIncognito: boolean,
): OpenProgressSync | undefined {
  const queries = useQueryClient();
  const [open, setOpen] = useState<{ bookId: string; progressSync: OpenProgressSync }>();
  const newest = useRef(book);
  newest.current = book;
  const isHidden = useRef(isIncognito);
  isHidden.current = isIncognito;
  const bookId = book?.id;
  useEffect(() => {
    const { current } = newest;
    if (!current || !userId || current.id !== bookId) return;
    let isOver = false;
    const opening = openProgressSync({ book: current, userId, isIncognito: isHidden.current });
    void opening.then((progressSync) => !isOver && setOpen({ bookId, progressSync }));
    const leave = () => void opening.then((progressSync) => progressSync.flush());
    const hide = () => document.visibilityState === 'hidden' && leave();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      // Other pages may have cached the progress before the last position was sent.
      void opening.then(async (progressSync) => {
        await progressSync.close();
        for (const queryKey of [['books'], ['series', 'one']]) void queries.invalidateQueries({ queryKey });
      });
    };
  }, [bookId, userId, queries]);
  const progressSync = open?.bookId === bookId ? open?.progressSync : undefined;
  useEffect(() => progressSync?.setIncognito(isIncognito), [progressSync, isIncognito]);
  const known = book?.readProgress;
  useEffect(() => {
    if (known) progressSync?.listen(known);
  }, [progressSync, known]);
  return progressSync;
}

const nowhere = () => () => undefined;

/** The position from another device, until the user decides. */
export const useElsewhere = (progressSync: OpenProgressSync | undefined): StoredPosition | undefined =>
  useSyncExternalStore(progressSync?.subscribe ?? nowhere, () => progressSync?.getElsewhere());
